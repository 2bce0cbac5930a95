/*
 * The script of views: lets the reader arrange the listing of a live page, by a text to search for and by choices.
 *
 * What the reader wants to see is in the query of the page's address. The server sends the page for it, and the change is shown like any
 * other; so the page can be linked to and loaded again.
 */
"use strict";

(() => {
  const live = window.pomonaLive;
  const { make } = live;

  const style = new CSSStyleSheet();
  style.replaceSync(`
    :host { display: block; margin: 1rem 0; color-scheme: light dark; }
    form { display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; align-items: center; margin: 0; font: inherit; }
    input, select { box-sizing: border-box; min-height: 2.5rem; padding: 0.25rem 0.6rem; border: 1px solid; border-radius: 6px;
      background: Canvas; color: CanvasText; font: inherit; }
    input { flex: 1 1 16rem; min-width: 0; max-width: 30rem; }
    label { display: inline-flex; gap: 0.4rem; align-items: center; }
    input:focus-visible, select:focus-visible { outline: 2px solid; outline-offset: 1px; }
    output { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
    @media print { :host { display: none; } }`);

  let offered = ""; // what the controls are for
  let host = null;

  const query = () => new URLSearchParams(location.search);

  /** Asks for the page as the reader wants to see it now. */
  const arrange = (name, value) => {
    const wanted = query();
    if (value) wanted.set(name, value);
    else wanted.delete(name);
    live.arrange(wanted.toString());
  };

  const searchField = (prompt) => {
    const field = make("input", { type: "search", name: "q", placeholder: prompt, "aria-label": prompt, autocomplete: "off" });
    field.value = query().get("q") ?? "";
    field.addEventListener("input", () => arrange("q", field.value));
    return field;
  };

  const choiceField = ({ name, label, options }) => {
    const field = make("select", { name }, ...options.map(({ name: value, label: text }) => make("option", { value }, text)));
    const chosen = query().get(name);
    field.value = options.some((option) => option.name === chosen) ? chosen : options[0]?.name;
    // The first option is what everybody sees, so the address needs not name it.
    field.addEventListener("change", () => arrange(name, field.value === options[0]?.name ? "" : field.value));
    return make("label", {}, label, field);
  };

  /** Says how much is found to those who do not see it. */
  const announce = () => {
    const output = host?.shadowRoot.querySelector("output");
    const count = document.querySelectorAll('[data-part*="#"]').length;
    if (output && query().get("q")) output.textContent = String(count);
  };

  /** The place of the controls: before what they change, whatever the theme has there. */
  const place = () => {
    const main = document.querySelector("main") ?? document.body;
    const isChanging = (element) => element.localName === "nav" || element.matches("[data-part]") || element.querySelector("[data-part]");
    const first = [...main.children].find(isChanging);
    if (first) first.before(host);
    else main.append(host);
  };

  const furnish = () => {
    const offer = live.view;
    if (offer !== offered) {
      offered = offer;
      host?.remove();
      host = null;
      if (!offer) return;
      const { search, choices } = JSON.parse(offer);
      const form = make("form", { role: "search" }, ...(search ? [searchField(search)] : []), ...choices.map(choiceField));
      form.onsubmit = (event) => event.preventDefault();
      host = make("pomona-view", { "data-live": "own" });
      const shadow = host.attachShadow({ mode: "open" });
      shadow.adoptedStyleSheets = [style];
      shadow.append(form, make("output", {}));
      place();
    }
    announce();
  };

  document.addEventListener("pomona:update", furnish);
  furnish();
})();
