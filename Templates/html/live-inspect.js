/*
 * The script that looks into a cell: shows what the server knows about it, where it comes from, and who answers its events.
 *
 * While Alt is held, the cell under the pointer is outlined; Alt with a click, or Alt+I, shows what is known about it, as long as the
 * reader wants to see it, whatever changes. It is loaded when Alt is first pressed, where the server lets readers look into cells.
 *
 * Contents: 1 Cells · 2 Events · 3 Asking · 4 Panel
 */
"use strict";

(() => {
  const live = window.pomonaLive;
  const { make } = live;

  /* 1 Cells. A style sheet outlines them, so that their elements stay as the server has made them. */

  const cell = '[data-part*="#"]';
  const cellOf = (node) => {
    const part = node?.closest?.(cell);
    return part?.closest('[data-live="own"]') ? null : part;
  };
  const cells = () => [...document.querySelectorAll(cell)].filter((part) => cellOf(part) === part);

  /** The cell with a name; one with the same content, if it has gone to another section. */
  const cellNamed = (name) => {
    const content = (part) => part.slice(part.indexOf("#"));
    const all = cells();
    return all.find((each) => each.dataset.part === name) ?? all.find((each) => content(each.dataset.part) === content(name));
  };

  const isInView = (part) => {
    const { top, bottom } = part.getBoundingClientRect();
    return bottom > 0 && top < innerHeight;
  };

  const outlines = new CSSStyleSheet();
  document.adoptedStyleSheets.push(outlines);
  let pointed = null; // the name of the cell under the pointer, while Alt is held
  let shown = null; // that of the cell in the panel

  const outline = () => {
    const rule = (name, style) => {
      if (name === null) return "";
      const part = `[data-part="${CSS.escape(name)}"]`;
      const line = `outline: 2px ${style} #2f7bc0 !important; outline-offset:`;
      // Browsers draw no outline around a row of a table whose borders are one, and what surrounds a table may cut it off.
      return `@media screen { ${part} { ${line} 2px; } tr${part} > * { ${line} -2px; } }`;
    };
    outlines.replaceSync(rule(shown, "solid") + rule(pointed === shown ? null : pointed, "dashed"));
  };

  const point = (name) => {
    if (name === pointed) return;
    pointed = name;
    outline();
  };

  /* 2 Events */

  const isAlt = (event) => event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey;
  let under = null; // what the pointer is on

  const follow = (event) => {
    under = event.target;
    point((isAlt(event) && cellOf(under)?.dataset.part) || null);
  };

  /** A click with Alt follows no link, and is no event of the cell. */
  const takeClick = (event) => {
    const part = isAlt(event) && cellOf(event.target);
    if (!part) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.type === "click") inspect(part);
  };

  const takeKey = (event) => {
    if (event.key === "Alt") return point(cellOf(under)?.dataset.part ?? null);
    if (isAlt(event) && event.code === "KeyI") {
      event.preventDefault();
      if (panel && document.activeElement === panel) return close();
      const part = cellOf(document.activeElement) ?? cellOf(under) ?? cells().find(isInView) ?? cells()[0];
      if (part) inspect(part);
    } else if (event.key === "Escape" && panel && !event.defaultPrevented && !event.target.matches("input, select, textarea")) {
      close();
    }
  };

  /* 3 Asking */

  let questions = 0; // how many there were: the answer to the last one counts

  const ask = async (name) => {
    const question = new URLSearchParams({ page: live.page, part: name, token: live.token ?? "" });
    try {
      const answer = await fetch(new URL(`explain?${question}`, live.base), { cache: "no-store" });
      return await answer.json();
    } catch {
      return { error: "The server does not answer." };
    }
  };

  /* 4 Panel. Data enters it as text, never as markup. */

  const panelStyle = `
    :host { all: initial !important; position: fixed !important; z-index: 2147483646 !important; inset: auto auto 8px 8px !important;
      max-width: min(44rem, calc(100vw - 16px)) !important; color-scheme: light dark !important; }
    :host([data-at="bottom right"]) { inset: auto 8px 8px auto !important; }
    :host([data-at="top left"]) { inset: 8px auto auto 8px !important; }
    :host([data-at="top right"]) { inset: 8px 8px auto auto !important; }
    section { box-sizing: border-box; max-height: 50vh; overflow: auto; padding: 0 12px 12px; border: 2px solid #2f7bc0;
      border-radius: 6px; background: Canvas; color: CanvasText; font: 14px/1.4 system-ui, sans-serif; overflow-wrap: anywhere;
      box-shadow: 0 2px 12px rgb(0 0 0 / 0.3); }
    header { position: sticky; top: 0; display: flex; gap: 6px; align-items: start; padding: 10px 0 6px; background: Canvas; }
    header div { flex: 1; min-width: 0; }
    h2, h3, p, dl, dd { margin: 0; font: inherit; }
    h2 { font-weight: 600; }
    h3 { margin-top: 10px; font-weight: 600; }
    .origin, dt { font: 13px/1.4 ui-monospace, monospace; }
    dl { display: grid; grid-template-columns: minmax(0, max-content) minmax(0, 1fr); gap: 0 14px; }
    dd { opacity: 0.75; }
    @media (max-width: 600px) { dl { grid-template-columns: minmax(0, 1fr); } dd { padding-left: 12px; } }
    button { flex: none; min-width: 32px; min-height: 28px; border: 1px solid; border-radius: 4px; background: none; color: inherit;
      font: inherit; cursor: pointer; }
    section:focus { outline: none; }
    section:focus-visible, button:focus-visible { outline: 2px solid; outline-offset: 2px; }
    @media print { :host { display: none !important; } }`;

  let panel = null;
  let returning = null; // what had the focus before

  const inspect = (part) => {
    if (!panel) {
      returning = document.activeElement;
      panel = make("pomona-live-inspector", { "data-live": "own" });
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(panelStyle);
      panel.attachShadow({ mode: "open" }).adoptedStyleSheets = [sheet];
      panel.shadowRoot.append(make("section", { role: "dialog", "aria-label": "What is known about a cell", tabindex: "-1" }));
      document.body.append(panel);
    }
    show(part);
    panel.shadowRoot.querySelector("section").focus({ preventScroll: true });
  };

  /** Shows a cell in the panel, which is in the corner of the window that is farthest from the cell. */
  const show = (part) => {
    shown = part.dataset.part;
    const { left, top, width, height } = part.getBoundingClientRect();
    const [isLeft, isAbove] = [left + width / 2 < innerWidth / 2, top + height / 2 < innerHeight / 2];
    panel.dataset.at = `${isAbove ? "bottom" : "top"} ${isLeft ? "right" : "left"}`;
    refresh();
  };

  /** Asks for what is known now. */
  const refresh = async () => {
    const part = cellNamed(shown);
    if (part) shown = part.dataset.part;
    outline();
    const number = (questions += 1);
    const report = await ask(shown);
    if (panel && number === questions) fill(report);
  };

  const fill = ({ title, origin, groups = [], error }) => {
    const section = panel.shadowRoot.querySelector("section");
    const heading = make("div", {}, make("h2", {}, title ?? section.querySelector("h2")?.textContent ?? shown));
    if (origin) heading.append(make("p", { class: "origin" }, origin));
    const focused = panel.shadowRoot.activeElement?.getAttribute("aria-label"); // of the button that is replaced
    section.replaceChildren(
      make("header", {}, heading, button("\u2039", "Previous cell", () => step(-1)), button("\u203a", "Next cell", () => step(1)),
        button("\u00d7", "Close", close)),
    );
    if (error) section.append(make("p", { role: "alert" }, error));
    for (const { title, lines } of groups) {
      const list = lines.flatMap(({ name, text }) => [make("dt", {}, name), make("dd", {}, text)]);
      section.append(make("h3", {}, title), make("dl", {}, ...list));
    }
    if (focused) section.querySelector(`[aria-label="${focused}"]`)?.focus({ preventScroll: true });
  };

  const button = (sign, label, action) => {
    const button = make("button", { type: "button", "aria-label": label, title: label }, sign);
    button.onclick = action;
    return button;
  };

  /** Shows the cell before or after the one that is shown. */
  const step = (distance) => {
    const all = cells();
    const index = all.indexOf(cellNamed(shown));
    const next = all[(index + distance + all.length) % all.length];
    if (!next) return;
    next.scrollIntoView({ block: "nearest", behavior: "instant" });
    show(next);
  };

  const close = () => {
    const hasFocus = document.activeElement === panel;
    panel.remove();
    panel = shown = null;
    outline();
    if (hasFocus && returning?.isConnected) returning.focus({ preventScroll: true });
  };

  addEventListener("pointermove", follow, true);
  for (const type of ["pointerdown", "mousedown", "click", "auxclick"]) addEventListener(type, takeClick, true);
  addEventListener("keydown", takeKey);
  addEventListener("keyup", ({ key }) => key === "Alt" && point(null));
  addEventListener("blur", () => point(null));
  document.addEventListener("pomona:update", () => panel && refresh());
})();
