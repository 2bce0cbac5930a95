/// Random histories of a page, which a script makes in the browser itself.
enum MorphHistories {
  /// Defines `historyFailure(seed, steps)`, which returns what went wrong, or null.
  ///
  /// Each step edits a model of the page, shows it by the morph, and compares: the tree with that of the new page, the
  /// nodes of parts that did not change, and how many parts moved.
  static let script = #"""
    window.historyFailure = (() => {
      /** A generator of numbers below a limit (mulberry32). */
      const generator = (seed) => (limit) => {
        seed = (seed + 0x6d2b79f5) | 0;
        let bits = Math.imul(seed ^ (seed >>> 15), 1 | seed);
        bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
        return ((bits ^ (bits >>> 14)) >>> 0) % limit;
      };

      /* A model of a page: sections of cells of blocks, which are texts of HTML. */

      const blockKinds = [
        (n) => `<p>Text ${n(4)} <em class="e${n(3)}">and ${n(3)}</em> more</p>`,
        (n) => `<p id="p${n(6)}">With an id</p>\n`,
        (n) => `<!-- comment ${n(3)} -->`,
        (n) => `text ${n(9)} `,
        (n) => `<details${n(2) ? " open" : ""}><summary>s</summary><p>${n(5)}</p></details>`,
        (n) => `<input type="${n(2) ? "text" : "checkbox"}" value="${n(4)}"${n(2) ? " checked" : ""}>`,
        (n) => `<textarea>${n(4)}</textarea>`,
        (n) => `<select><option>a<option${n(2) ? " selected" : ""}>b<option value="${n(3)}">c</select>`,
        (n) => `<svg viewBox="0 0 ${n(5)} 9"><use xlink:href="#u${n(3)}"></use><foreignObject><p>${n(3)}</p></foreignObject></svg>`,
        (n) => `<math><mi>x</mi><mo>+</mo><mn>${n(4)}</mn></math>`,
        (n) => `<template><p>inert ${n(4)}</p></template>`,
        (n) => `<noscript><p>no script ${n(3)} &amp;</p></noscript>`,
        (n) => `<script>window.ran = ${n(9)}<\/script>`,
        (n) => `<svg><script>window.ran = ${n(9)}<\/script><g n="${n(4)}"/></svg>`,
        (n) => `<script type="application/ld+json">{"n": ${n(4)}}<\/script>`,
        (n) => `<b data-part="twice">${n(4)}</b><i id="twice">${n(3)}</i>`,
        (n) => `<pre>\n\n  ${n(4)}\n</pre>`,
        (n) => `<img alt="${n(4)}" data-n=${n(3)} @strange="${n(2)}">`,
        (n) => `<ol>${Array.from({ length: n(5) }, () => `<li>${n(4)}</li>`).join("\n")}</ol>`,
        (n) =>
          `<table><thead><tr><th>h<tbody>${Array.from(new Set([n(5), n(5), n(5), n(5)]), (row) =>
            `<tr data-part="row ${row}"><td>${row}<td class="c${n(2)}">${n(3)}`).join("\n")}</table>`,
      ];
      const block = (n) => blockKinds[n(blockKinds.length)](n);
      const several = (n, limit, make) => Array.from({ length: n(limit) }, () => make(n));

      let lastPart = 0;
      const cell = (n) => ({ part: `cell ${++lastPart}`, blocks: several(n, 4, block) });
      const section = (n) => ({ part: `section ${++lastPart}`, id: `s${n(4)}`, blocks: several(n, 3, block), cells: several(n, 9, cell) });
      const model = (n) => ({ title: "T", style: n(3), attribute: n(3), metas: [0, 1], blocks: several(n, 4, block), sections: several(n, 4, section) });

      const insert = (n, list, item) => list.splice(n(list.length + 1), 0, item);
      const remove = (n, list) => list.splice(n(list.length || 1), 1)[0];
      const move = (n, list) => list.length > 0 && insert(n, list, remove(n, list));
      const shuffle = (n, list) => list.forEach((_, at) => list.push(list.splice(n(list.length - at), 1)[0]));

      /** Edits a model at random. */
      const edit = (n, page) => {
        const section_ = page.sections[n(page.sections.length || 1)];
        const cell_ = section_?.cells[n(section_.cells.length || 1)];
        const blocks = [cell_?.blocks, cell_?.blocks, section_?.blocks, page.blocks][n(4)] ?? page.blocks;
        const lists = [section_?.cells, section_?.cells, page.sections, blocks];
        const list = lists[n(4)] ?? page.blocks;
        switch (n(10)) {
          case 0: return void (page.title = `T ${n(9)}`);
          case 1: return void ([page.attribute, page.style] = [n(3), n(3)]);
          case 2: return void move(n, page.metas.length > 1 ? page.metas : insert(n, page.metas, n(5)) ?? page.metas);
          case 3: return void remove(n, list);
          case 4: return void shuffle(n, list);
          case 5: case 6: return void move(n, list);
          case 7: return void (blocks.length && blocks.splice(n(blocks.length), 1, block(n)));
          case 8: return void insert(n, blocks, block(n));
          case 9: return void (section_ && n(4) ? insert(n, section_.cells, cell(n)) : insert(n, page.sections, section(n)));
        }
      };

      const html = ({ title, style, attribute, metas, blocks, sections }) => `<!DOCTYPE html>
        <html lang="en" class="h${attribute}"><head><meta charset="utf-8"><title>${title}</title>
        ${metas.map((meta) => `<meta name="m${meta}" content="${attribute}">`).join("\n")}
        <link rel="prev" href="p${style}"><style>p { order: ${style} }</style>
        <script src="live.js" data-version="${style}" defer><\/script></head>
        <body class="b${attribute}"><header class="masthead">Title</header>
        <main>${blocks.join("")}${sections.map(({ part, id, blocks, cells }) => `
        <section data-part="${part}" id="${id}">${blocks.join("")}<ul data-part="${part} list">
        ${cells.map(({ part, blocks }) => `<li data-part="${part}">${blocks.join("")}</li>`).join("\n")}
        </ul></section>`).join("\n")}</main></body></html>`;

      /* What is compared */

      const isCode = (node) => node.localName === "script" && node.type === "";

      /** A tree as a text; all but scripts and what these own. */
      const canonical = (node) => {
        if (node.nodeType === Node.COMMENT_NODE) return `<!--${node.data}-->`;
        if (node.nodeType === Node.TEXT_NODE) return JSON.stringify(node.data);
        const attributes = [...node.attributes].map(({ namespaceURI, name, value }) => `${namespaceURI} ${name}=${JSON.stringify(value)}`);
        const children = [...(node.localName === "template" ? node.content : node).childNodes].filter((child) => !isCode(child) && child.dataset?.live !== "own");
        return `<${node.namespaceURI} ${node.nodeName} ${attributes.sort().join()}>${children.map(canonical).join("")}</>`;
      };

      const parse = (text) => new DOMParser().parseFromString(text, "text/html");
      const expected = (text) => {
        const tree = parse(text);
        for (const element of tree.querySelectorAll("noscript")) element.textContent = element.innerHTML;
        return canonical(tree.documentElement);
      };

      const isPart = (element) => /^(section|cell)/.test(element.dataset?.part);
      const parts = (tree) => new Map([...tree.querySelectorAll("[data-part]")].filter(isPart).map((part) => [part.dataset.part, part]));

      /** The least number of moves that bring parts from one order into another: all but a longest common subsequence. */
      const leastMoves = (olds, news) => {
        const places = news.filter((part) => olds.includes(part)).map((part) => olds.indexOf(part));
        const lengths = places.map(() => 1);
        places.forEach((place, at) => {
          for (let before = 0; before < at; before += 1) {
            if (places[before] < place) lengths[at] = Math.max(lengths[at], lengths[before] + 1);
          }
        });
        return places.length - Math.max(0, ...lengths);
      };
      const orders = (tree) =>
        new Map([tree.querySelector("main"), ...tree.querySelectorAll("ul[data-part]")].map((list) =>
          [list.dataset.part ?? "main", [...list.children].filter(isPart).map((part) => part.dataset.part)]));

      return (seed, steps) => {
        const n = generator(seed);
        const page = model(n);
        const observer = new MutationObserver(() => {});
        const own = document.createElement("div");
        own.dataset.live = "own";
        pomonaLive.morph(parse(html(page)));
        document.querySelector(".masthead").append(own);
        observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
        for (let step = 0; step < steps; step += 1) {
          const fail = (what) => (observer.disconnect(), own.remove(), `step ${step}: ${what}`);
          const before = new Map([...parts(document)].map(([name, part]) => [name, [part, canonical(part)]]));
          const oldOrders = orders(document);
          for (let count = n(5); count >= 0; count -= 1) edit(n, page);
          const text = html(page);
          observer.takeRecords();
          pomonaLive.morph(parse(text));
          const records = observer.takeRecords();

          const [tree, wanted] = [canonical(document.documentElement), expected(text)];
          if (tree !== wanted) return fail(`the page is\n${tree}\ninstead of\n${wanted}`);
          for (const [name, part] of parts(document)) {
            const [old, content] = before.get(name) ?? [];
            if (content === canonical(part) && old !== part) return fail(`another node for the unchanged ${name}`);
          }
          const removed = new Set(records.flatMap((record) => [...record.removedNodes]));
          const moves = records.flatMap((record) => [...record.addedNodes]).filter((node) => isPart(node) && removed.has(node));
          let least = 0;
          for (const [list, order] of orders(document)) least += leastMoves(oldOrders.get(list) ?? [], order);
          if (moves.length !== least) return fail(`${moves.length} moves instead of ${least}`);
          if (!own.isConnected || own.attributes.length > 1) return fail("touched what a script owns");
          if (window.ran !== undefined) return fail("ran a script");

          pomonaLive.morph(parse(text));
          if (observer.takeRecords().length > 0) return fail("changes for an unchanged page");
        }
        observer.disconnect();
        own.remove();
        return null;
      };
    })();
    """#
}
