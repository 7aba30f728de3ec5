import TestSupport
import Testing
import TrackerCore

struct NameKeyTests {
    @Test(arguments: [
        ("Push-ups", "push ups"), ("push_UPS", "push ups"), ("  Push   ups ", "push ups"),
        ("Farmer's Walk", "farmer s walk"), ("Clean & Jerk", "clean jerk"),
        ("Row (Cable)", "row cable"), ("Élévation", "elevation"), ("E\u{301}le\u{301}v", "elev"),
        ("Türkisches Aufstehen", "turkisches aufstehen"), ("STRASSE", "strasse"),
        ("Straße", "strasse"), ("Łydka", "lydka"), ("Øvelse", "ovelse"), ("Æble", "aeble"),
        ("İp atlama", "ip atlama"), ("ılık", "ilik"), ("Ngồi xổm", "ngoi xom"),
        ("Κάμψεις", "καμψεισ"), ("ΚΆΜΨΕΙΣ", "καμψεισ"), ("Приседания", "приседания"),
        ("Отжимания с ёлкой", "отжимания с елкои"), ("腕立て伏せ", "腕立て伏せ"), ("L-sit 90°", "l sit 90°"),
        ("+10 kg", "+10 kg"), ("…", "…"), ("-", "-"), ("🏋️", "🏋"),
    ]) func keys(_ name: String, _ key: String) {
        #expect(NameKey.of(name) == key)
        #expect(NameKey.of(name.uppercased()) == NameKey.of(name.lowercased()))
    }

    @Test(arguments: 0..<200 as Range<UInt64>) func aKeyIsItsOwnKey(seed: UInt64) {
        var random = SplitMix(seed: seed)
        let letters = Array("abzAZ019 -_'()./&+éÉßıøŁ\u{301}ΩάЁ鬱🏋\t")
        let name = String((0..<12).compactMap { _ in letters.randomElement(using: &random) })
        let key = NameKey.of(name)
        #expect(NameKey.of(key) == key)
        #expect(!key.isEmpty)
    }

    @Test func anEmptyNameHasAnEmptyKey() { #expect(NameKey.of("") == "") }
}
