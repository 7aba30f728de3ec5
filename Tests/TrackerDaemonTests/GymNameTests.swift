import TestSupport
import Testing
import TrackerCore
import UserFiles

@testable import TrackerDaemon

/// What gyms, logs and glossaries call the movements: each stands for one of them.
@MainActor @Suite struct GymNameTests {
    nonisolated static let names = [
        ("Back Squat", "squat, barbell squat, bb squat, high bar squat, low bar squat, BS"),
        ("Squats", "squats, air squat, air squats, bodyweight squat, bw squats"),
        ("Front Squat", "front squat, FS, front squats"),
        ("Overhead Squat", "overhead squat, OHS, oh squat"),
        ("Goblet Squat", "goblet squat, goblet, kb goblet squat"),
        ("Zercher Squat", "zercher, zercher squat"),
        ("Safety Bar Squat", "ssb, ssb squat, safety bar squat"),
        ("Smith Machine Squat", "smith squat, smith machine squat"),
        ("Split Squat", "split squat, split squats"),
        ("Bulgarian Split Squat", "bss, bulgarian, bulgarian split squat, bulgarians, rfess"),
        ("Pistol Squats", "pistols, pistol squat, single leg squat"),
        ("Hack Squat", "hack squat"),
        ("Leg Press", "leg press, lp"),
        ("Leg Extension", "leg ext, leg extension, leg extensions, quad extension"),
        ("Leg Curl", "leg curl, ham curl, hamstring curl, lying leg curl, leg curls"),
        ("Seated Leg Curl", "seated leg curl, seated ham curl"),
        ("Nordic Curl", "nordics, nordic curl, nordic ham curl"),
        ("Glute-ham Raise", "ghr, glute ham raise"),
        ("Hip Thrust", "hip thrust, ht, barbell hip thrust, bb hip thrust, hip thrusts"),
        ("Glute Bridge", "glute bridge, bridges"),
        ("Calf Raises", "calf raise, calf raises, standing calf raise"),
        ("Seated Calf Raise", "seated calf raise, seated calf raises"),
        ("Lunges", "lunge, lunges"),
        ("Dumbbell Lunges", "db lunge, db lunges, dumbbell lunge"),
        ("Walking Lunges", "walking lunge, walking lunges"),
        ("Step-ups", "step up, step-ups"),
        ("Box Jumps", "box jump, box jumps"),
        ("Sled Push", "sled push, prowler"),
        (
            "Bench Press",
            "bench, bp, bench press, bb bench press, bb bench, flat bench press, barbell bench press"
        ),
        ("Incline Bench Press", "incline bench, incline bench press, incline bb bench press"),
        ("Decline Bench Press", "decline bench, decline bench press"),
        ("Close-grip Bench Press", "cgbp, close grip bench, close grip bench press, cg bench"),
        (
            "Dumbbell Bench Press",
            "db bench, db bench press, db press, dumbbell press, db chest press"
        ),
        ("Incline Dumbbell Press", "incline db press, incline db bench, incline dumbbell press"),
        ("Floor Press", "floor press"),
        ("Dumbbell Fly", "db fly, db flye, dumbbell fly, chest fly, pec fly"),
        ("Cable Fly", "cable fly, cable flye, cable crossover, crossover"),
        ("Pec Deck", "pec deck, pec dec, machine fly, butterfly"),
        ("Chest Press", "machine chest press, machine press, chest press"),
        ("Push-ups", "pushup, push up, push-ups, press up, press ups, pushups"),
        ("Diamond Push-ups", "diamond push up, diamond pushups"),
        ("Triceps Dips", "dip, dips, bar dips, tri dips, tricep dips"),
        ("Bench Dips", "bench dip, bench dips"),
        ("Pull-ups", "pullup, pull up, pull ups, pullups"),
        ("Chin-ups", "chin, chins, chin up, chinups"),
        ("Weighted Pull-ups", "weighted pull up, weighted pullups"),
        ("Muscle-ups", "muscle up, mu"),
        ("Inverted Rows", "inverted row, body row, australian pull up"),
        ("Dead Hang", "dead hang, bar hang"),
        ("Deadlift", "dl, deadlift, deadlifts, conventional deadlift, dead lift"),
        ("Sumo Deadlift", "sumo, sumo deadlift, sumo dl"),
        ("Trap Bar Deadlift", "trap bar, trap bar deadlift, hex bar deadlift, trap bar dl"),
        ("Romanian Deadlift", "rdl, romanian deadlift, rdls"),
        ("Single-leg Romanian Deadlift", "single leg rdl, sl rdl"),
        ("Stiff-leg Deadlift", "sldl, stiff legged deadlift, stiff leg deadlift"),
        ("Rack Pull", "rack pull, block pull, rack pulls"),
        ("Good Morning", "good morning, gm, good mornings"),
        ("Barbell Row", "bb row, barbell row, bor, bent over row, bent over rows, bb rows"),
        ("Pendlay Row", "pendlay, pendlay row"),
        ("T-bar Row", "t bar row, t-bar row, tbar row"),
        (
            "Dumbbell Row",
            "db row, db rows, dumbbell row, one arm row, single arm row, single arm db row"
        ),
        ("Chest-supported Row", "chest supported row, csr, seal row"),
        ("Seated Cable Row", "cable row, seated row, seated cable row, low row"),
        ("Lat Pulldown", "lat pulldown, pulldown, lat pull down, lpd, pulldowns"),
        ("Straight-arm Pulldown", "straight arm pulldown, straight arm pushdown"),
        ("Shrugs", "shrug, shrugs, db shrug, trap shrugs"),
        ("Back Extension", "back ext, back extension, hyperextension, hypers"),
        ("Face Pull", "face pull, face pulls, facepull, facepulls"),
        (
            "Overhead Press",
            "ohp, overhead press, oh press, military press, strict press, shoulder press, bb overhead press"
        ),
        ("Push Press", "push press"),
        ("Seated Overhead Press", "seated ohp, seated press, seated overhead press"),
        (
            "Dumbbell Shoulder Press",
            "db shoulder press, dumbbell shoulder press, db ohp, db overhead press, seated db press"
        ),
        ("Arnold Press", "arnold, arnold press, arnolds"),
        ("Machine Shoulder Press", "machine shoulder press, shoulder press machine"),
        (
            "Lateral Raise",
            "lat raise, lateral raise, lat raises, side raise, laterals, db lateral raise, side lateral raise"
        ),
        ("Cable Lateral Raise", "cable lateral raise, cable lat raise"),
        ("Front Raise", "front raise, front raises, db front raise"),
        (
            "Rear Delt Fly",
            "rear delt fly, rear delt flye, reverse fly, rear delts, rear delt raise, bent over lateral raise"
        ),
        ("Upright Row", "upright row, upright rows"),
        (
            "Biceps Curl",
            "bicep curl, bicep curls, biceps curl, db curl, dumbbell curl, db curls, bi curl"
        ),
        ("Barbell Curl", "bb curl, barbell curl, bb curls"),
        ("EZ-bar Curl", "ez curl, ez bar curl, ez bar curls"),
        ("Hammer Curl", "hammer, hammers, hammer curl, db hammer curl, hammer curls"),
        ("Preacher Curl", "preacher, preacher curl, preachers"),
        ("Concentration Curl", "concentration curl, conc curl"),
        ("Incline Curl", "incline curl, incline db curl"),
        ("Cable Curl", "cable curl, cable curls"),
        (
            "Triceps Pushdown",
            "pushdown, tricep pushdown, triceps pushdown, tri pushdown, cable pushdown, pushdowns"
        ),
        ("Rope Pushdown", "rope pushdown, tricep rope pushdown"),
        (
            "Overhead Triceps Extension",
            "overhead tricep extension, tricep extension, tri ext, overhead extension, french press, oh tricep extension"
        ),
        (
            "Skull Crushers",
            "skull crusher, skullcrushers, skulls, lying tricep extension, skull crushers"
        ),
        ("Triceps Kickback", "kickback, tricep kickback, kickbacks"),
        ("Farmer's Walk", "farmers walk, farmer walk, farmers carry, farmer carry, farmer's walks"),
        ("Kettlebell Swing", "kb swing, swing, kettlebell swings, kbs"),
        ("Turkish Get-up", "tgu, turkish get up"),
        ("Power Clean", "clean, power clean, cleans"),
        ("Hang Clean", "hang clean"),
        ("Clean and Jerk", "clean and jerk, cj"),
        ("Snatch", "snatch, barbell snatch"),
        ("Burpees", "burpee, burpees"),
        ("Plank", "plank, planks, front plank"),
        ("Sit-ups", "situp, sit up, situps"),
        ("Crunches", "crunch, crunches"),
        ("Hanging Leg Raises", "hlr, hanging leg raise, toes to bar, t2b"),
        ("Leg Raises", "leg raise, lying leg raise"),
        ("Ab Wheel Rollout", "ab wheel, ab rollout, rollouts"),
        ("Russian Twist", "russian twist, russian twists"),
        ("Running", "run, running, jog, treadmill"),
        ("Walking", "walk, walking, hike"),
        ("Cycling", "bike, cycling, stationary bike, spinning"),
        ("Rowing Machine", "rower, erg, rowing, rowing machine"),
        ("Swimming", "swim, swimming"),
        ("Elliptical", "elliptical, cross trainer"),
        ("Jump Rope", "jump rope, skipping"),
        ("Stair Climbing", "stairs, stairmaster"),
        ("Standing", "stand, standing, stand up"),
    ]

    @Test func thereAreMany() {
        #expect(Self.names.map { $0.1.split(separator: ",").count }.reduce(0, +) >= 200)
    }

    @Test(arguments: names) func eachStandsForOne(_ name: String, _ words: String) {
        let library = LibraryReader.read(
            shipped: LibraryFile.shipped, own: UserFile(path: "own.toml", text: ""))
        for word in words.split(separator: ", ").map(String.init) {
            let meaning = ExerciseMeaning(word)
            let found = library.movements.filter { movement in
                ([movement.fields.name] + movement.aliases).contains {
                    meaning.fit(.init(key: NameKey.of($0))) == .whole
                }
            }
            let exact = found.filter { movement in
                ([movement.fields.name] + movement.aliases).contains {
                    meaning.isExactly(key: NameKey.of($0))
                }
            }
            let meant = found.count == 1 ? found : exact
            #expect(meant.map(\.fields.name) == [name], "\(word)")
        }
    }
}
