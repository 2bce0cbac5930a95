/*
 * The script of events: tells the server what the reader does with the parts of a live page, and does what is answered.
 *
 * A part names in `data-events` what is handled there; only that is offered. Controls of cells are made here, each cell's in a shadow
 * of their own; themes have others, with `data-event`. An event names its places by parts, which the server looks up when it comes.
 *
 * Contents: 1 Parts · 2 Sending · 3 Replies · 4 Selection and links · 5 Controls · 6 Moving · 7 Dragging · 8 Events of themes ·
 * 9 Focus · 10 Messages · 11 Style
 */
"use strict";

(() => {
  const live = window.pomonaLive;
  const { make } = live;

  /* 1 Parts: cells, also articles and rows of tables, have a `#` in their names; sections have none. */

  const events = {
    select: "catalog:didSelectItemAtPath:",
    deselect: "catalog:didDeselectItemAtPath:",
    activate: "catalog:performPrimaryActionForItemAtPath:",
    delete: "catalog:deleteItemsAtPaths:",
    edit: "catalog:commitEditingStyle:forItemAtPath:",
    move: "catalog:moveItemAtPath:toPath:",
    inspect: "catalog:accessoryTappedForItemAtPath:",
    act: "catalog:performAction:forItemAtPath:",
  };
  const cell = '[data-part*="#"]';
  const section = '[data-part]:not([data-part*="#"])';
  const own = '[data-live="own"]';

  const all = (selector, parent = document) => [...parent.querySelectorAll(selector)];

  /** Whether an event is handled at a part, if any; events about no place are handled everywhere. */
  const handles = (part, event) => `${part?.dataset.events ?? ""} ${live.events}`.split(" ").includes(event);

  /** The part as the server replaces it by its place. */
  const placeOf = (part) => ({ [part.matches(cell) ? "part" : "section"]: part.dataset.part });

  /** The heading of a part, or the first cell of a row. */
  const headingOf = (part) =>
    all("h1, h2, h3, h4, h5, h6, th, td", part).find((heading) => heading.closest("[data-part]") === part);

  const titleOf = (part) => {
    const title = headingOf(part) ?? (part.matches(cell) ? linkOf(part) ?? part : null);
    const text = title?.textContent.trim().replace(/\s+/g, " ") ?? "";
    return text.length > 80 ? text.slice(0, 79) + "…" : text;
  };

  /** The link of a cell as a whole, in its title or around it: other links are none of its business. */
  const linkOf = (part) => {
    const title = headingOf(part) ?? part;
    const link = title.querySelector("a[href]") ?? title.closest("a[href]");
    return part.contains(link) ? link : null;
  };

  const sectionOf = (part) => part.parentElement.closest(section);

  /** Whether a click on a cell does something. An article is for reading. */
  const isSelectable = (part) =>
    sectionOf(part) && (handles(part, events.select) || (handles(part, events.activate) && !linkOf(part)));

  /* 2 Sending */

  live.patience ??= { link: 2000, answer: 60_000, message: 5000 }; // milliseconds; others may have more of it

  /** Sends an event, and returns the reply; throws an error with a sentence for the reader. */
  const post = async (selector, values) => {
    let answer = await request(selector, values);
    // After a start of the server, the page has to be fetched for its new token.
    if (answer.status === 403 && (await isTokenNew())) answer = await request(selector, values);
    const content = await answer.json().catch(() => ({}));
    if (answer.ok) return content?.reply ?? {};
    if (answer.status === 410) live.update();
    throw new Error(content?.error || (answer.status === 410 ? "It is gone." : "The server could not do that."));
  };

  const request = async (selector, values) => {
    const body = JSON.stringify({ token: live.token, page: live.page, selector, arguments: values });
    const headers = { "Content-Type": "application/json" };
    const signal = AbortSignal.timeout(live.patience.answer);
    try {
      return await fetch(new URL("event", live.base), { method: "POST", headers, body, signal });
    } catch {
      throw new Error("The server does not answer.");
    }
  };

  const isTokenNew = async () => {
    const old = live.token;
    await live.update();
    return live.token !== old;
  };

  const busy = new Set();

  /** Performs an action of a part unless another one is under way there. */
  const alone = async (part, action) => {
    if (busy.has(part)) return null;
    busy.add(part);
    part.setAttribute("aria-busy", "true");
    try {
      return await action();
    } finally {
      busy.delete(part);
      part.removeAttribute("aria-busy");
    }
  };

  /** Sends an event, does what is answered, and returns whether it was handled. */
  const deliver = async (part, selector, values) => {
    try {
      apply(await post(selector, values), part);
      return true;
    } catch (error) {
      say(error.message, { isError: true });
      return false;
    }
  };

  const send = (part, selector, values) => alone(part, () => deliver(part, selector, values));

  /** Sends an event that changes the page, and shows the change before the part has its next event. */
  const edit = (part, selector, values) => alone(part, async () => {
    const isHandled = await deliver(part, selector, values);
    if (isHandled) await live.update();
    return isHandled;
  });

  /* 3 Replies */

  /** Does what the server wants, and returns whether that takes the place of what the browser would do. */
  const apply = ({ say: text, go, replaceWith, stay }, part) => {
    if (text) say(text);
    if (typeof replaceWith === "string" && part.matches("[data-part]")) replaceContent(part, replaceWith);
    const destination = go === undefined ? null : new URL(go, live.root);
    if (/^(https?|mailto):$/.test(destination?.protocol)) location.assign(destination);
    return Boolean(text || replaceWith !== undefined || destination || stay);
  };

  const columns = (row) => [...row.cells].reduce((count, { colSpan }) => count + colSpan, 0);

  const replaceContent = (part, html) => {
    const content = make("div", { class: "prose" }); // as the default theme has it
    content.innerHTML = html;
    live.replaceContent(part, part.localName === "tr" ? make("td", { colspan: columns(part) }, content) : content);
    furnish();
  };

  /* 4 Selection and links */

  const selected = () => document.querySelector(`${cell}[aria-current="true"]`);

  const deselect = async (part) => {
    part.removeAttribute("aria-current");
    if (handles(part, events.deselect)) await send(part, events.deselect, placeOf(part));
  };

  /** Makes a cell the selected one. What was selected hears of it first. */
  const mark = async (part) => {
    const old = selected();
    if (old && old !== part) await deselect(old);
    part.setAttribute("aria-current", "true");
  };

  const choose = async (part) => {
    if (busy.has(part)) return;
    if (!handles(part, events.select)) return send(part, events.activate, placeOf(part));
    if (part === selected()) return deselect(part);
    await mark(part);
    if (!(await send(part, events.select, placeOf(part)))) part.removeAttribute("aria-current");
  };

  let awaitedLink = null; // whose event is under way
  let followedLink = null; // whose default goes on

  /** Sends the event of a cell's link. The link is followed unless the answer is another, and in time. */
  const visit = (part, link) => alone(part, async () => {
    awaitedLink = link;
    const event = handles(part, events.activate) ? events.activate : events.select;
    const late = new Promise((resolve) => setTimeout(resolve, live.patience.link, {}));
    // A link works whatever the server says.
    const reply = await Promise.race([post(event, placeOf(part)).catch(() => ({})), late]);
    const isAwaited = awaitedLink === link;
    if (isAwaited) awaitedLink = null;
    if (apply(reply, part)) {
      if (event === events.select) await mark(part);
    } else if (isAwaited) {
      followedLink = link;
      link.click();
      followedLink = null;
    }
  });

  const interactive =
    "a[href], area, button, input, select, textarea, label, summary, audio, video, [contenteditable], [tabindex], [data-event]";

  const clicked = (event) => {
    const link = event.target.closest("a[href]");
    if (link && link === followedLink) return;
    if (link !== awaitedLink) awaitedLink = null; // The reader goes elsewhere.
    const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (event.defaultPrevented || !isPlain) return;
    const part = event.target.closest(cell);
    if (!part || event.target.closest(own)) return;
    if (link && part.contains(link)) return linkClicked(event, part, link);
    const inner = event.target.closest(interactive);
    const isText = !getSelection().isCollapsed && getSelection().containsNode(event.target, true);
    if (isSelectable(part) && !isText && (inner === part || !part.contains(inner))) choose(part);
  };

  const linkClicked = (event, part, link) => {
    if (link === awaitedLink) return event.preventDefault();
    const isHandled = handles(part, events.activate) || handles(part, events.select);
    const isSameTab = /^(_self)?$/i.test(link.target) && !link.hasAttribute("download");
    if (!isHandled || !isSameTab || linkOf(part)?.href !== link.href || busy.has(part)) return;
    event.preventDefault();
    visit(part, link);
  };

  /** Keys of a cell: each list has one that the Tab key reaches, arrows lead to the others. */
  const pressed = (event) => {
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return;
    const part = event.target.closest?.(cell);
    if (!part) return;
    const isOnCell = event.target === part && isSelectable(part);
    const isOnTitle = [part, linkOf(part), hostOf(part)].includes(event.target);
    let isUsed = true;
    if (event.key === "Delete" && isOnTitle && canDelete(part)) remove(part);
    else if (isOnCell && (event.key === "Enter" || event.key === " ")) choose(part);
    else if (isOnCell) isUsed = focusNext(part, event.key);
    else isUsed = false;
    if (isUsed) event.preventDefault();
  };

  const siblings = (part) => [...part.parentElement.children].filter((other) => other.matches(cell) && isSelectable(other));

  /** Moves the focus by a key, and returns whether it is one for that. */
  const focusNext = (part, key) => {
    const list = siblings(part);
    const index = list.indexOf(part);
    const step = stepOf(key, part);
    let next;
    if (key === "Home") next = list[0];
    else if (key === "End") next = list.at(-1);
    else if (key === "ArrowUp" || key === "ArrowDown") next = nextInColumn(part, list, step);
    else if (step) next = list[index + step];
    else return false;
    next?.focus();
    return true;
  };

  const isRightToLeft = (element) => getComputedStyle(element).direction === "rtl";

  /** One forwards or backwards in reading order; undefined if the key is no arrow. */
  const stepOf = (key, element) => {
    const step = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }[key];
    return /Left|Right/.test(key) && isRightToLeft(element) ? -step : step;
  };

  const nextInColumn = (part, list, step) => {
    const { left, width, top, bottom } = part.getBoundingClientRect();
    const beyond = list.map((other) => ({ other, rect: other.getBoundingClientRect() }))
      .filter(({ rect }) => (step > 0 ? rect.top > bottom - 1 : rect.bottom < top + 1));
    const far = ({ rect }) => distance(rect, left + width / 2, step > 0 ? bottom : top);
    return beyond.sort((a, b) => far(a) - far(b))[0]?.other;
  };

  /** Makes one of the cells of a list the one that the Tab key reaches. */
  const makeReachable = (part) => {
    for (const other of siblings(part)) other.tabIndex = other === part ? 0 : -1;
  };

  /* 5 Controls */

  const canDelete = (part) =>
    handles(part, events.delete) || (handles(part, events.edit) && part.dataset.editing !== "insert");

  const remove = (part) =>
    handles(part, events.delete)
      ? edit(part, events.delete, [placeOf(part)])
      : edit(part, events.edit, { style: "delete", path: placeOf(part) });

  /** The controls that a cell has now. */
  const controlsOf = (part) => {
    const title = titleOf(part);
    const path = placeOf(part);
    const actions = handles(part, events.act) ? JSON.parse(part.dataset.actions ?? "[]") : [];
    return [
      handles(part, events.move) && sectionOf(part) &&
        { name: "move", label: `Move ${title}`, hint: "Drag, or press arrow keys", icon: icons.move },
      ...actions.map(({ identifier, title: text, isDestructive }) => ({
        name: `act ${identifier}`, label: `${text}: ${title}`, text, isDestructive,
        perform: () => send(part, events.act, { action: identifier, path }),
      })),
      handles(part, events.inspect) &&
        { name: "inspect", label: `About ${title}`, icon: icons.inspect, perform: () => send(part, events.inspect, path) },
      handles(part, events.edit) && part.dataset.editing === "insert" && {
        name: "insert", label: `Insert at ${title}`, icon: icons.insert,
        perform: () => edit(part, events.edit, { style: "insert", path }),
      },
      canDelete(part) && { name: "delete", label: `Delete ${title}`, icon: icons.delete, perform: () => remove(part) },
    ].filter(Boolean);
  };

  // Lines in a square of 16.
  const icons = {
    move: "M6 3.5v0M10 3.5v0M6 8v0M10 8v0M6 12.5v0M10 12.5v0",
    inspect: "M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0M8 7.5V11M8 5v0",
    insert: "M8 3v10M3 8h10",
    delete: "M4 4l8 8M12 4l-8 8",
  };

  const iconOf = (lines) => {
    const drawn = (name) => document.createElementNS("http://www.w3.org/2000/svg", name);
    const [icon, path] = [drawn("svg"), drawn("path")];
    icon.setAttribute("viewBox", "0 0 16 16");
    icon.setAttribute("aria-hidden", "true");
    path.setAttribute("d", lines);
    icon.append(path);
    return icon;
  };

  const buttonOf = (part, { name, label, hint, icon, text, isDestructive, perform }) => {
    const button = make("button", { type: "button", name, "aria-label": label }, text ?? iconOf(icon));
    if (icon) button.title = hint ?? label;
    button.classList.toggle("destructive", isDestructive === true);
    button.onclick = (event) => {
      event.preventDefault(); // Some themes have links around cells.
      perform?.();
    };
    button.onfocus = () => hold(button, part, name);
    if (name === "move") makeHandle(button, part);
    return button;
  };

  const shown = new WeakMap(); // hosts of controls to what they show
  const hostOf = (part) => part.querySelector("pomona-controls");
  const controlOf = (part, name) =>
    [...(hostOf(part)?.shadowRoot.querySelectorAll("button") ?? [])].find((button) => button.name === name);

  /** Gives a cell its controls, and leaves them alone if they are as they should be. */
  const furnishCell = (part) => {
    const controls = controlsOf(part);
    let host = hostOf(part);
    if (controls.length === 0) return host?.remove();
    if (!host) {
      host = make("pomona-controls", { "data-live": "own" });
      host.attachShadow({ mode: "open" }).adoptedStyleSheets = [controlStyle];
    }
    const place = part.localName === "tr" ? part.lastElementChild : part;
    if (host.parentElement !== place) place.append(host);
    const content = JSON.stringify(controls);
    if (shown.get(host) === content) return;
    shown.set(host, content);
    const focused = host.shadowRoot.activeElement?.name;
    host.shadowRoot.replaceChildren(...controls.map((control) => buttonOf(part, control)));
    if (focused) controlOf(part, focused)?.focus();
  };

  /** Brings all that this script has in the page in line with the page. */
  const furnish = () => {
    for (const part of all(cell)) {
      furnishCell(part);
      if (!isSelectable(part)) part.removeAttribute("tabindex");
      else if (!part.hasAttribute("tabindex")) makeReachable(siblings(part).find(({ tabIndex }) => tabIndex === 0) ?? part);
    }
    for (const element of all("[data-event]")) {
      const isHandled = handles(element.closest("[data-part]"), element.dataset.event);
      element.toggleAttribute("disabled" in element ? "disabled" : "hidden", !isHandled);
    }
    restoreFocus();
  };

  /* 6 Moving: within its section, a cell takes the place of another one; in another section, it comes before one, or at the end. */

  const movablesIn = (place) => all(cell, place).filter((part) => handles(part, events.move));
  const sections = () => all(section).filter((place) => movablesIn(place).length > 0 || handles(place, events.move));

  /** Moves a cell to a place of its section, or of another one. */
  const move = async (part, place, index) => {
    const others = movablesIn(place);
    if (others[index] === part) return;
    const isHere = place === sectionOf(part);
    const to = others[index] ? placeOf(others[index]) : { endOf: place.dataset.part };
    const title = titleOf(part);
    if (!(await edit(part, events.move, { from: placeOf(part), to }))) return;
    const news = movablesIn(place);
    const position = news.findIndex((other) => itemOf(other) === itemOf(part)) + 1;
    if (position > 0) announce(`${title}: ${position} of ${news.length}${isHere ? "" : `, ${titleOf(place)}`}`);
  };

  /** Moves a cell by one, over the boundary of its section. */
  const moveBy = (part, step) => {
    const here = sectionOf(part);
    const others = movablesIn(here);
    const index = others.indexOf(part) + step;
    if (others[index]) return move(part, here, index);
    const places = sections();
    const next = places[places.indexOf(here) + step];
    if (next) move(part, next, step > 0 ? 0 : movablesIn(next).length);
  };

  const makeHandle = (button, part) => {
    button.onpointerdown = (event) => startDrag(event, button, part);
    button.onkeydown = (event) => {
      const step = stepOf(event.key, part);
      if (!step || event.metaKey || event.ctrlKey || event.altKey) return;
      event.preventDefault();
      moveBy(part, step);
    };
  };

  /* 7 Dragging: the cell follows the pointer, and a line shows where it would come. */

  const edge = 64; // pixels from the window's edges, where it scrolls

  const startDrag = (start, button, part) => {
    if (start.button !== 0 || !start.isPrimary || busy.has(part)) return;
    const isInGrid = areSideBySide(movablesIn(sectionOf(part)));
    const from = { x: start.clientX + scrollX, y: start.clientY + scrollY };
    let pointer = start;
    let lifted = null; // the animation that shows the cell at the pointer
    let frame = 0;
    const line = make("pomona-line", { "data-live": "own" });

    const follow = () => {
      const x = isInGrid ? pointer.clientX + scrollX - from.x : 0;
      const y = pointer.clientY + scrollY - from.y;
      lifted ??= part.animate([], { duration: 1, fill: "forwards" });
      lifted.effect.setKeyframes({ translate: `${x}px ${y}px`, opacity: 0.7, zIndex: 3 });
      showLine(line, dropAt(pointer.clientX, pointer.clientY, part));
    };
    const scroll = () => {
      if (!button.isConnected) return end(); // It went while it was dragged.
      const y = pointer.clientY;
      const speed = Math.min(0, y - edge) + Math.max(0, y - innerHeight + edge);
      if (speed !== 0) {
        scrollBy({ top: speed / 4, behavior: "instant" });
        follow();
      }
      frame = requestAnimationFrame(scroll);
    };
    const moved = (event) => {
      pointer = event;
      if (!lifted && Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) < 5) return;
      if (!lifted) scroll();
      follow();
    };
    const end = () => {
      cancelAnimationFrame(frame);
      lifted?.cancel();
      line.remove();
      stop.abort();
    };
    const dropped = () => {
      const drop = lifted && dropAt(pointer.clientX, pointer.clientY, part);
      end();
      if (drop && part.isConnected) move(part, drop.place, drop.index);
    };
    const stop = new AbortController();
    const options = { signal: stop.signal };
    button.setPointerCapture(start.pointerId);
    button.addEventListener("pointermove", moved, options);
    button.addEventListener("pointerup", dropped, options);
    button.addEventListener("lostpointercapture", end, options);
    // Browsers would drag a picture or a link that lies below.
    addEventListener("dragstart", (event) => event.preventDefault(), { ...options, capture: true });
    addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      end();
    }, { ...options, capture: true });
  };

  const distance = ({ left, top, right, bottom }, x, y) =>
    Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));

  /** The place where a cell would come that is dropped at a point, and the line that shows it: `{place, index, line}`. */
  const dropAt = (x, y, part) => {
    let nearest = null;
    for (const place of sections()) {
      const cells = movablesIn(place);
      const candidates = cells.some((other) => other !== part) ? cells : [...cells, place];
      for (const target of candidates) {
        if (target === part) continue;
        const rect = target.getBoundingClientRect();
        const far = distance(rect, x, y);
        if (!nearest || far < nearest.far) nearest = { far, place, cells, target, rect };
      }
    }
    if (!nearest) return null;
    const { place, cells, target, rect } = nearest;
    if (target === place) return { place, index: 0, line: { left: rect.left, top: rect.bottom, width: rect.width, height: 0 } };
    const isRow = areSideBySide(cells.filter((other) => other !== part));
    const isMirrored = isRightToLeft(target);
    const isAfter = isRow ? (x > rect.left + rect.width / 2) !== isMirrored : y > rect.top + rect.height / 2;
    const line = isRow
      ? { left: isAfter !== isMirrored ? rect.right : rect.left, top: rect.top, width: 0, height: rect.height }
      : { left: rect.left, top: isAfter ? rect.bottom : rect.top, width: rect.width, height: 0 };
    const [old, at] = [cells.indexOf(part), cells.indexOf(target) + (isAfter ? 1 : 0)];
    return { place, index: old >= 0 && old < at ? at - 1 : at, line };
  };

  const areSideBySide = (cells) => {
    const rects = cells.map((other) => other.getBoundingClientRect());
    return rects.some((rect, index) => index > 0 && rect.top < rects[index - 1].bottom - 1);
  };

  const showLine = (line, drop) => {
    if (!drop) return line.remove();
    const { left, top, width, height } = drop.line;
    const style = { left: left + scrollX, top: top + scrollY, width, height };
    for (const name in style) line.style[name] = `${style[name]}px`;
    if (!line.isConnected) document.documentElement.append(line);
  };

  /* 8 Events of themes: `data-event` names the event, `data-arguments` has what goes with it beside the place. */

  const field = "input:not([type=button], [type=submit], [type=image], [type=reset]), textarea, select";

  /** The arguments of an element's event: its place, unless it has others; these get the place and the fields of a form. */
  const valuesOf = (element, fields) => {
    const part = element.closest("[data-part]");
    const place = part && placeOf(part);
    if (!element.dataset.arguments && !fields) return place;
    const given = JSON.parse(element.dataset.arguments ?? "{}");
    if (given?.constructor !== Object) return given;
    return { ...given, ...fields, ...(part && { [part.matches(cell) ? "path" : "section"]: place }) };
  };

  const sendOwn = (element, fields) =>
    send(element.closest("[data-part]") ?? element, element.dataset.event, valuesOf(element, fields));

  const ownClicked = (event) => {
    const element = event.target.closest("[data-event]");
    if (!element || event.defaultPrevented || element.matches(`form, ${field}`)) return;
    event.preventDefault();
    sendOwn(element);
  };

  const submitted = async (event) => {
    const form = event.target;
    if (!form.dataset.event || event.defaultPrevented) return;
    event.preventDefault();
    const texts = [...new FormData(form, event.submitter)].filter(([, value]) => typeof value === "string");
    if (await sendOwn(form, Object.fromEntries(texts))) form.reset();
  };

  const sentTexts = new WeakMap(); // fields with an event under way, to its text

  /** Sends the text in a field, one at a time while somebody types, and always the last one. */
  const typed = async ({ target, isComposing }) => {
    if (isComposing || !target.matches(`[data-event]:is(${field})`) || sentTexts.has(target)) return;
    while (sentTexts.get(target) !== target.value) {
      sentTexts.set(target, target.value);
      const values = target.dataset.arguments ? valuesOf(target, { text: target.value }) : target.value;
      await deliver(target.closest("[data-part]") ?? target, target.dataset.event, values);
    }
    sentTexts.delete(target);
  };

  /* 9 Focus: if the part that has it goes, its successor gets it: the same item elsewhere, else the next one. */

  let held = null; // where the focus is

  const hold = (element, part, name = null) => {
    held = { element, part, name, item: itemOf(part), index: all(cell).indexOf(part) };
  };

  const itemOf = (part) => part.dataset.part.replace(/^[^#]*/, "");

  const focused = ({ target }) => {
    const part = target.closest?.(cell);
    if (target.localName === "pomona-controls") return; // Its buttons tell by themselves.
    if (!part) return void (held = null);
    if (target === part) makeReachable(part);
    hold(target, part);
  };

  /** Who clicks elsewhere wants no focus back. */
  const touched = ({ target }) => {
    if (!held?.part.contains(target)) held = null;
  };

  const restoreFocus = () => {
    if (!held) return;
    const { element, part, name, item, index } = held;
    const parts = all(cell);
    if (element.isConnected) return void (held.index = parts.indexOf(part));
    held = null;
    const nearest = (some) => some.sort((a, b) => Math.abs(parts.indexOf(a) - index) - Math.abs(parts.indexOf(b) - index))[0];
    const successor = part.isConnected ? part : nearest(parts.filter((other) => itemOf(other) === item)) ?? nearest([...parts]);
    if (successor && document.activeElement === document.body) focusOn(successor, name);
  };

  const focusOn = (part, name) => {
    const target = controlOf(part, name) ?? (isSelectable(part) ? part : linkOf(part)) ?? part;
    if (target === part && !part.hasAttribute("tabindex")) part.tabIndex = -1;
    target.focus();
  };

  /* 10 Messages */

  const messages = make("pomona-messages", { "data-live": "own" });
  const [errors, news, spoken] = ["alert", "status", "status"].map((role) => make("div", { role, "aria-atomic": "false" }));

  const makeMessages = () => {
    spoken.classList.add("spoken");
    messages.attachShadow({ mode: "open" }).adoptedStyleSheets = [messageStyle];
    messages.shadowRoot.append(errors, news, spoken);
    document.body.append(messages);
  };

  /** Tells those who hear the page what others see. */
  const announce = (text) => spoken.replaceChildren(make("p", {}, text));

  /** Shows a text for some seconds, or for as long as the reader is there. */
  const say = (text, { isError = false } = {}) => {
    const close = make("button", { type: "button", "aria-label": "Close", title: "Close" }, iconOf(icons.delete));
    const message = make("section", {}, make("p", {}, text), close);
    const time = (isError ? 2 : 1) * live.patience.message + text.length * 70;
    const before = live.focusedElement();
    let timer;
    const remove = () => {
      const isFocused = message.contains(messages.shadowRoot.activeElement);
      message.remove();
      if (isFocused) (before?.isConnected ? before : document.body).focus();
    };
    const wait = () => (timer = setTimeout(remove, time));
    const stay = () => clearTimeout(timer);
    const restart = () => {
      stay();
      wait();
    };
    for (const name of ["pointerenter", "focusin"]) message.addEventListener(name, stay);
    for (const name of ["pointerleave", "focusout"]) message.addEventListener(name, restart);
    message.onkeydown = ({ key }) => key === "Escape" && remove();
    close.onclick = remove;
    const region = isError ? errors : news;
    for (const old of [...region.children]) if (old.textContent === message.textContent) old.remove();
    region.append(message);
    wait();
  };

  /* 11 Style: that of the page gives way to a theme's, that of controls is in their shadows. */

  const styleSheet = (text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    return sheet;
  };

  const pageStyle = styleSheet(`
    :where([data-part][data-events]:not(tr)) { position: relative; }
    :where(${cell} > .prose) { grid-column: 1 / -1; }
    :where(${cell} [data-event]) { position: relative; z-index: 1; }
    :where(${cell}[tabindex]:not(:has(a))) { cursor: pointer; }
    ${cell}[aria-current="true"]:not(tr) { box-shadow: 0 0 0 2px; }
    tr[data-part][aria-current="true"] > * { box-shadow: inset 0 2px, inset 0 -2px; }
    pomona-controls { position: relative; z-index: 1; grid-column: 1 / -1; margin-inline-start: 4px; }
    :is(th, td) > pomona-controls { position: static; margin-inline-start: 12px; }
    pomona-line { position: absolute; z-index: 4; margin: -2px; border: 2px solid; border-radius: 2px; pointer-events: none; }
    @media (hover: hover) {
      pomona-controls { opacity: 0; }
      article > pomona-controls, ${cell}:is(:hover, :focus-within) pomona-controls { opacity: 1; }
    }
    @media (pointer: fine) { :is(th, td) > pomona-controls { margin-block: -5px; } }
    @media (prefers-reduced-motion: no-preference) { pomona-controls { transition: opacity 0.15s; } }
    @media print { pomona-controls, pomona-line, pomona-messages { display: none; } }`);

  const buttonStyle = `
    button { box-sizing: border-box; flex: none; display: inline-grid; place-items: center; min-width: 28px; min-height: 28px;
      padding: 0 6px; border: 1px solid color-mix(in srgb, currentColor 35%, transparent); border-radius: 4px; background: none;
      color: inherit; font: inherit; cursor: pointer; }
    button:hover { border-color: currentColor; }
    button:focus-visible { outline: 2px solid; outline-offset: 1px; }
    svg { width: 16px; height: 16px; fill: none; stroke: currentColor; stroke-width: 1.75; stroke-linecap: round; }
    @media (pointer: coarse) { button { min-width: 40px; min-height: 40px; } }`;

  const controlStyle = styleSheet(`
    ${buttonStyle}
    :host { display: inline-flex; flex-wrap: wrap; justify-content: end; gap: 4px; vertical-align: middle; font-size: 0.8125rem; }
    :host-context(td) { flex-wrap: nowrap; }
    .destructive { color: color-mix(in srgb, currentColor 40%, #e5484d); }
    [name="move"] { cursor: grab; touch-action: none; }
    [name="move"]:active { cursor: grabbing; }`);

  const messageStyle = styleSheet(`
    ${buttonStyle}
    :host { all: initial !important; position: fixed !important; z-index: 2147483647 !important; inset: auto auto 8px 8px !important;
      max-width: min(28rem, calc(100vw - 16px)) !important; color-scheme: light dark !important; }
    section { display: flex; gap: 12px; justify-content: space-between; align-items: center; margin-top: 8px; padding: 8px 8px 8px 14px;
      border: 1px solid; border-radius: 6px; background: Canvas; color: CanvasText; font: 15px/1.4 system-ui, sans-serif;
      overflow-wrap: anywhere; box-shadow: 0 2px 12px rgb(0 0 0 / 0.3); }
    [role="alert"] section { border: 2px solid #c0492f; }
    p { margin: 0; }
    .spoken { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }`);

  /* Start */

  Object.assign(live.ownAttributes, {
    "[data-part]": ["aria-busy"], [cell]: ["tabindex", "aria-current"], "[data-event]": ["disabled", "hidden"],
  });
  document.adoptedStyleSheets.push(pageStyle);
  const listeners = {
    click: [ownClicked, clicked], keydown: [pressed], submit: [submitted], input: [typed], compositionend: [typed],
    focusin: [focused], pointerdown: [touched], "pomona:update": [furnish],
  };
  for (const name in listeners) for (const listener of listeners[name]) document.addEventListener(name, listener);
  addEventListener("pagehide", () => (awaitedLink = null));
  makeMessages();
  furnish();
})();
