import TrackerCore

/// The style of a page, and the policy that allows a page this style and nothing else.
struct PageStyle {
    let text: String

    /// The content security policy (CSP level 3): nothing is loaded or run, and of styles only this one is
    /// applied, by its hash.
    var policy: String {
        "default-src 'none'; style-src 'sha256-\(Base64.text(of: SHA256.digest(of: text)))'; "
            + "base-uri 'none'; form-action 'none'"
    }

    /// The style of reports. Its blue and orange differ in lightness, too, so that they can be told apart
    /// without seeing colours.
    static let report = PageStyle(
        text: colors + layout + tables + charts + print)

    private static let colors = """
        :root{color-scheme:light dark;--page:#fff;--ink:#1b1f24;--soft:#57606a;--line:#d5dbe1;\
        --card:#f5f7f9;--main:#1f6fb2;--other:#e59a3c;--rest:#c3cad2;\
        --q0:#e8ecf0;--q1:#b5d4ee;--q2:#6fabdb;--q3:#2c7bbb;--q4:#0a457f}
        @media screen and (prefers-color-scheme:dark){:root{--page:#10141a;--ink:#e6e9ed;\
        --soft:#9ba6b2;--line:#2f3742;--card:#181e26;--main:#59a8ec;--other:#e59a3c;--rest:#566270;\
        --q0:#1f262f;--q1:#17406a;--q2:#2468a6;--q3:#4c98de;\
        --q4:#add8ff}}

        """

    private static let layout = """
        body{margin:0;background:var(--page);color:var(--ink);line-height:1.45;\
        font-family:system-ui,-apple-system,"Segoe UI",Roboto,Cantarell,"Noto Sans",sans-serif}
        main{max-width:60rem;margin:0 auto;padding:2rem 1rem 4rem}
        h1{font-size:2.2rem;line-height:1.15;margin:0}
        h2{font-size:1.3rem;margin:2.5rem 0 .8rem}
        .kind,.note,figcaption,caption,footer{color:var(--soft)}
        .kind{margin:0 0 .2rem}
        .answer{font-size:1.25rem;margin:.6rem 0 .3rem}
        .note{margin:.3rem 0}
        .note,figcaption,caption,footer{font-size:.9rem}
        footer{margin-top:3rem;border-top:1px solid var(--line);padding-top:.8rem}
        .facts{display:grid;grid-template-columns:repeat(auto-fill,minmax(8.6rem,1fr));gap:.6rem;\
        margin:0 0 1rem}
        .facts div{background:var(--card);border:1px solid var(--line);border-radius:.5rem;\
        padding:.5rem .8rem}
        .facts dt{color:var(--soft);font-size:.9rem}
        .facts dd{margin:0;font-size:1.3rem;font-variant-numeric:tabular-nums}
        figure{margin:1.2rem 0}
        figcaption{margin-bottom:.6rem}
        .panels{display:grid;gap:1.4rem 2.2rem;\
        grid-template-columns:repeat(auto-fill,minmax(min(17rem,100%),1fr))}
        .halves{display:grid;gap:.6rem 2rem;\
        grid-template-columns:repeat(auto-fit,minmax(min(20rem,100%),1fr))}
        h3{font-size:1rem;font-weight:600;margin:0 0 .3rem}
        .legend{display:flex;flex-wrap:wrap;gap:.2rem 1.2rem;list-style:none;padding:0;\
        margin:.8rem 0;color:var(--soft);font-size:.9rem}
        .legend svg{display:inline-block;width:auto;vertical-align:-.1em;margin-right:.4em}

        """

    private static let tables = """
        .table{overflow:auto;max-height:21rem;width:fit-content;max-width:100%;margin:.8rem 0 1.2rem;\
        background:linear-gradient(transparent,var(--page) 60%) 0 100%/100% 2rem no-repeat local,\
        linear-gradient(transparent,var(--line)) 0 100%/100% .7rem no-repeat scroll}
        table{border-collapse:collapse;font-size:.92rem;font-variant-numeric:tabular-nums}
        caption{text-align:left;padding-bottom:.4rem}
        th,td{padding:.28rem .8rem .28rem 0;text-align:right;vertical-align:baseline;\
        white-space:nowrap}
        thead th,.names th,.words th,.words td{white-space:normal;overflow-wrap:break-word}
        tbody th{max-width:18rem}
        th:first-child,.words td{text-align:left}
        .words th{text-align:left}
        thead th{color:var(--soft);font-weight:500;position:sticky;top:0;background:var(--page);\
        box-shadow:0 1px var(--line)}
        tbody th{font-weight:500}
        tbody tr+tr>*{border-top:1px solid var(--line)}

        """

    private static let charts = """
        figure svg{display:block;width:100%;overflow:visible}
        svg text{fill:var(--soft)}
        .axis{margin-left:3rem;width:calc(100% - 3rem)}
        .bar{fill:var(--main)}
        .other{fill:var(--other)}
        .rest{fill:var(--rest)}
        .grid{stroke:var(--line)}
        .curve{stroke:var(--main)}
        svg .name,svg .value{fill:var(--ink)}
        .sign{stroke:var(--ink);fill:none}
        .sign .full{fill:var(--ink);stroke:none}
        .sign.own{stroke:var(--other)}
        .sign.good{stroke:var(--main)}
        .q0{fill:var(--q0)}.q1{fill:var(--q1)}.q2{fill:var(--q2)}.q3{fill:var(--q3)}\
        .q4{fill:var(--q4)}
        .q0,.q1,.q2,.q3,.q4{fill-opacity:1}

        """

    private static let print = """
        @media (min-width:52rem){.beside{display:grid;column-gap:3rem;\
        grid-template-columns:minmax(0,1fr) auto;align-items:start}
        .beside figcaption{grid-column:1/-1}.beside .table{max-height:13rem;margin-top:0}}
        @media (max-width:30rem){main{padding-top:1.2rem}h1{font-size:1.8rem}}
        @media print{:root{color-scheme:light}body{font-size:10pt}main{max-width:none;padding:0}
        .table{max-height:none;overflow:visible}thead th{position:static}
        th,td{padding-top:.08rem;padding-bottom:.08rem}
        h2,h3,figcaption,caption{break-after:avoid}.facts,figure>svg,.panels>*,tr{break-inside:avoid}
        h2{margin-top:1.4rem}}

        """
}
