import Testing
import UserFiles

struct KeyLinesTests {
    @Test func keysAreFoundInEveryNotation() {
        let lines = KeyLines(
            #"""
            a = """
            b = 1 \""" ""\"
            """"
            'c.d' . e = [ 1, # ]
              { f = "}", g = [ [], [
              3 ] ] },
            ]
            [h . "i"]
            j.k = 1979-05-27 07:32:00 # l = 1
            l = '\'
            [[m]]
            [[m.n]]
            o = ''''''
            [[m.n]]
            [m.p]
            [[m]]
            [[m.n]]
            o = 1
            """#)
        let expected = [
            ("a", 1), ("b", nil), ("c.d.e", 4), ("c.d.e[0]", 4), ("c.d.e[1].f", 5),
            ("c.d.e[1].g[1][0]", 6), ("h", 8), ("h.i", 8), ("h.i.j.k", 9), ("h.i.l", 10),
            ("m", 11), ("m[0].n[0]", 12), ("m[0].n[0].o", 13), ("m[0].n[1]", 14), ("m[0].p", 15),
            ("m[1]", 16), ("m[1].n[0].o", 18), ("h.i.unknown", 8),
        ]
        for (path, line) in expected { #expect(lines.line(of: path) == line, "\(path)") }
        #expect(lines.contains("c.d") && lines.contains("h") && !lines.contains("h.i.unknown"))
    }

    @Test(arguments: [
        "a = [", "a = [}", "a = {]", "= =", "[[", "a = \"", "a = '''", "a.", "]", "a = }",
    ])
    func whatIsNotTOMLEndsToo(text: String) {
        _ = KeyLines(text)
        _ = KeyLines(text + "\n" + text)
    }
}
