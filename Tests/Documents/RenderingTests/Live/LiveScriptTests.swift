import Foundation
import TestKit
import Testing

/// The script of live pages in a real browser: how it shows a new page, and what it leaves alone.
@Suite(.serialized) struct LiveScriptTests {
  // MARK: - Any pages

  @Test(arguments: [true, false]) func thePageIsAsIfItHadBeenLoadedAnew(browserMoves: Bool) throws {
    let page = try LivePage("<header class=masthead></header>")
    try page.tab.evaluate(MorphHistories.script + "; true")
    // Browsers without this method remove and insert what moves.
    if !browserMoves { try page.tab.evaluate("delete Element.prototype.moveBefore") }
    for seed in Seeds.fixed(30, fresh: 10) {
      let failure = try page.tab.evaluate("historyFailure(\(seed), 20)") as? String
      #expect(failure == nil, "seed \(seed)")
    }
    #expect(page.tab.problems == [])
  }

  // MARK: - What is the reader's

  @Test func whatTheReaderDidStays() throws {
    func content(_ change: String) -> String {
      """
      <main><p>\(change)</p><p id="text">The text that is selected</p>
      <input id="typed" value="\(change)"><input id="untouched" value="\(change)">
      <input id="box" type="checkbox" \(change == "new" ? "checked" : "")><textarea id="area">\(change)</textarea>
      <select id="choice"><option>one<option>two<option \(change == "new" ? "selected" : "")>three</select>
      <select id="other"><option>one<option \(change == "new" ? "selected" : "")>two</select>
      <details id="opened"><summary id="summary">\(change)</summary>Content</details><details id="shut" open>Content</details>
      <details id="left" \(change == "new" ? "open" : "")>Content</details>
      <div id="scroller" style="height: 50px; overflow: auto"><p style="height: 500px">\(change)</p></div></main>
      """
    }
    let page = try LivePage(content("old"))
    try page.tab.evaluate(
      """
      for (const element of document.querySelectorAll("[id]")) window[element.id] = element;
      box.click(); box.click(); area.value = "mine"; opened.open = true; shut.open = false; scroller.scrollTop = 77;
      choice.selectedIndex = 1; choice.dispatchEvent(new Event("change", { bubbles: true }));
      typed.focus(); typed.select(); true
      """)
    try page.tab.type("typed by me")
    try page.tab.evaluate("typed.setSelectionRange(2, 5); true")
    try page.show("<p>Before all</p>" + content("new"))
    #expect(try page.text("document.querySelector('main p').textContent") == "new")
    #expect(try page.text("[typed.value, untouched.value, area.value, box.checked]") == "typed by me,new,mine,false")
    #expect(
      try page.text("[choice.value, other.value, opened.open, shut.open, left.open]") == "two,two,true,false,true")
    #expect(try page.text("scroller.scrollTop") == "77")
    #expect(try page.text("[document.activeElement.id, typed.selectionStart, typed.selectionEnd]") == "typed,2,5")

