/*
 * The search of the default theme of Pomona: finds any object of the catalog as you type.
 *
 * The page is whole without this script, which makes the search box itself. It loads nothing before somebody goes to the box. A page
 * from the file system may load neither modules nor data, so the index consists of scripts that hand their data to `pomonaSearch`.
 *
 * Contents: 1 Folding · 2 Ranking · 3 Index · 4 Box · 5 Results · 6 Keys
 */
"use strict";

(() => {
  const root = new URL("..", document.currentScript.src);
  const version = 2; // of the index
  const shownAtMost = 20;
  const loadedAtOnce = 8;

  /* 1 Folding: what differs only in case, or in the accents of Latin and Greek letters, is the same to a reader who searches. */

  const plainLetters = { ø: "o", ł: "l", đ: "d", ð: "d", ħ: "h", ı: "i", þ: "th", æ: "ae", œ: "oe", ς: "σ" };

  const fold = (text) => {
    if (/^[ -~]*$/.test(text)) return text.toLowerCase();
    // Upper case first: it spells out ligatures and sharp s, and leaves one lower case for each letter.
    const letters = text.normalize("NFKD").toUpperCase().toLowerCase();
    return letters.replace(/[øłđðħıþæœς]/g, (letter) => plainLetters[letter]).replace(/([a-zα-ω])\p{Mn}+/gu, "$1");
  };

  const wordsOf = (text) => fold(text).split(/\s+/).filter((word) => word !== "");

  /* 2 Ranking. All words of a query have to be found, in the title or in the text; the better place comes first. */

  const rank = (title, query, words) => {
    if (title === query) return 0;
    if (title.startsWith(query)) return 1;
    if (words.every((word) => beginsWord(title, word))) return 2;
    return words.every((word) => title.includes(word)) ? 3 : 4;
  };

  /** Whether a word of the title begins like this one. */
  const beginsWord = (title, word) => {
    for (let at = title.indexOf(word); at >= 0; at = title.indexOf(word, at + 1)) {
      if (at === 0 || !/[\p{L}\p{M}\p{N}]/u.test(title[at - 1])) return true;
    }
    return false;
  };

  /** Within a rank: short titles first, then by the alphabet. */
  const compare = (one, other) =>
    one.rank - other.rank || one.entry.key.length - other.entry.key.length ||
    compareText(one.entry.key, other.entry.key) || compareText(one.entry.path, other.entry.path);

  const compareText = (one, other) => (one < other ? -1 : one > other ? 1 : 0);

  /** The first entries that a query finds, and the number of all. */
  const find = (entries, words) => {
    const query = words.join(" ");
    const first = []; // in order
    let count = 0;
    for (const entry of entries) {
      if (!words.every((word) => entry.all.includes(word))) continue;
      count += 1;
      const hit = { rank: rank(entry.key, query, words), entry };
      if (first.length === shownAtMost && compare(hit, first.at(-1)) > 0) continue;
      let place = first.length;
      while (place > 0 && compare(hit, first[place - 1]) < 0) place -= 1;
      first.splice(place, 0, hit);
      first.length = Math.min(first.length, shownAtMost);
    }
    return { count, entries: first.map((hit) => hit.entry) };
  };

  /*
   * 3 Index: loaded when it is needed, a few shards at a time, and searched as far as it is there. A live page loads it again when the
   * catalog has changed since, and searches the old one until then.
   */

  let entries = [];
  let arriving = entries;
  const index = { state: "unloaded", shards: null, catalog: undefined };

  window.pomonaSearch = {
    index: (header) => {
      if (header.version === version) index.shards = header.shards;
    },
    shard: (sections, rows) => {
      for (const [title, path, section = -1, text = ""] of rows) {
        const key = fold(title);
        arriving.push({ title, path, section: sections[section] ?? "", key, all: text ? key + "\n" + fold(text) : key });
      }
    },
  };

  const loadScript = (path) =>
    new Promise((resolve, reject) => {
      const script = make("script", { src: new URL(path, root), "data-live": "own" });
      script.onload = () => resolve(script.remove());
      script.onerror = reject;
      document.head.append(script);
    });

  const load = async () => {
    if (index.state !== "unloaded") await window.pomonaLive?.update();
    const catalog = window.pomonaLive?.version;
    if (index.state === "loading" || (index.state !== "unloaded" && index.catalog === catalog)) return;
    if (index.state !== "unloaded") arriving = [];
    index.state = "loading";
    index.shards = null;
    let next = 0;
    const loadShards = async () => {
      while (next < index.shards.length) {
        await loadScript(`search/shard-${index.shards[next++]}.js`);
        showSoon();
      }
    };
    try {
      await loadScript("search/index.js");
      if (!index.shards) throw new Error("The index is of another version.");
      await Promise.all(Array.from({ length: loadedAtOnce }, loadShards));
      index.state = "loaded";
      index.catalog = catalog;
      entries = arriving;
    } catch {
      index.state = "failed";
    }
    show();
  };

  /* 4 Box: a combobox with a listbox, as in the ARIA Authoring Practices Guide. Data enters it as text, never as markup. */

  const make = (name, attributes = {}, ...children) => {
    const element = document.createElement(name);
    for (const attribute in attributes) element.setAttribute(attribute, attributes[attribute]);
    element.append(...children);
    return element;
  };

  const box = make("input", {
    type: "search", role: "combobox", "aria-label": "Search the catalog", "aria-autocomplete": "list",
    "aria-expanded": "false", "aria-controls": "search-list", "aria-keyshortcuts": "/", placeholder: "Search",
    title: "Press / to search", autocomplete: "off", autocapitalize: "none", spellcheck: "false", enterkeyhint: "go",
  });
  const list = make("div", { id: "search-list", role: "listbox", "aria-label": "Results" });
  const status = make("p", { role: "status" });
  const search = make(
    "div", { class: "search", role: "search", "data-live": "own" }, // live pages leave it alone
    box, make("div", { class: "search-results" }, list, status),
  );
  document.querySelector(".masthead, .page-header")?.append(search);

  /* 5 Results */

  let isClosed = false; // by Escape, until somebody types again
  let active = -1; // the option that Enter goes to
  let timer = 0;

  const show = () => {
    clearTimeout(timer);
    timer = 0;
    const path = list.children[active]?.dataset.path; // stays active when more of the index arrives
    const words = isClosed ? [] : wordsOf(box.value);
    const found = words.length > 0 ? find(entries, words) : { count: 0, entries: [] };
    list.replaceChildren(...found.entries.map((entry, position) => option(entry, words, position)));
    box.setAttribute("aria-expanded", found.count > 0);
    status.textContent = words.length > 0 ? summary(found) : "";
    activate(found.entries.findIndex((entry) => entry.path === path));
  };

  /** Shows what has arrived, but leaves time for typing. */
  const showSoon = () => {
    timer ||= setTimeout(show, 100);
  };

  /** How the language of the page writes numbers; a language that is none to the browser leaves it to the reader's. */
  const numbers = (() => {
    try {
      return new Intl.NumberFormat(document.documentElement.lang);
    } catch {
      return new Intl.NumberFormat();
    }
  })();

  const summary = ({ count, entries }) => {
    if (index.state === "failed") return "The search index could not be loaded";
    const results = count === 0 ? "No results" : count === 1 ? "1 result" : `${numbers.format(count)} results`;
    const shown = count > entries.length ? `, the first ${entries.length} shown` : "";
    return results + shown + (index.state === "loaded" ? "" : " so far …");
  };

  const option = (entry, words, position) => {
    const path = entry.path.split("/").map(encodeURIComponent).join("/");
    return make(
      "a",
      {
        id: `search-option-${position}`, role: "option", "aria-selected": "false", tabindex: "-1",
        href: new URL(path, root), "data-path": entry.path,
      },
      make("span", { class: "search-title" }, ...highlighted(entry.title, words)), " ",
      make("span", { class: "search-section" }, entry.section),
    );
  };

  /** The title as texts and marks. Folding may change the length of a letter, so each letter is folded by itself. */
  const highlighted = (title, words) => {
    const letters = title.match(/\P{M}\p{M}*|\p{M}+/gu) ?? [];
    const folded = letters.map(fold);
    const text = folded.join("");
    const isFound = new Uint8Array(text.length);
    for (const word of words) {
      for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) isFound.fill(1, at, at + word.length);
    }
    const runs = [];
    let at = 0;
    letters.forEach((letter, number) => {
      const isMarked = isFound.subarray(at, at + folded[number].length).includes(1);
      at += folded[number].length;
      if (runs.at(-1)?.isMarked === isMarked) runs.at(-1).text += letter;
      else runs.push({ isMarked, text: letter });
    });
    return runs.flatMap((run) => (run.isMarked ? make("mark", {}, ...broken(run.text)) : broken(run.text)));
  };

  /** The text with the places where long words may break, as on pages. */
  const broken = (text) => {
    const places = (word) => word.replace(/(?:[_./-]|[a-z](?=[A-Z]))(?=\p{L})/gu, "$&\0");
    return text.replace(/\S{17,}/g, places).split("\0").flatMap((part, at) => (at > 0 ? [make("wbr"), part] : [part]));
  };

  const activate = (position) => {
    list.children[active]?.setAttribute("aria-selected", "false");
    active = position;
    const option = list.children[active];
    option?.setAttribute("aria-selected", "true");
    option?.scrollIntoView({ block: "nearest" });
    if (option) box.setAttribute("aria-activedescendant", option.id);
    else box.removeAttribute("aria-activedescendant");
  };

  /* 6 Keys */

  const reopen = () => {
    isClosed = false;
    active = -1;
    show();
  };

  const close = () => {
    isClosed = true;
    show();
  };

  const keys = {
    ArrowDown: () => (isClosed ? reopen() : activate(active + 1 < list.children.length ? active + 1 : -1)),
    ArrowUp: () => (isClosed ? reopen() : activate(active >= 0 ? active - 1 : list.children.length - 1)),
    Enter: () => list.children[Math.max(active, 0)]?.click(),
    Escape: () => {
      if (isClosed) box.value = "";
      close();
    },
  };

  box.addEventListener("keydown", (event) => {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey || !(event.key in keys)) return;
    event.preventDefault();
    keys[event.key]();
  });
  box.addEventListener("input", reopen);
  box.addEventListener("focus", () => {
    load();
    reopen();
  });
  search.addEventListener("focusout", close);
  search.addEventListener("mousedown", (event) => {
    if (event.target !== box) event.preventDefault(); // The box keeps the focus, so that the list stays while it is clicked.
  });
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target.closest("input, textarea, select, [contenteditable]");
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
    event.preventDefault();
    box.focus();
  });
})();
