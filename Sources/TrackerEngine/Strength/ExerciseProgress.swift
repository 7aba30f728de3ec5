import TrackerAPI
import TrackerCore
import TrackerStore

extension ExerciseProgress: Performable {
    func perform(in context: Context) throws -> Response {
        let exercise = try context.exercise(exercise, readFrom: .sets)
        let span = try context.span(from: from, to: to)
        let unit = try context.figureUnit(ofExercise: exercise.id)
        let sets = try context.transaction.sets(
            ofExercise: exercise.id, in: span)
        let points = ExercisePoints(
            of: sets, try context.transaction.bodyWeights(of: sets), isPair: exercise.isPair
        ).points
        guard points.count <= Self.maximumPoints else {
            throw Rejection(
                .tooLarge,
                "there are more than \(Self.maximumPoints) workouts: give a shorter period",
                field: "from")
        }
        let deloads = try context.transaction.deloadWorkouts()
        return Response(
            exercise, unit: unit,
            points: points.map {
                Point(
                    $0, isDeload: deloads.contains($0.workout), unit: unit, zone: context.zone)
            })
    }
}
