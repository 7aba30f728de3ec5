import Testing
import TrackerCore

@Suite struct JSONDocumentTests {
    private struct Sample: Decodable, Hashable {
        let whole: Int64?
        let number: Double?
        let text: String?
        let flag: Bool?
        let list: [Int]?
        let inner: Inner?

        struct Inner: Decodable, Hashable { let deep: [String] }
    }

    private func sample(_ json: String) throws -> Sample {
        try JSONText.value(Sample.self, from: json)
    }

    @Test(arguments: [
        "", " ", "{", "}", "[", "]", "{]", "[}", "[1,]", "{\"a\":1,}", "[,1]", "{,}", "{1:2}",
        "{\"a\"}", "{\"a\":}", "{\"a\" 1}", "[1 2]", "01", "-", "+1", "1.", ".5", "1e", "1e+",
        "0x10", "NaN", "Infinity", "nul", "nulL", "True", "'a'", "\"", "\"\\\"", "\"\\q\"",
        "\"\\u12\"", "\"\\u12g4\"", "1 1", "{} {}", "[1]]", "\u{feff}1", "//", "\"\\",
    ])
    func whatIsNoJSON(_ text: String) {
        #expect(throws: JSONDocument.SyntaxError.self) { try JSONDocument(Array(text.utf8)) }
    }

    @Test(arguments: [
        "0", "-0", "12", "-1.5e-3", "1E5", "\"\"", "\"\\u0041\\n\\/\"", "true", "false", "null",
        "[]", "{}", " [ 1 , { \"a\" : [ ] } ] ", "\t{\r\n}\n", "[[[[]]]]",
    ])
    func whatIsJSON(_ text: String) throws {
        _ = try JSONDocument(Array(text.utf8))
    }

    @Test func depthHasALimit() throws {
        let limit = JSONDocument.maximumDepth
        let fits = String(repeating: "[", count: limit) + String(repeating: "]", count: limit)
        _ = try JSONDocument(Array(fits.utf8))
        let error = #expect(throws: JSONDocument.SyntaxError.self) {
            try JSONDocument(Array("[\(fits)]".utf8))
        }
        #expect(error?.offset == limit)
    }

    @Test(arguments: [
        ("0", 0), ("-0", 0), ("9223372036854775807", Int64.max),
        ("-9223372036854775808", Int64.min), ("2.0", 2), ("1e3", 1000), ("-25e1", -250),
    ])
    func wholeNumbers(_ text: String, _ value: Int64) throws {
        #expect(try sample("{\"whole\":\(text)}").whole == value)
    }

    @Test(arguments: ["1.5", "9223372036854775808", "-9223372036854775809", "1e30", "1e400"])
    func numbersThatAreNotWhole(_ text: String) throws {
        #expect(
            throws: Rejection.invalid(
                "whole", "whole must be a whole number that fits in 64 bits")
        ) { try sample("{\"whole\":\(text)}") }
    }

    @Test func otherNumbers() throws {
        #expect(try sample("{\"number\":-1.25e2}").number == -125)
        #expect(try sample("{\"number\":7}").number == 7)
        #expect(throws: Rejection.invalid("number", "number must be a number")) {
            try sample("{\"number\":1e999}")
        }
    }

    @Test(arguments: [
        (#""plain""#, "plain"), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{c}\n\r\t"),
        (#""\u00e9\u20AC""#, "é€"), (#""\ud83d\ude00""#, "😀"), (#""é😀""#, "é😀"), (#""""#, ""),
        (#""\u0000""#, "\u{0}"),
    ])
    func texts(_ json: String, _ value: String) throws {
        #expect(try sample("{\"text\":\(json)}").text == value)
    }

    @Test(arguments: [#""\ud83d""#, #""\ud83dx""#, #""\ud83d\u0041""#, #""\ude00""#, "\"a\u{1}\""])
    func textsThatCanNotBeRead(_ json: String) throws {
        #expect(
            throws: Rejection.invalid(
                "text", "text has a string with a broken escape or a bare control character")
        ) { try sample("{\"text\":\(json)}") }
    }

    @Test func membersAreFoundByName() throws {
        let text = #"{"list":[1,2,3],"x":{"whole":9},"inner":{"deep":["a","b"]},"fl\u0061g":true}"#
        let value = try sample(text)
        #expect(value.list == [1, 2, 3])
        #expect(value.inner == Sample.Inner(deep: ["a", "b"]))
        #expect(value.flag == true)
        #expect(value.whole == nil)
    }

    @Test func theLastOfEqualNamesCounts() throws {
        #expect(try sample(#"{"whole":1,"whole":2}"#).whole == 2)
    }

    @Test func nullIsNothing() throws {
        #expect(try sample(#"{"whole":null,"list":null}"#).whole == nil)
    }

    @Test func errorsKnowTheWay() throws {
        let error = #expect(throws: DecodingError.self) {
            try sample(#"{"inner":{"deep":["a",5]}}"#)
        }
        guard case .typeMismatch(_, let context) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(context.codingPath.map(\.stringValue) == ["inner", "deep", "1"])
        #expect(throws: DecodingError.self) { try sample("[]") }
        #expect(throws: DecodingError.self) { try sample(#"{"inner":{}}"#) }
    }

    /// Any cut of a text is either JSON or refused, and nothing is read beyond its end.
    @Test func everyCutIsRefused() throws {
        let text = Array(#"{"a":[1,-2.5e3,"\u00e9\n",true,false,null,{"b":{}}],"c":"é"}"#.utf8)
        for end in 0..<text.count {
            #expect(throws: JSONDocument.SyntaxError.self) { try JSONDocument(Array(text[..<end])) }
        }
        _ = try JSONDocument(text)
    }
}
