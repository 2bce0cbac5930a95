import Foundation
import LivePages
import TestKit
import Testing

/// Random edits of a catalog whose pages are open in a browser.
@Suite(.serialized) struct LiveHistoryTests {
  /// What a page keeps of itself to compare: `story.begin(place)` scrolls to a place of it, from 0 to 1, and
  /// `story.loss()` returns what was lost since then of the nodes that are the same, or of the place.
  private static let story = """
    window.story = (() => {
      const own = (element) => element.closest("[data-live=own]");
      const text = (element) => {
        const copy = element.cloneNode(true);
        for (const own of copy.querySelectorAll("[data-live=own]")) own.remove();
        return copy.outerHTML;
      };
      const parts = () => {
        const found = new Map();
        for (const part of document.querySelectorAll("[data-part]")) {
          if (!own(part)) found.set(part.dataset.part, found.has(part.dataset.part) ? null : part);
        }
        return [...found].filter(([, part]) => part);
      };
      const finish = () => { for (const animation of document.getAnimations()) animation.finish(); };
      const top = (element) => element.getBoundingClientRect().top;
      let before, places, isScrolled;
      return {
        begin(place) {
          finish();
          scrollTo({ top: place * (document.documentElement.scrollHeight - innerHeight), behavior: "instant" });
          before = new Map(parts().map(([name, part]) => [name, [part, text(part)]]));
          places = [...document.querySelectorAll("[data-part]")].filter((part) => !own(part))
            .map((part) => [part, part.getBoundingClientRect()])
            .filter(([, { top, height }]) => top >= 0 && top < innerHeight && height > 0)
            .map(([part, { top }]) => [part, top]);
          isScrolled = scrollY > 0;
          return true;
        },
        loss() {
          finish();
          for (const [name, part] of parts()) {
            const [old, content] = before.get(name) ?? [];
            if (old && old !== part && content === text(part)) return `another node for the unchanged ${name}`;
          }
          const [anchor, place] = places.find(([part]) => part.isConnected) ?? [];
          const end = document.documentElement.scrollHeight - innerHeight - 1;
          if (!anchor || !isScrolled || scrollY <= 0 || scrollY >= end) return null;
          const now = top(anchor);
          return Math.abs(now - place) < 2 ? null : `${anchor.dataset.part} was at ${place} and is at ${now}`;
        },
      };
    })();
    document.querySelector("input[type=search]").focus(); true
    """

  @Test(arguments: Seeds.fixed(2, fresh: 1))
  func openPagesAreAsFreshOnes(seed: UInt64) async throws {
    try await onOwnThread {
      var history = LiveHistory(seed: seed)
      var random = SeededGenerator(seed: ~seed)
      let stage = try Stage(history.files)
      let pages = history.openPages
      let tabs = try pages.map { page in
        let tab = try stage.open(page)
        try tab.evaluate(Self.story)
        try tab.type("words")
        return tab
      }
      let fresh = try stage.browser.newTab()
      for step in 1...20 {
        for tab in tabs { try tab.evaluate("story.begin(\(Double.random(in: 0...1, using: &random)))") }
        let before = history.files
        let comment = "seed \(seed), step \(step): \(history.edit())"
        let update = try stage.save(history.files.filter { before[$0.key] != $0.value })
        #expect(update.problems.isEmpty != history.isBroken, "\(comment)")
        for (page, tab) in zip(pages, tabs) {
          let comment: Comment = "\(comment), in “\(page)”"
          try history.expect(tab, toBeAs: fresh, openedAt: stage.url(page), comment)
          #expect(try tab.evaluate("story.loss()") as? String == nil, comment)
          #expect(
            try tab.evaluate(
              "document.activeElement === document.querySelector('input[type=search]') && document.activeElement.value"
            ) as? String == "words", comment)
        }
      }
      for (page, tab) in zip(pages, tabs) {
        // A page that cannot be had is also reported by the browser.
        #expect(tab.problems.filter { !$0.contains("Failed to load resource") } == [], "seed \(seed), in “\(page)”")
      }
    }
  }
}
