/*
 * The connection of live pages to their server: one stream of events for all tabs of a browser.
 *
 * It is a shared worker; a page of a browser without these loads it as a script, and has a connection of its own. The server sends
 * notices that a page may have changed, never content, so nothing is lost with a notice: after each connection, the server hears what
 * every page shows, and answers with what they missed.
 *
 * Contents: 1 Tabs · 2 Stream · 3 List of open pages
 */
"use strict";

(() => {
  const isWorker = typeof document === "undefined";
  const base = new URL(".", isWorker ? location.href : document.currentScript.src);
  const delays = { first: 500, longest: 5000 }; // before connecting again
  const silence = 40_000; // The server sends something every 15 seconds.
  const patience = 1500; // before tabs hear that the server is gone

  /* 1 Tabs. A tab says which page it shows, `{page, version}`; after an update only the version; and `{}` when it leaves. */

  const tabs = new Map(); // ports to pages: who has been silent for longest comes first
  let state; // the last one sent by the server
  let lostSince = 0; // or 0 while there is a connection

  const connectTab = (port) => {
    port.onmessage = ({ data }) => {
      const page = data.page ?? tabs.get(port)?.page;
      tabs.delete(port);
      if (data.version === undefined || page === undefined) return leave();
      tabs.set(port, { page, version: data.version });
      if (data.page === undefined) return;
      if (state) port.postMessage({ state });
      port.postMessage({ lostSince });
      if (!stream) connect();
      listChanged();
    };
    port.onclose = () => tabs.delete(port) && leave(); // Not all browsers tell; pages of tabs that died are harmless.
  };

  const leave = () => {
    if (tabs.size > 0) return listChanged();
    disconnect();
    clearTimeout(timers.lost);
    timers.lost = lostSince = lastHeard = 0;
  };

  const tell = (message, page) => {
    for (const [port, tab] of tabs) {
      if (page === undefined || tab.page === page) port.postMessage(message);
    }
  };

  /* 2 Stream: each connection is a new client, which is given up at the first sign of trouble. */

  let stream = null;
  let client = "";
  let delay = delays.first;
  let lastHeard = 0;
  const timers = {};

  const setTimer = (name, action, milliseconds) => {
    clearTimeout(timers[name]);
    timers[name] = setTimeout(action, milliseconds);
  };

  const connect = () => {
    disconnect();
    client = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
    stream = new EventSource(new URL(`events?client=${client}`, base));
    stream.onopen = listChanged;
    stream.onerror = reconnect; // Its own attempts end at the first answer that is not a stream, as a proxy's may be.
    stream.onmessage = ({ data }) => {
      hear();
      receive(JSON.parse(data));
    };
    setTimer("watchdog", reconnect, silence);
    waitForServer();
  };

  const disconnect = () => {
    stream?.close();
    stream = null;
    for (const name of ["connect", "watchdog", "post"]) clearTimeout(timers[name]);
  };

  const reconnect = () => {
    disconnect();
    waitForServer();
    setTimer("connect", connect, delay);
    delay = Math.min(delay * 2, delays.longest);
  };

  /** Tells tabs that the server is gone, unless it is back in time. */
  const waitForServer = () => {
    if (lostSince || timers.lost) return;
    lastHeard ||= Date.now();
    setTimer("lost", () => {
      lostSince = lastHeard;
      tell({ lostSince });
    }, patience);
  };

  const hear = () => {
    lastHeard = Date.now();
    setTimer("watchdog", reconnect, silence);
  };

  /** The server knows the list of pages: all is well. */
  const serverIsBack = () => {
    delay = delays.first;
    clearTimeout(timers.lost);
    timers.lost = 0;
    if (lostSince) tell({ lostSince: 0 });
    lostSince = 0;
  };

  const receive = (event) => {
    if (event.state) {
      state = event.state;
      tell({ state });
    }
    for (const page in event.pages) tell({ version: event.pages[page] }, page);
    if (event.files) tell({ files: event.files, version: event.version });
  };

  /* 3 List of open pages: posted when pages come and go, one post at a time. */

  let isListNew = false;
  let isPosting = false;

  const listChanged = () => {
    isListNew = true;
    setTimer("post", post, 20); // Tabs that open together are one list.
  };

  const post = async () => {
    if (isPosting) return;
    isPosting = true;
    while (isListNew && stream?.readyState === EventSource.OPEN) {
      isListNew = false;
      const connection = stream;
      const isKnown = await postList();
      if (connection !== stream) isListNew = true;
      else if (isKnown) serverIsBack();
      else reconnect();
    }
    isPosting = false;
  };

  const postList = async () => {
    const pages = {};
    for (const { page, version } of tabs.values()) pages[page] ??= version;
    const request = {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ pages }),
      signal: AbortSignal.timeout(silence),
    };
    try {
      return (await fetch(new URL(`open?client=${client}`, base), request)).ok;
    } catch {
      return false;
    }
  };

  if (isWorker) self.onconnect = ({ ports }) => connectTab(ports[0]);
  else window.pomonaLive.connectTab = connectTab;
})();
