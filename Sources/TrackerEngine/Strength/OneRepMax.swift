import TrackerAPI
import TrackerCore

extension OneRepMaxEstimate: Performable {
    func perform(in context: Context) throws -> Response {
        // The estimate has the load's unit, so any unit will do here.
        let load = try Load(load, .kg)
        try WorkoutSet.check(reps: reps)
        return Response(
            value: OneRepMax.estimate(load: load.value, reps: reps, by: formula ?? .epley))
    }
}