    try page.tab.evaluate(
      "typed.blur(); getSelection().setBaseAndExtent(document.getElementById('text').firstChild, 4, summary.firstChild, 1); true"
    )
    try page.show("<p>Before all</p><p>More</p>" + content("newer"))
    #expect(try page.text("getSelection()").hasPrefix("text that is selected"))
    #expect(try page.holds("[...document.querySelectorAll('[id]')].every((element) => window[element.id] === element)"))
  }

  @Test(arguments: [true, false]) func theFocusStaysInAPartThatMoves(browserMoves: Bool) throws {
    func content(_ order: [Int]) -> String {
      "<ul>\(order.map { "<li data-part='\($0)'><input id='i\($0)'></li>" }.joined())</ul>"
    }
    let page = try LivePage(content([1, 2, 3, 4]))
    if !browserMoves { try page.tab.evaluate("delete Element.prototype.moveBefore") }
    try page.tab.evaluate("window.i2 = document.getElementById('i2'); i2.focus(); true")
    try page.tab.type("word")
    try page.tab.evaluate("i2.setSelectionRange(1, 3); true")
    try page.show(content([1, 3, 4, 2]))
    #expect(try page.holds("document.querySelector('li:last-child input') === i2 && document.activeElement === i2"))
    #expect(try page.text("[i2.value, i2.selectionStart, i2.selectionEnd]") == "word,1,3")
  }

  @Test func thePartInViewStaysInView() throws {
    func content(_ parts: [Int]) -> String {
      let cells = parts.map { "<li data-part='\($0)' style='height: \(80 + $0 % 7 * 10)px'>\($0)</li>" }
      return "<main><section data-part='s'><ul data-part='l'>\(cells.joined())</ul></section></main>"
    }
    let parts = Array(100..<200)
    let page = try LivePage(content(parts))
    try page.show(content([1, 2] + parts))
    #expect(try page.text("scrollY") == "0", "At the top, a reader sees what comes.")

    try page.show(content(parts))
    let place = "Math.round(document.querySelector('[data-part=\"130\"]').getBoundingClientRect().top)"
    try page.tab.evaluate("scrollTo(0, document.querySelector('[data-part=\"130\"]').offsetTop - 5); true")
    for parts in [[1, 2, 3] + parts, Array(parts.dropFirst(20)), parts.filter { $0 != 131 && $0 < 150 }, parts] {
      try page.show(content(parts))
      try page.tab.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
      #expect(try page.text(place) == "5")
    }
    // When the part itself goes, the next one is where it was.
    func nextPlace() throws -> String {
      // A part is at its place when what shows its way has ended.
      try page.tab.evaluate("for (const animation of document.getAnimations()) animation.finish(); true")
      return try page.text("document.querySelector('[data-part=\"131\"]').getBoundingClientRect().top")
    }
    let next = try nextPlace()
    try page.show(content(parts.filter { $0 != 130 && $0 != 110 }))
    #expect(try nextPlace() == next)
  }

  // MARK: - What is left alone

  @Test func anUnchangedPageIsNotTouched() throws {
    let body =
      "<main><p class=a>text</p><!-- comment --><svg><use xlink:href='#a'/></svg><template><p>a</p></template></main>"
    let page = try LivePage(body)
    #expect(try page.changes(body) == [])
    let attribute = try page.changes(body.replacing("class=a", with: "class=b"))
    #expect(attribute == ["attributes P class"])
    let text = try page.changes(body.replacing("class=a>text", with: "class=b>word"))
    #expect(text == ["characterData #text"])
  }

  @Test func whatAScriptOwnsIsLeftAlone() throws {
    let page = try LivePage("<main><p>first</p><p>second</p></main>")
    try page.tab.evaluate(
      """
      window.own = document.createElement("div");
      own.dataset.live = "own";
      own.innerHTML = "<input>";
      document.querySelector("main").append(own);
      own.firstChild.focus(); true
      """)
    try page.tab.type("query")
    #expect(
      try page.changes("<main class=new><p>second</p></main>").allSatisfy {
        !$0.contains("INPUT") && !$0.contains("DIV")
      })
    #expect(
      try page.text("document.querySelector('main').innerHTML") == "<p>second</p><div data-live=\"own\"><input></div>")
    #expect(try page.text("[document.activeElement === own.firstChild, own.firstChild.value]") == "true,query")
  }

  @Test func scriptsRunOnce() throws {
    let script = "<script>window.runs = (window.runs ?? 0) + 1</script>"
    let page = try LivePage("<main><p data-part=1>a</p>\(script)</main>")
    for body in [
      "<main>\(script)<p data-part=1>a</p></main>", "<main><p data-part=1>b</p></main>",
      "<main>\(script)\(script)<p>a</p><svg>\(script)</svg></main>", "<div data-part=2>\(script)</div>",
      "<p data-part=3>\(script)</p><div data-part=2>\(script)</div>",
    ] {
      try page.show(body)
      #expect(try page.text("window.runs") == "1")
    }
  }

  // MARK: - Style sheets and pictures

  @Test func aNewStyleSheetTakesOverWhenItIsThere() throws {
    let page = try LivePage(
      "<p>a</p>", head: "<link rel=stylesheet href='style.css?v=1'>",
      files: ["style.css": "p { color: rgb(1, 2, 3); border: 3px solid }"])
    try page.tab.evaluate(
      """
      window.seen = new Set();
      const look = () => {
        seen.add(getComputedStyle(document.querySelector("p")).borderTopWidth);
        requestAnimationFrame(look);
      };
      look(); true
      """)
    try page.show("<p>a</p>", head: "<link rel=stylesheet href='style.css?v=2'>")
    try page.tab.wait(until: "document.querySelectorAll('link').length === 1")
    #expect(
      try page.text("document.querySelector('link').outerHTML") == "<link rel=\"stylesheet\" href=\"style.css?v=2\">")
    #expect(try page.text("[...seen]") == "3px")
    try page.show("<p>a</p>", head: "<link rel=stylesheet href='missing.css'>")
    try page.tab.wait(until: "document.querySelectorAll('link').length === 1")
  }

  @Test func picturesThatChangedAreLoadedAgain() throws {
    let head = "<link rel=icon href='images/a%20b.svg'>"
    let body =
      "<img src='images/a%20b.svg'><img srcset='images/a%20b.svg 2x, images/c.svg?w=1#x' src='images/c.svg?w=1#x'>"
    let picture = "<svg xmlns='http://www.w3.org/2000/svg'/>"
    let page = try LivePage(body, head: head, files: ["images/a b.svg": picture, "images/c.svg": picture])
    try page.tab.evaluate("pomonaLive.refreshFiles(['images/a b.svg'], 'A.2'); true")
    #expect(
      try page.text("document.body.innerHTML.trim()")
        == "<img src=\"images/a%20b.svg?live=A.2\"><img srcset=\"images/a%20b.svg?live=A.2 2x, images/c.svg?w=1#x\" "
        + "src=\"images/c.svg?w=1#x\">")
    #expect(try page.changes(body, head: head) == [], "The addresses are the same.")
    try page.tab.evaluate("pomonaLive.refreshFiles(['images/c.svg'], 'A.3'); true")
    #expect(try page.text("document.querySelectorAll('img')[1].src").hasSuffix("images/c.svg?w=1&live=A.3#x"))
    #expect(try page.text("document.querySelector('link').href").hasSuffix("images/a%20b.svg?live=A.2"))
  }

  @Test func aFileThatCouldNotBeLoadedIsLoadedAgain() throws {
    let page = try LivePage("")
    try page.show("<img src='late.svg'><img src='late.svg'><img src='none.svg'>")
    // A file that comes before the browser asks for it is loaded at once.
    try page.tab.poll("[...document.images].every(({ complete }) => complete)")
    try page.write("late.svg", "<svg xmlns='http://www.w3.org/2000/svg' width='7'/>")
    try page.tab.poll("[...document.images].slice(0, 2).every((image) => image.naturalWidth === 7)")
    #expect(try page.text("document.images[0].src").contains("late.svg?live=A.1."))
    #expect(try page.text("document.images[2].naturalWidth") == "0")
  }

  // MARK: - Animation

  @Test func partsInViewAreSeenToComeAndGo() throws {
    func content(_ parts: [Int]) -> String {
      "<ul data-part=l>\(parts.map { "<li data-part=\($0) id=i\($0)>\($0)</li>" }.joined())</ul>"
    }
    let page = try LivePage(content([1, 2, 3]))
    try page.show(content([3, 1, 4]))
    let own = "document.querySelector('[data-live=own]')"
    #expect(try page.text("[\(own).textContent, \(own).ariaHidden, \(own).inert, \(own).id]") == "2,true,true,")
    #expect(
      try page.text("[...document.querySelectorAll('[data-part]')].map((e) => e.getAnimations().length)") == "0,1,1,1")
    #expect(try page.text("document.querySelector('[style]:not([data-live])')") == "null")
    try page.tab.wait(until: "!document.querySelector('[data-live]')")

    try page.tab.emulate("prefers-reduced-motion", "reduce")
    try page.show(content([2, 1]))
    #expect(try page.text("document.getAnimations().length") == "0")
  }

  // MARK: - The panel

  @Test func problemsStandOverThePageUntilTheyAreMended() throws {
    let page = try LivePage(
      "<p>a</p>", head: "<style>* { display: none !important; position: static !important }</style>")
    let panel = "document.querySelector('pomona-live-panel')"
    #expect(try page.text(panel) == "null")
    let problem = "{severity: 'error', message: '<b>No</b> number', hint: 'Write 12.5.', place: 'f.csv: row 4'}"
    try page.tab.evaluate("pomonaLive.showState({problems: [\(problem)], since: 1790000000000}); true")
    let words = try page.text("\(panel).shadowRoot.textContent")
    for part in ["1 problem", "<b>No</b> number", "Write 12.5.", "f.csv: row 4", "Since "] {
      #expect(words.contains(part))
    }
    #expect(try page.text("\(panel).shadowRoot.querySelectorAll('[role=alert] b').length") == "0")
    #expect(try page.text("getComputedStyle(\(panel)).position") == "fixed")
    try page.show("<p>b</p>")
    #expect(try page.text("\(panel).isConnected") == "true")

    try page.tab.evaluate("\(panel).shadowRoot.querySelector('button').click(); true")
    #expect(try page.text("\(panel).shadowRoot.querySelector('section').innerText").hasPrefix("1 problem"))
    #expect(try page.text("\(panel).shadowRoot.querySelector('li')") == "null")
    try page.tab.evaluate("pomonaLive.showState({problems: [\(problem), {message: 'Another'}]}); true")
    #expect(try page.text("\(panel).shadowRoot.querySelectorAll('li').length") == "2", "Others are not folded.")

    try page.tab.evaluate("pomonaLive.showState({problems: [], since: 0, isGone: true, lostSince: Date.now()}); true")
    let gone = try page.text("\(panel).shadowRoot.textContent")
    #expect(gone.contains("This page is gone") && gone.contains("The server is gone; the page is as of"))
    try page.tab.evaluate("pomonaLive.showState({isGone: false, lostSince: 0}); true")
    #expect(try page.text(panel) == "null")
    #expect(page.tab.problems == [])
  }
}
