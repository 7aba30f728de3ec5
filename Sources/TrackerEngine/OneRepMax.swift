import TrackerAPI
import TrackerCore

extension OneRepMaxEstimate: Performable {
    func perform(in context: Context) throws -> Response {
        // Its unit is the estimate's, whatever it is.
        let load = try Load(load, .kg)
        try WorkoutSet.check(reps: reps)
        return Response(
            value: OneRepMax.estimate(load: load.value, reps: reps, by: formula ?? .epley))
    }
}
