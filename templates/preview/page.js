"use strict";

// The only script that the page's policy lets run; cards have none.
{
  const page = document.documentElement;
  const main = document.getElementById("notes");
  const notes = [...document.querySelectorAll(".note")];
  const decks = [...document.querySelectorAll(".deck")];
  const filter = document.getElementById("filter");
  const count = document.getElementById("count");
  const notice = document.getElementById("notice");
  const nothing = document.getElementById("nothing");
  const manual = document.querySelector(".manual");
  const keys = document.getElementById("keys");

  // --- what is remembered: switches for good, the place for as long as the tab is open

  const stored = (store, key) => {
    try {
      return JSON.parse(store().getItem(key)) ?? {};
    } catch {
      return {}; // a browser may forbid it
    }
  };

  const store = (store, key, value) => {
    try {
      store().setItem(key, JSON.stringify(value));
    } catch {
      // then nothing is remembered
    }
  };

  const KEY = "cardsmith-preview";
  const lasting = () => localStorage;
  const passing = () => sessionStorage;
  const prefersNight = matchMedia("(prefers-color-scheme: dark)").matches;
  const switches = { night: prefersNight, phone: false, one: false, keys: true };
  Object.assign(switches, stored(lasting, KEY));

  // --- cards

  const sheet = new CSSStyleSheet();
  sheet.replaceSync(document.getElementById("card-style").textContent);
  const devices = [];
  for (const frame of document.querySelectorAll(".frame")) {
    const root = frame.shadowRoot;
    if (root) {
      root.adoptedStyleSheets = [sheet];
      devices.push(root.querySelector(".device"));
    }
  }

  // As Anki does it: the phone is named on the outermost element, the night on the card.
  const dress = () => {
    page.classList.toggle("night", switches.night);
    page.classList.toggle("phone", switches.phone);
    for (const device of devices) {
      device.className = switches.phone ? "device mobile android" : "device";
      device.firstElementChild.classList.toggle("nightMode", switches.night);
    }
    for (const name of ["night", "phone", "one"]) {
      document.getElementById(name).setAttribute("aria-pressed", switches[name]);
    }
    keys.checked = switches.keys;
  };

  const toggle = (name) => {
    const note = current();
    switches[name] = !switches[name];
    store(lasting, KEY, switches);
    dress();
    if (name === "one") {
      notes.forEach(unturned);
    }
    if (scrollY > 0) {
      note?.scrollIntoView(); // the notes above may have become longer or shorter
    }
  };

  // --- turning

  const face = (note, side) => {
    note.dataset.face = side;
    const button = note.querySelector(".turn");
    if (button) {
      button.textContent = side === "front" ? "Show the back" : "Show the front";
    }
  };

  const unturned = (note) => {
    if (switches.one) {
      face(note, "front");
    } else {
      delete note.dataset.face;
    }
  };

  const turn = (note) => face(note, note.dataset.face === "front" ? "back" : "front");

  // --- filter

  const folded = (text) => text.normalize("NFKC").toLowerCase();
  const texts = new Map();

  // What authors wrote, which in cards has a direction of its own; not what stands on every card.
  const textOf = (note) => {
    if (!texts.has(note)) {
      const frames = [...note.querySelectorAll(".frame")];
      const parts = [
        ...note.querySelectorAll("h3, .facts, .finding, .broken, pre"),
        ...frames.flatMap((frame) => [...(frame.shadowRoot?.querySelectorAll("[dir]") ?? [])]),
      ];
      texts.set(note, folded(parts.map((part) => part.textContent).join("\n")));
    }
    return texts.get(note);
  };

  // A name of a tag or deck, or some of its parts, with those below it.
  const named = (words) => {
    const escaped = words.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*");
    return new RegExp(`(^|::)${escaped}(::|$)`, "u");
  };

  const condition = (field, words) => {
    if (field === "tag") {
      const name = named(words);
      return (note) => note.dataset.tags.split(" ").some((tag) => name.test(folded(tag)));
    }
    if (field === "deck") {
      const name = named(words);
      return (note) => name.test(folded(note.dataset.deck));
    }
    if (field === "id") {
      return (note) => note.dataset.id.includes(words);
    }
    return (note) => textOf(note).includes(words);
  };

  const conditions = (query) =>
    [...folded(query).matchAll(/(-?)(?:(tag|deck|id):)?(?:"([^"]*)"?|(\S*))/gu)]
      .map(([, minus, field, quoted, word]) => [minus, field, quoted ?? word])
      .filter(([, , words]) => words !== "") // not yet written to its end
      .map(([minus, field, words]) => [minus, condition(field, words)])
      .map(([minus, holds]) => (minus ? (note) => !holds(note) : holds));

  const counted = (number) => `${number.toLocaleString("en")} ${number === 1 ? "note" : "notes"}`;

  const sift = () => {
    const all = conditions(filter.value);
    let shown = 0;
    for (const note of notes) {
      note.hidden = !all.every((holds) => holds(note));
      shown += note.hidden ? 0 : 1;
    }
    for (const deck of decks) {
      deck.hidden = !deck.querySelector(".note:not([hidden])");
    }
    nothing.hidden = shown > 0 || notes.length === 0;
    count.textContent =
      all.length > 0 ? `${shown.toLocaleString("en")} of ${counted(notes.length)}` : counted(shown);
  };

  // --- going from note to note

  const visible = () => notes.filter((note) => !note.hidden);

  const current = () => {
    const focused = document.activeElement?.closest(".note");
    const top = parseFloat(getComputedStyle(page).scrollPaddingTop) || 0;
    return focused ?? visible().find((note) => note.getBoundingClientRect().bottom > top + 1);
  };

  const go = (note) => {
    note.focus({ preventScroll: true });
    note.scrollIntoView();
  };

  const step = (by) => {
    const all = visible();
    const focused = document.activeElement?.closest(".note");
    const at = all.indexOf(focused);
    const next = at < 0 ? current() : all[at + by];
    if (next) {
      go(next);
    }
  };

  // --- keys and clicks

  const actions = {
    "/": () => filter.select(),
    j: () => step(1),
    k: () => step(-1),
    t: () => toggle("night"),
    w: () => toggle("phone"),
    o: () => toggle("one"),
  };

  const isWriting = (element) =>
    element.matches?.("input:not([type=checkbox]), textarea, select") ?? false;

  document.addEventListener("keydown", (event) => {
    const [target] = event.composedPath();
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) {
      return;
    }
    if (event.key === "Escape" && target === filter) {
      filter.value = "";
      sift();
    } else if (event.key === "Escape" && manual.open) {
      manual.open = false;
      manual.firstElementChild.focus();
    } else if (event.key === " " && notes.includes(target) && !event.shiftKey) {
      event.preventDefault(); // which would scroll
      turn(target);
    } else if (switches.keys && !isWriting(target) && Object.hasOwn(actions, event.key)) {
      event.preventDefault(); // which would write the slash into the filter
      actions[event.key]();
    }
  });

  for (const name of ["night", "phone", "one"]) {
    document.getElementById(name).addEventListener("click", () => toggle(name));
  }
  keys.addEventListener("change", () => {
    switches.keys = keys.checked;
    store(lasting, KEY, switches);
  });
  filter.addEventListener("input", sift);
  main.addEventListener("click", (event) => {
    const button = event.target.closest(".turn");
    if (button) {
      turn(button.closest(".note"));
    }
  });

  // --- the place, kept when the page is loaded anew

  const target = () => document.getElementById(decodeURIComponent(location.hash.slice(1)));

  const arrive = () => {
    const note = target();
    if (note?.hidden) {
      filter.value = "";
      sift();
    }
    if (note && notes.includes(note)) {
      go(note);
    }
  };

  addEventListener("hashchange", arrive);
  addEventListener("pagehide", () => {
    const note = current();
    const top = note?.getBoundingClientRect().top;
    store(passing, KEY, { query: filter.value, note: note?.id, top, moved: scrollY > 0 });
  });

  const restore = () => {
    const isReload = performance.getEntriesByType("navigation")[0]?.type === "reload";
    const { query, note, top, moved } = isReload ? stored(passing, KEY) : {};
    filter.value = query ?? "";
    sift();
    const before = moved ? document.getElementById(note) : null;
    if (before) {
      history.scrollRestoration = "manual";
      scrollBy(0, before.getBoundingClientRect().top - top);
    } else {
      arrive();
    }
  };

  // --- changes of the decks, where a server tells of them

  const pause = (seconds) => new Promise((done) => setTimeout(done, 1000 * seconds));

  const changed = async () => {
    try {
      const answer = await fetch(`changes?${page.dataset.version}`, { cache: "no-store" });
      notice.textContent = "";
      if (answer.status !== 204) {
        await pause(answer.ok ? 0 : 2);
      }
      return answer.status === 200;
    } catch {
      notice.textContent = "The preview has ended; this page does not change any more.";
      await pause(2);
      return false;
    }
  };

  const watch = async () => {
    while (!(await changed()));
    location.reload();
  };

  dress();
  notes.forEach(unturned);
  restore();
  page.classList.add("ready");
  if ("live" in page.dataset) {
    watch();
  }
}
