/// Names of the months in the languages of the known programs, as the Unicode CLDR has them, in lower case and
/// without the point of an abbreviation.
enum Months {
    /// Number of the month, from 1; `nil` for an unknown name.
    static func number(of name: String) -> Int? {
        var name = name.lowercased()
        if name.last == "." { name.removeLast() }
        return numbers[name]
    }

    private static let numbers: [String: Int] = {
        var numbers: [String: Int] = [:]
        for months in languages.values {
            for (index, names) in months.enumerated() {
                for name in names { numbers[name] = index + 1 }
            }
        }
        return numbers
    }()

    /// Twelve months of each language, each with all of its names.
    static let languages: [String: [[String]]] = [
        "en": [
            ["jan", "january"], ["feb", "february"], ["mar", "march"], ["apr", "april"], ["may"],
            ["jun", "june"], ["jul", "july"], ["aug", "august"], ["sep", "sept", "september"],
            ["oct", "october"], ["nov", "november"], ["dec", "december"],
        ],
        "de": [
            ["jan", "januar"], ["feb", "februar"], ["mär", "märz"], ["apr", "april"], ["mai"],
            ["jun", "juni"], ["jul", "juli"], ["aug", "august"], ["sep", "sept", "september"],
            ["okt", "oktober"], ["nov", "november"], ["dez", "dezember"],
        ],
        "es": [
            ["ene", "enero"], ["feb", "febrero"], ["mar", "marzo"], ["abr", "abril"],
            ["may", "mayo"], ["jun", "junio"], ["jul", "julio"], ["ago", "agosto"],
            ["sep", "sept", "septiembre"], ["oct", "octubre"], ["nov", "noviembre"],
            ["dic", "diciembre"],
        ],
        "fr": [
            ["janv", "janvier"], ["févr", "février"], ["mars"], ["avr", "avril"], ["mai"],
            ["juin"], ["juil", "juillet"], ["août"], ["sept", "septembre"], ["oct", "octobre"],
            ["nov", "novembre"], ["déc", "décembre"],
        ],
        "it": [
            ["gen", "gennaio"], ["feb", "febbraio"], ["mar", "marzo"], ["apr", "aprile"],
            ["mag", "maggio"], ["giu", "giugno"], ["lug", "luglio"], ["ago", "agosto"],
            ["set", "settembre"], ["ott", "ottobre"], ["nov", "novembre"], ["dic", "dicembre"],
        ],
        "ja": (1...12).map { ["\($0)月"] },
        "pt": [
            ["jan", "janeiro"], ["fev", "fevereiro"], ["mar", "março"], ["abr", "abril"],
            ["mai", "maio"], ["jun", "junho"], ["jul", "julho"], ["ago", "agosto"],
            ["set", "setembro"], ["out", "outubro"], ["nov", "novembro"], ["dez", "dezembro"],
        ],
    ]
}
