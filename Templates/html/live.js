/*
 * The script of live pages: shows changes of the catalog in the page that is open, and nothing of the reader's is lost.
 *
 * The server says that a page may have changed; the page fetches itself, and changes only the nodes that differ. What a script owns
 * has the attribute `data-live="own"`, and is left alone.
 *
 * Contents: 1 Page and server · 2 Addresses of files · 3 Morph: matching · 4 Morph: changing · 5 What is the reader's ·
 * 6 Scroll and animation · 7 Panel · 8 Looking into cells
 */
"use strict";

(() => {
  const script = document.currentScript;
  const base = new URL(".", script.src); // of the server's own addresses
  const root = new URL("..", script.src); // of the catalog

  /* 1 Page and server */

  /** How the server knows the page: by its path, and by what the reader wants to see of it. */
  const nameOfPage = () =>
    location.pathname.startsWith(root.pathname) ? location.pathname.slice(root.pathname.length) + location.search : null;

  let page = nameOfPage();
  let address = location.href.split("#")[0];
  const delays = { first: 1000, longest: 30_000 }; // before asking again after an answer that is none
  const shown = { version: script.dataset.version, files: script.dataset.version, etag: script.dataset.etag };
  let token = script.dataset.token; // without which the server takes no events
  const state = { problems: [], since: 0, lostSince: 0, isGone: false };
  let port = null; // to the connection with the server
  let delay = delays.first;
  let isChanged = false;
  let updating = null;

  /** Whether who knows a version knows another one. */
  const includes = (version, other) => {
    const [[server, change], [otherServer, otherChange]] = [version.split("."), other.split(".")];
    return server === otherServer && Number(change) >= Number(otherChange);
  };
  const arrive = () => port?.postMessage({ page, version: shown.version });

  /** Fetches the page, and once more if it changes meanwhile. */
  const update = () => {
    isChanged = true;
    updating ??= (async () => {
      while (isChanged) {
        isChanged = false;
        await pull();
      }
      updating = null;
    })();
    return updating;
  };

  const pull = async () => {
    const isApplied = await fetchPage().catch(() => false);
    if (isApplied) {
      delay = delays.first;
      port?.postMessage({ version: shown.version });
      document.dispatchEvent(new CustomEvent("pomona:update", { detail: { version: shown.version } }));
    } else {
      // The server compares versions, and sends another notice if the page is old.
      setTimeout(arrive, delay);
      delay = Math.min(delay * 2, delays.longest);
    }
  };

  /** Whether the page is now as the server's. */
  const fetchPage = async () => {
    const headers = shown.etag ? { "If-None-Match": shown.etag } : {};
    const answer = await fetch(address, { cache: "no-store", headers, signal: AbortSignal.timeout(30_000) });
    const version = answer.headers.get("Pomona-Version");
    token = answer.headers.get("Pomona-Token") ?? token;
    const files = answer.headers.get("Pomona-Files");
    // A notice can be lost, and a server that was started does not know what has changed while there was none.
    if (files !== null && !includes(shown.files, files)) refreshAllFiles(version);
    if (answer.status === 404 || answer.status === 410) {
      showState({ isGone: true });
      shown.version = version ?? shown.version;
      return true;
    }
    // Others may answer too, such as a proxy that wants a password.
    if (version === null || (answer.status !== 200 && answer.status !== 304)) return false;
    if (answer.status === 200) {
      if (answer.redirected) return location.replace(answer.url);
      const next = new DOMParser().parseFromString(await answer.text(), "text/html");
      const refresh = next.querySelector("meta[http-equiv=refresh i]")?.content.match(/^\s*0\s*;\s*url\s*=\s*(.*)$/i);
      const destination = refresh && new URL(refresh[1], address);
      if (destination && destination.href.split("#")[0] !== address) return location.replace(destination);
      // Browsers may take an answer as whole that was cut off within its head.
      if (!next.querySelector("script[data-version]")) return false;
      show(next);
      shown.etag = answer.headers.get("ETag");
    }
    shown.version = version;
    showState({ isGone: false });
    return true;
  };

  /** Shows the page as its address with another query has it. */
  const arrange = (query) => {
    history.replaceState(history.state, "", `${location.pathname}${query && "?" + query}${location.hash}`);
    page = nameOfPage();
    address = location.href.split("#")[0];
    shown.etag = null;
    arrive();
    return update();
  };

  const receive = ({ data }) => {
    if (data.files) refreshFiles(data.files, data.version);
    else if (data.version) update();
    if (data.state) showState({ problems: data.state.problems ?? [], since: data.state.since ?? 0 });
    if ("lostSince" in data) showState({ lostSince: data.lostSince });
  };

  const open = (newPort) => {
    port = newPort;
    port.onmessage = receive;
    arrive();
  };

  /** Loads the worker as a script: a connection of this page's own. */
  const openAlone = () => {
    port?.close();
    port = null;
    const hub = make("script", { src: new URL("live-worker.js", base), "data-live": "own" });
    hub.onload = () => {
      const { port1, port2 } = new MessageChannel();
      window.pomonaLive.connectTab(port2);
      open(port1);
      hub.remove();
    };
    hub.onerror = () => {
      hub.remove();
      showState({ lostSince: state.lostSince || Date.now() });
      setTimeout(openAlone, delays.longest / 6);
    };
    document.head.append(hub);
  };

  const openShared = () => {
    try {
      const worker = new SharedWorker(new URL("live-worker.js", base), { name: "Pomona" });
      worker.addEventListener("error", openAlone, { once: true });
      open(worker.port);
    } catch {
      openAlone();
    }
  };

  const loading = new Set(); // scripts that have been loaded, or will be

  /** Loads a script once the page has what it is for. */
  const load = (name, isWanted) => {
    if (loading.has(name) || !isWanted) return;
    loading.add(name);
    const element = make("script", { src: new URL(name, base), "data-live": "own" });
    element.onerror = () => {
      element.remove();
      loading.delete(name); // The next update tries again.
    };
    document.head.append(element);
    return element;
  };

  const loadScripts = () => {
    load("live-events.js", document.querySelector("[data-events]"));
    load("live-views.js", script.dataset.view);
  };

  const start = () => {
    if (page === null || !/^https?:$/.test(location.protocol)) return;
    openShared();
    addEventListener("pagehide", () => port?.postMessage({}));
    addEventListener("pageshow", ({ persisted }) => persisted && arrive());
  };

  /* 2 Addresses of files: pictures and style sheets that changed get a version, so that the browser loads them again. */

  const newFiles = new Map(); // paths to versions
  let otherFiles = null; // the version of all others, if any of them may have changed
  const addressAttributes = ["src", "srcset", "href", "poster", "data"];
  const showingFiles =
    "img, source, video, audio, link[rel~=stylesheet i], link[rel~=icon i], input[type=image], object, embed, image";

  /** The path of a file of the catalog; null for an address elsewhere. */
  const pathOf = (address) => {
    try {
      const { origin, pathname } = new URL(address, document.baseURI);
      return origin === root.origin && pathname.startsWith(root.pathname) ? decodeURIComponent(pathname) : null;
    } catch {
      return null;
    }
  };

  const split = (address) => address.match(/^([^?#]*)\??([^#]*)(.*)$/s).slice(1);
  const withoutVersion = (address) => {
    const [path, query, hash] = split(address);
    const rest = query.split("&").filter((item) => item && !item.startsWith("live=")).join("&");
    return path + (rest && "?" + rest) + hash;
  };
  const withVersion = (address) => {
    const place = pathOf(address);
    const version = place && (newFiles.get(place) ?? otherFiles);
    if (!version) return address;
    const [path, query, hash] = split(withoutVersion(address));
    return `${path}?${query && query + "&"}live=${encodeURIComponent(version)}${hash}`;
  };

  const refreshFiles = (files, version) => {
    shown.files = version;
    for (const path of files.map((file) => pathOf(new URL(file, root)))) {
      newFiles.set(path, version);
      attempts.delete(path);
    }
    renewAddresses(document);
  };

  const refreshAllFiles = (version) => {
    shown.files = version;
    newFiles.clear();
    otherFiles = version;
    renewAddresses(document);
  };

  const attempts = new Map(); // paths of files that could not be loaded, to how often they were loaded again
  const mostAttempts = 5;
  const waiting = new Set(); // paths of files that will be loaded again

  /** Loads a file again that could not be loaded: the connection may have been cut. If it is missing, that does not help for long. */
  const loadAgain = ({ target }) => {
    if (!target.matches?.(showingFiles)) return;
    const path = pathOf(target.currentSrc || target.src || target.href || target.data);
    const attempt = (attempts.get(path) ?? 0) + 1;
    if (path === null || attempt > mostAttempts || waiting.has(path)) return;
    attempts.set(path, attempt);
    waiting.add(path);
    setTimeout(() => {
      waiting.delete(path);
      newFiles.set(path, `${shown.version}.${attempt}`);
      renewAddresses(document);
    }, delays.first * 2 ** (attempt - 1));
  };

  /** Gives each address that shows a file its version, if it has one. */
  const renewAddresses = (tree) => {
    for (const element of tree.querySelectorAll(showingFiles)) {
      if (element.closest('[data-live="own"]')) continue;
      for (const name of addressAttributes) {
        const old = element.getAttribute(name);
        if (old === null) continue;
        const value = name === "srcset" ? old.replace(/[^\s,]\S*[^\s,]|[^\s,]/g, withVersion) : withVersion(old);
        if (value === old) continue;
        if (tree === document && isStyleSheet(element)) replaceStyleSheet(element, value);
        else element.setAttribute(name, value);
        if (element.localName === "source") element.closest("video, audio")?.load();
      }
    }
  };

  const isStyleSheet = (node) => node.localName === "link" && node.relList?.contains("stylesheet");

  /** The page is never without style: the old sheet goes when the new one is there. */
  const replaceStyleSheet = (link, href) => {
    const next = link.cloneNode();
    next.setAttribute("href", href);
    link.after(next);
    retireStyleSheet(link, [next]);
  };

  const retireStyleSheet = (link, successors) => {
    link.setAttribute("data-live", "own");
    const loaded = successors.map((next) => new Promise((done) => {
      next.addEventListener("load", done, { once: true });
      next.addEventListener("error", done, { once: true });
    }));
    Promise.all(loaded).then(() => removeStyleSheet(link));
  };

  const removeStyleSheet = (link) => {
    link.remove();
    link.dispatchEvent(new Event("error")); // An older one may wait for it still.
  };

  /* 3 Morph: matching. Children are the same if they have the same part, else the same id, else if they are alike at their place. */

  const isElement = (node) => node.nodeType === Node.ELEMENT_NODE;
  const isOwn = (node) => isElement(node) && node.getAttribute("data-live") === "own";

  /** Scripts are neither removed nor run again; those that are data are elements like others. */
  const isCode = (node) => node.localName === "script" && /^$|^module$|javascript/i.test(node.type ?? "");

  /** What an element is known by; null if only its place tells. */
  const keyOf = (node) => {
    if (!isElement(node)) return null;
    const key = ownKeyOf(node) ?? (node.id ? "id " + node.id : null);
    return key === null ? null : `${node.namespaceURI} ${node.localName} ${key}`;
  };

  /** What an element is known by that never becomes another one. */
  const ownKeyOf = (element) => {
    if (element.hasAttribute("data-part")) return "part " + element.getAttribute("data-part");
    const href = element.getAttribute("href") ?? "";
    const metaName = () => ["name", "http-equiv", "property", "charset"].find((name) => element.hasAttribute(name));
    switch (element.localName) {
      case "html": case "head": case "body": return "";
      case "link": return `${element.rel} ${isStyleSheet(element) ? href : withoutVersion(href)}`;
      case "script": return element.getAttribute("src");
      case "meta": return metaName() ? `${metaName()} ${element.getAttribute(metaName())}` : null;
      default: return null;
    }
  };

  /** Whether a node that was found by no key may become this one. */
  const isAlike = (old, next) =>
    old.nodeType === next.nodeType && old.nodeName === next.nodeName && old.namespaceURI === next.namespaceURI &&
    (!isElement(old) || (ownKeyOf(old) === null && ownKeyOf(next) === null));

  /** Whether two nodes are equal; those with templates, whose contents the browser does not compare, may be called unequal. */
  const isEqual = (old, next) =>
    old.isEqualNode(next) && next.localName !== "template" && !next.querySelector?.("template");

  /** Returns the nodes that are there already, by the new ones, and which of these keep their place. */
  const match = (olds, news) => {
    const byKey = new Map();
    for (const [position, old] of olds.entries()) {
      const key = keyOf(old);
      if (key === null) continue;
      if (byKey.has(key)) byKey.get(key).push(position);
      else byKey.set(key, [position]);
    }
    const places = new Map(); // new nodes to the positions of the old ones
    for (const next of news) {
      const position = byKey.get(keyOf(next))?.shift(); // of several with the same key, in order
      if (position !== undefined) places.set(next, position);
    }
    const taken = new Set(places.values());
    const moving = [...places.keys()];
    const staying = new Set(longestRun([...places.values()]).map((index) => moving[index]));

    // Between those that stay, the others are matched in order: none of these has to move.
    let start = 0;
    let gap = [];
    for (const next of [...news, null]) {
      if (next && !staying.has(next)) {
        if (!places.has(next)) gap.push(next);
        continue;
      }
      const end = next ? places.get(next) : olds.length;
      const free = [];
      for (let position = start; position < end; position += 1) if (!taken.has(position)) free.push(position);
      for (const [other, position] of matchInOrder(free, gap, olds)) {
        places.set(other, position);
        staying.add(other);
      }
      start = end + 1;
      gap = [];
    }
    return { partners: new Map([...places].map(([next, position]) => [next, olds[position]])), staying };
  };

  const matchInOrder = (free, news, olds) => {
    const pairs = [];
    let [first, oldEnd, newEnd] = [0, free.length, news.length];
    for (; first < Math.min(oldEnd, newEnd) && isEqual(olds[free[first]], news[first]); first += 1) {
      pairs.push([news[first], free[first]]);
    }
    while (Math.min(oldEnd, newEnd) > first && isEqual(olds[free[oldEnd - 1]], news[newEnd - 1])) {
      pairs.push([news[--newEnd], free[--oldEnd]]);
    }
    let place = first;
    for (const next of news.slice(first, newEnd)) {
      let found = place;
      while (found < oldEnd && !isAlike(olds[free[found]], next)) found += 1;
      if (found === oldEnd) continue;
      pairs.push([next, free[found]]);
      place = found + 1;
    }
    return pairs;
  };

  /** The indices of a longest increasing run of some numbers. */
  const longestRun = (numbers) => {
    const ends = []; // the index of the least end of the runs of each length
    const before = [];
    numbers.forEach((number, index) => {
      let [low, high] = [0, ends.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (numbers[ends[middle]] < number) low = middle + 1;
        else high = middle;
      }
      before[index] = ends[low - 1];
      ends[low] = index;
    });
    const run = [];
    for (let index = ends.at(-1); index !== undefined; index = before[index]) run.push(index);
    return run.reverse();
  };

  /* 4 Morph: changing */

  /** Makes the page equal to another document, and returns which elements came, which ones went from where, and which ones changed. */
  const morph = (next) => {
    const changes = { came: [], went: [], changed: new Set() };
    // In a page with scripts, what replaces them is text.
    for (const element of next.querySelectorAll("noscript")) element.textContent = element.innerHTML;
    for (const code of next.querySelectorAll("script")) code.replaceWith(inert(code));
    renewAddresses(next);
    keepingFocus(() => morphNode(document.documentElement, next.documentElement, changes));
    return changes;
  };

  /** A copy of a script that never runs, as those never do that are parsed from a fragment. */
  const inert = (script) => {
    const parent = script.parentElement.cloneNode();
    parent.innerHTML = script.outerHTML;
    return parent.firstChild;
  };

  const morphNode = (node, next, changes) => {
    if (isEqual(node, next)) return;
    if (!isElement(node)) {
      if (node.data === next.data) return;
      if (isContent(node) || isContent(next)) changes.changed.add(node.parentNode);
      node.data = next.data;
      return;
    }
    if (morphAttributes(node, next)) changes.changed.add(node);
    const restoreChoice = choiceOf(node);
    morphContent(node, next, changes);
    if (node.localName === "template") morphChildren(node.content, next.content, changes);
    restoreChoice?.();
  };

  /** Whether a reader sees that the element around a node has changed when this one comes or goes: parts show that by themselves. */
  const isContent = (node) => (isElement(node) ? !node.hasAttribute("data-part") : node.data.trim() !== "");

  const morphAttributes = (element, next) => {
    let isChanged = false;
    const isKept = ({ name }) => (name === "open" && isToggled(element)) || isOwnAttribute(next, name);
    for (const attribute of [...element.attributes]) {
      if (next.hasAttributeNS(attribute.namespaceURI, attribute.localName) || isKept(attribute)) continue;
      element.removeAttributeNode(attribute);
      isChanged = true;
    }
    for (const attribute of next.attributes) {
      const { namespaceURI, localName, value } = attribute;
      if (element.getAttributeNS(namespaceURI, localName) === value || isKept(attribute)) continue;
      element.setAttributeNode(attribute.cloneNode());
      isChanged = true;
    }
    if (served.has(element)) served.set(element, next.hasAttribute("open"));
    return isChanged;
  };

  /** Attributes that a script owns: selectors of elements to names. */
  const ownAttributes = {};
  const isOwnAttribute = (element, name) =>
    Object.keys(ownAttributes).some((selector) => ownAttributes[selector].includes(name) && element.matches(selector));

  const replaced = new WeakMap(); // elements whose content a script has replaced, to elements that hold the server's
  const contentOf = (element) => [...element.childNodes].filter((node) => !isOwn(node));

  /** Shows other content in an element until the server's changes. */
  const replaceContent = (element, content) => {
    const olds = contentOf(element);
    if (replaced.has(element)) for (const old of olds) old.remove();
    else replaced.set(element, make(element.localName, {}, ...olds));
    renewAddresses(content);
    element.prepend(content);
  };

  const morphContent = (element, next, changes) => {
    const original = replaced.get(element);
    if (!original) return morphChildren(element, next, changes);
    const news = { came: [], went: [], changed: new Set() };
    morphChildren(original, next, news);
    if (news.came.length + news.went.length + news.changed.size === 0) return;
    for (const node of contentOf(element)) node.remove();
    element.prepend(...original.childNodes);
    replaced.delete(element);
    changes.changed.add(element);
  };

  const morphChildren = (parent, next, changes) => {
    const owned = new Set([...parent.children].filter(isOwn).map((own) => own.localName + own.id));
    const olds = [...parent.childNodes].filter((node) => !isOwn(node));
    const news = [...next.childNodes].filter((node) => !isOwn(node) || !owned.has(node.localName + node.id));
    const { partners, staying } = match(olds, news);

    const kept = new Set(partners.values());
    const newSheets = news.filter((node) => isStyleSheet(node) && !partners.has(node));
    for (const old of olds) {
      if (kept.has(old) || isCode(old)) continue;
      if (isStyleSheet(old)) {
        if (newSheets.length > 0) retireStyleSheet(old, newSheets);
        else removeStyleSheet(old);
        continue;
      }
      if (isElement(old)) changes.went.push({ element: old, parent });
      if (isContent(old)) changes.changed.add(parent);
      old.remove();
    }

    let place = parent.firstChild;
    for (const node of news) {
      const partner = partners.get(node);
      if (!partner) {
        parent.insertBefore(node, place);
        if (isElement(node)) {
          changes.came.push(node);
          rememberServed(node);
        }
        if (isContent(node)) changes.changed.add(parent);
        continue;
      }
      if (staying.has(node) || partner === place) place = partner.nextSibling;
      else move(partner, parent, place);
    }
    for (const [node, partner] of partners) morphNode(partner, node, changes);
  };

  /** Moving resets frames, focus and scroll positions, but for browsers that know better. */
  const move = (node, parent, place) => {
    if (parent.moveBefore && parent.isConnected) return parent.moveBefore(node, place);
    const scrolled = [node, ...(node.querySelectorAll?.("*") ?? [])].filter((e) => e.scrollTop || e.scrollLeft);
    const positions = scrolled.map((element) => [element, element.scrollLeft, element.scrollTop]);
    parent.insertBefore(node, place);
    for (const [element, left, top] of positions) element.scrollTo({ left, top, behavior: "instant" });
  };

  /* 5 What is the reader's. Typed text stays by itself: an attribute is only the value of an input that nobody has changed. */

  const served = new WeakMap(); // whether details and dialogs are open by the server's page
  const rememberServed = (tree) => {
    for (const element of [tree, ...tree.querySelectorAll("details, dialog")]) {
      if ("open" in element && element !== document) served.set(element, element.hasAttribute("open"));
    }
  };
  const isToggled = (element) => served.has(element) && served.get(element) !== element.hasAttribute("open");

  const chosen = new WeakSet(); // selects that the reader has changed
  const choiceOf = (element) => {
    if (!chosen.has(element)) return null;
    const options = [...element.selectedOptions];
    return () => {
      if (!options.some((option) => element.contains(option))) return;
      for (const option of element.options) option.selected = options.includes(option);
    };
  };

  /** The element with the focus, which may be in the shadow of one that a script owns. */
  const focusedElement = () => {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    return element;
  };

  /** What has the focus, and what is selected, is so afterwards, where it is still in the page. */
  const keepingFocus = (action) => {
    const focused = focusedElement();
    const { selectionStart: caret, selectionEnd, selectionDirection } = focused ?? {}; // a number in a field of text
    const selection = getSelection();
    const { anchorNode, anchorOffset, focusNode, focusOffset } = selection;
    action();
    if (focused && focused !== document.body && focused !== focusedElement() && focused.isConnected) {
      focused.focus({ preventScroll: true });
      if (caret != null) focused.setSelectionRange(caret, selectionEnd, selectionDirection);
    }
    const isMoved = selection.anchorNode !== anchorNode || selection.focusNode !== focusNode;
    if (caret == null && anchorNode && isMoved && anchorNode.isConnected && focusNode.isConnected) {
      selection.setBaseAndExtent(anchorNode, anchorOffset, focusNode, focusOffset);
    }
  };

  /* 6 Scroll and animation */

  const stillReader = matchMedia("(prefers-reduced-motion: reduce)");

  /** Whether the reader wants to see no motion: in general, or by a choice of the page with this name. */
  const isStill = () => stillReader.matches || new URLSearchParams(location.search).get("animation") === "none";
  const withoutAnchoring = new CSSStyleSheet();
  withoutAnchoring.replaceSync(":root { overflow-anchor: none }"); // Otherwise the browser corrects the position too.
  const parted = "[data-part]";

  const isInView = (rect) => rect.bottom > 0 && rect.top < innerHeight && rect.height > 0;

  /** Elements in view with their rectangles. */
  const inView = (selector) => {
    const found = new Map();
    for (const element of document.querySelectorAll(selector)) {
      const rect = element.getBoundingClientRect();
      if (isInView(rect) && !element.closest('[data-live="own"]')) found.set(element, rect);
    }
    return found;
  };

  /** Shows another document in the page: the part in view stays in view, and others are seen to come, move and go. */
  const show = (next) => {
    const before = inView(parted); // where the reader sees parts, which may be on their way
    const running = document.getAnimations().filter((animation) => animation.id === animationName);
    for (const animation of running) animation.cancel();
    const parts = running.length > 0 ? inView(parted) : before;
    const places = parts.size > 0 ? parts : inView("main [id], main > *");
    // Parts that begin in view are nearer to the reader's eye than what is around them.
    const anchors = [...places].filter(([, rect]) => rect.top >= 0).concat([...places].reverse());
    document.adoptedStyleSheets.push(withoutAnchoring);
    const known = new Set(Array.from(document.scripts, ({ src }) => src));
    const changes = morph(next);
    for (const script of document.querySelectorAll("script[src]")) if (!known.has(script.src)) run(script);
    const [anchor, rect] = anchors.find(([element]) => element.isConnected) ?? [];
    // At the very top, a reader sees what comes.
    if (anchor && scrollY > 0) scrollBy({ top: anchor.getBoundingClientRect().top - rect.top, behavior: "instant" });
    requestAnimationFrame(() => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== withoutAnchoring);
    });
    if (!isStill() && !document.hidden && before.size > 0) animate(before, changes);
    loadScripts();
  };

  /** A script from a parsed document does nothing; a new element with its attributes does. */
  const run = (script) => {
    script.replaceWith(make("script", Object.fromEntries(Array.from(script.attributes, ({ name, value }) => [name, value]))));
  };

  const animationName = "pomona-live";

  const animate = (before, { came, went, changed }) => {
    const timing = { duration: 300, easing: "ease", id: animationName };
    const moves = new Map();
    for (const [element, old] of before) {
      if (!element.isConnected) continue;
      const rect = element.getBoundingClientRect();
      moves.set(element, [old.left - rect.left, old.top - rect.top]);
    }
    for (const [element, [x, y]] of moves) {
      const [outerX, outerY] = moves.get(element.parentElement.closest(parted)) ?? [0, 0];
      if (x === outerX && y === outerY) continue;
      element.animate([{ transform: `translate(${x - outerX}px, ${y - outerY}px)` }, { transform: "none" }], timing);
    }
    for (const element of came) {
      if (!element.matches(parted) || !isInView(element.getBoundingClientRect())) continue;
      element.animate({ opacity: [0, 1] }, timing);
    }
    for (const { element, parent } of went) {
      const rect = before.get(element);
      if (rect && parent.isConnected && !element.matches("tr")) fadeOut(element, parent, rect, timing);
    }
    for (const element of new Set([...changed].map(changeShown))) {
      if (!element?.isConnected || !isInView(element.getBoundingClientRect())) continue;
      const outline = ["2px solid rgb(230 160 0 / 0.8)", "2px solid rgb(230 160 0 / 0)"];
      element.animate({ outline, outlineOffset: ["2px", "2px"] }, { ...timing, duration: 1200, easing: "ease-in" });
    }
  };

  /** What shows that an element has changed: its part, or the element itself if the part consists of others. */
  const changeShown = (element) => {
    const part = element.closest?.(parted);
    if (!part?.querySelector(parted)) return part;
    return element === part ? null : element;
  };

  /** Shows a copy of an element that went, at its old place, for a moment. */
  const fadeOut = (element, parent, rect, timing) => {
    const copy = element.cloneNode(true);
    for (const each of [copy, ...copy.querySelectorAll("[id], [name], [data-part]")]) {
      for (const name of ["id", "name", "data-part"]) each.removeAttribute(name);
    }
    for (const player of copy.querySelectorAll("iframe, video, audio, object, embed")) player.remove();
    copy.setAttribute("data-live", "own");
    copy.setAttribute("aria-hidden", "true");
    copy.inert = true;
    Object.assign(copy.style, {
      position: "absolute", boxSizing: "border-box", margin: 0, left: 0, top: 0, pointerEvents: "none",
      width: `${rect.width}px`, height: `${rect.height}px`,
    });
    parent.append(copy);
    const place = copy.getBoundingClientRect();
    copy.style.left = `${rect.left - place.left}px`;
    copy.style.top = `${rect.top - place.top}px`;
    const remove = () => copy.remove();
    copy.animate({ opacity: [1, 0] }, timing).finished.then(remove, remove);
  };

  /* 7 Panel: what is wrong, over the page, as long as it is. Data enters it as text, never as markup. */

  const make = (name, attributes = {}, ...children) => {
    const element = document.createElement(name);
    for (const attribute in attributes) element.setAttribute(attribute, attributes[attribute]);
    element.append(...children);
    return element;
  };

  const panelStyle = `
    :host { all: initial !important; position: fixed !important; z-index: 2147483647 !important; inset: auto 8px 8px auto !important;
      max-width: min(40rem, calc(100vw - 16px)) !important; color-scheme: light dark !important; }
    section { box-sizing: border-box; max-height: 45vh; overflow: auto; padding: 10px 12px; border: 2px solid #c0492f;
      border-radius: 6px; background: Canvas; color: CanvasText; font: 14px/1.4 system-ui, sans-serif; overflow-wrap: anywhere;
      box-shadow: 0 2px 12px rgb(0 0 0 / 0.3); }
    header { display: flex; gap: 12px; justify-content: space-between; align-items: center; font-weight: 600; }
    p, ul { margin: 0; padding: 0; }
    li { list-style: none; margin-top: 8px; }
    .place { font: 13px/1.4 ui-monospace, monospace; }
    .hint, .since { opacity: 0.75; }
    .since { margin-top: 8px; }
    button { flex: none; min-width: 32px; min-height: 28px; border: 1px solid; border-radius: 4px; background: none; color: inherit;
      font: inherit; cursor: pointer; }
    button:focus-visible { outline: 2px solid; outline-offset: 2px; }
    @media print { :host { display: none !important; } }`;

  let panel = null;
  let panelContent = JSON.stringify([[], [], 0]); // what it says
  let folded = ""; // what it said when the reader folded it: other problems are shown again

  // Problems that were folded stay so on the next page. A browser may have no storage for us.
  const storageKey = "pomona-live-folded " + root;
  const stored = (action) => {
    try {
      return action(sessionStorage);
    } catch {
      return null;
    }
  };
  const fold = (content) => {
    folded = content;
    stored((storage) => storage.setItem(storageKey, content));
  };

  const timeOf = (milliseconds) => {
    const date = new Date(milliseconds);
    const isToday = date.toDateString() === new Date().toDateString();
    const day = isToday ? {} : { day: "numeric", month: "short" };
    return date.toLocaleString([], { ...day, hour: "2-digit", minute: "2-digit" });
  };

  const showState = (news) => {
    Object.assign(state, news);
    const { problems, since, lostSince, isGone } = state;
    const notes = [];
    if (isGone) notes.push("This page is gone.");
    if (lostSince) notes.push(`The server is gone; the page is as of ${timeOf(lostSince)}.`);
    const content = JSON.stringify([notes, problems, since]);
    if (content === panelContent) return;
    panelContent = content;
    if (notes.length + problems.length > 0) return showPanel(notes);
    panel?.remove();
    panel = null;
    fold("");
  };

  const showPanel = (notes) => {
    if (!panel) {
      panel = make("pomona-live-panel", { "data-live": "own" });
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(panelStyle);
      panel.attachShadow({ mode: "open" }).adoptedStyleSheets = [sheet];
      document.body.append(panel);
    }
    const { problems, since, isGone } = state;
    const isFolded = folded === panelContent;
    const count = problems.length === 1 ? "1 problem" : `${problems.length} problems`;
    const titles = problems.length > 0 ? [...notes, count] : notes;
    const button = make(
      "button", { type: "button", "aria-expanded": !isFolded, "aria-label": isFolded ? "Show" : "Fold" },
      isFolded ? "+" : "\u2013",
    );
    button.onclick = () => {
      fold(isFolded ? "" : panelContent);
      showPanel(notes);
      panel.shadowRoot.querySelector("button").focus();
    };
    const isUrgent = isGone || problems.some(({ severity }) => severity === "error");
    const section = make(
      "section", { role: isUrgent ? "alert" : "status" },
      make("header", {}, make("div", {}, ...titles.map((title) => make("p", {}, title))), button),
    );
    if (!isFolded && problems.length > 0) section.append(make("ul", {}, ...problems.map(problemItem)));
    if (!isFolded && since) section.append(make("p", { class: "since" }, `Since ${timeOf(since)}, pages show the last good state.`));
    panel.shadowRoot.replaceChildren(section);
  };

  const problemItem = ({ severity, message, hint, place }) => {
    const item = make("li", { class: severity ?? "error" });
    if (place) item.append(make("p", { class: "place" }, place));
    item.append(make("p", {}, message ?? ""));
    if (hint) item.append(make("p", { class: "hint" }, hint));
    return item;
  };

  /* 8 Looking into cells: a script of its own, which is loaded when Alt is first pressed. */

  const earlyEvents = []; // that come before the script

  const loadInspector = (event) => {
    if (!event.altKey) return;
    if (event.type === "click" && event.target.closest('[data-part*="#"]')) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
    earlyEvents.push(event);
    load("live-inspect.js", true)?.addEventListener("load", () => {
      for (const type of ["keydown", "click"]) removeEventListener(type, loadInspector, true);
      for (const early of earlyEvents) early.target.dispatchEvent(new early.constructor(early.type, early));
    });
  };

  window.pomonaLive = {
    get version() { return shown.version; },
    get updating() { return updating; },
    get token() { return token; },
    get events() { return script.dataset.events ?? ""; }, // that are about no part of the page, and that are handled
    get page() { return page; },
    get view() { return script.dataset.view ?? ""; }, // what the page offers to arrange its listing
    base, root, update, arrange, morph, show, showState, refreshFiles, make, ownAttributes, replaceContent, focusedElement,
  };
  folded = stored((storage) => storage.getItem(storageKey)) ?? "";
  rememberServed(document);
  document.addEventListener("error", loadAgain, true);
  document.addEventListener("change", ({ target }) => target.localName === "select" && chosen.add(target), true);
  if ("explains" in script.dataset) ["keydown", "click"].forEach((type) => addEventListener(type, loadInspector, true));
  start();
  loadScripts();
})();
