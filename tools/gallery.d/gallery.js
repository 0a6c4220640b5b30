"use strict";
// The page works from file://, where nothing can be fetched: the data of a view are a script that calls 'present'.

const byId = (id) => document.getElementById(id);
// A scene's name as a path of an address: it may have '#', '?' and '%' in it.
const path = (name) => name.split("/").map(encodeURIComponent).join("/");
const tiles = [...document.querySelectorAll(".tile")];
const view = byId("view");
const calm = matchMedia("(prefers-reduced-motion: reduce)");
let moves = !calm.matches;
let current = null;

// --- Motion: what is in view plays, unless the system or the button says that nothing moves.

const inView = new Set();

function playOrPause(video) {
  if (moves && inView.has(video) && !view.open) video.play().catch(() => {});
  else video.pause();
}

const videos = [...document.querySelectorAll(".tile video")];
const observer = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (isIntersecting) inView.add(target); else inView.delete(target);
    playOrPause(target);
  }
}, { threshold: 0.2 });
for (const video of videos) observer.observe(video);

function setMotion(on) {
  moves = on;
  byId("motion").setAttribute("aria-pressed", String(on));
  // Reload: a video that stands still shows its picture, not the frame at which it stopped.
  for (const video of videos) if (on) playOrPause(video); else video.load();
}
byId("motion").addEventListener("click", () => setMotion(!moves));
calm.addEventListener("change", () => setMotion(!calm.matches));
byId("motion").setAttribute("aria-pressed", String(moves));

// --- Finding

byId("find").addEventListener("input", (event) => {
  const words = event.target.value.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const section of document.querySelectorAll("main section")) {
    let any = false;
    for (const tile of section.querySelectorAll(".tile")) {
      const fits = words.every((word) => tile.dataset.scene.includes(word));
      tile.hidden = !fits;
      any ||= fits;
      if (fits && !section.classList.contains("first")) count += 1;
    }
    section.hidden = !any || (words.length > 0 && section.classList.contains("first"));
  }
  byId("found").textContent = words.length ? `${count} ${count === 1 ? "scene" : "scenes"}` : "";
});

// --- The source, each key of which leads to what it means

// The keys that scene-format.html has anchors for.
const keys = new Set([/* keys */]);

function linked(source) {
  const parts = [];
  let end = 0;
  // A text before a colon is a key.
  for (const match of source.matchAll(/"((?:[^"\\]|\\.)*)"(?=\s*:)/g)) {
    if (!keys.has(match[1])) continue;
    parts.push(source.slice(end, match.index + 1));
    const link = document.createElement("a");
    link.href = `scene-format.html#key-${match[1]}`;
    link.textContent = match[1];
    parts.push(link);
    end = match.index + match[0].length - 1;
  }
  return [...parts, source.slice(end)];
}

// --- The form of a template: every choice has been drawn beforehand; a service that was named draws any other.

function form(scene) {
  byId("choices").hidden = !scene.parameters?.length;
  byId("parameters").replaceChildren();
  if (byId("choices").hidden) return;
  byId("service").hidden = !scene.service;
  if (scene.service) byId("service-link").href = scene.service;
  const choose = () => {
    const choice = [...byId("parameters").querySelectorAll("select, input")].map((each) => each.dataset.only ?? each.value);
    const image = byId("picture").querySelector("img");
    image.src = `media/${path(scene.name)}.choices/${encodeURIComponent(choice.join("-"))}.webp`;
  };
  for (const parameter of scene.parameters) {
    const label = document.createElement("label");
    label.append(parameter.title);
    const field = document.createElement(parameter.values.length > 1 ? "select" : "input");
    if (parameter.values.length > 1) {
      parameter.values.forEach((value, index) => field.append(new Option(String(value), index)));
      field.addEventListener("change", choose);
    } else {
      field.value = String(parameter.values[0]);
      field.readOnly = true;
      field.dataset.only = "0";
    }
    label.append(field);
    byId("parameters").append(label);
  }
}

// --- The view of a scene

function present(scene) {
  if (scene.name !== current) return;
  const tile = tiles.find((each) => each.dataset.scene === scene.name);
  byId("view-name").textContent = scene.name;
  const shown = tile.firstElementChild.cloneNode(true);
  shown.removeAttribute("loading");
  if (shown instanceof HTMLVideoElement) {
    shown.controls = true;
    shown.setAttribute("aria-label", `${scene.name}, moving`);
    if (moves) shown.play().catch(() => {});
  } else {
    shown.alt = scene.name;
  }
  byId("picture").replaceChildren(shown);
  for (const id of ["picture", "compare"]) byId(id).classList.toggle("clear", tile.classList.contains("clear"));
  byId("actual").src = `media/${path(scene.name)}.actual.png`;
  uncover("expected");
  byId("parity").textContent = scene.parity;
  byId("source").replaceChildren(...linked(scene.source));
  byId("batches").textContent = scene.batches;
  byId("cost").textContent = scene.cost;
  form(scene);
  for (const id of ["source", "batches", "cost"]) byId(id).scrollTop = 0;
}
window.present = present;

function uncover(what) {
  byId("other").src = `media/${path(current)}.${what}.png`;
  byId("other").alt = what === "expected" ? "As the reference renderer draws it" : "The difference, 16 times amplified";
  byId("right").textContent = what === "expected" ? "reference" : "difference";
  byId("show-expected").setAttribute("aria-pressed", String(what === "expected"));
  byId("show-difference").setAttribute("aria-pressed", String(what === "difference"));
}

function open(name) {
  current = name;
  const script = document.createElement("script");
  script.src = `data/${path(name)}.js`;
  script.onload = script.onerror = () => script.remove();
  document.body.append(script);
  if (!view.open) view.showModal();
  view.scrollTop = 0;
  for (const video of videos) playOrPause(video);
}

function step(by) {
  // A scene that is also among the first has two tiles; the one in its feature counts.
  const names = tiles.filter((each) => !each.hidden && !each.closest(".first")).map((each) => each.dataset.scene);
  const index = names.indexOf(current);
  location.hash = names[(index + by + names.length) % names.length];
}

function follow() {
  const name = decodeURIComponent(location.hash.slice(1));
  if (tiles.some((each) => each.dataset.scene === name)) open(name);
  else if (view.open) view.close();
}

for (const tile of tiles) {
  tile.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    location.hash = tile.dataset.scene;
  });
}
addEventListener("hashchange", follow);
view.addEventListener("close", () => {
  byId("picture").replaceChildren();
  const tile = tiles.find((each) => each.dataset.scene === current && !each.hidden);
  current = null;
  history.replaceState(null, "", location.pathname + location.search);
  if (tile && !tiles.includes(document.activeElement)) tile.focus();
  for (const video of videos) playOrPause(video);
});
view.addEventListener("click", (event) => { if (event.target === view) view.close(); });
view.addEventListener("keydown", (event) => {
  if (event.target.matches("input, select, pre, video") || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === "ArrowLeft") step(-1);
  if (event.key === "ArrowRight") step(1);
});
byId("before").addEventListener("click", () => step(-1));
byId("after").addEventListener("click", () => step(1));
byId("close").addEventListener("click", () => view.close());
byId("wipe").addEventListener("input", (event) => {
  byId("compare").style.setProperty("--wipe", `${event.target.value}%`);
});
byId("show-expected").addEventListener("click", () => uncover("expected"));
byId("show-difference").addEventListener("click", () => uncover("difference"));
follow();
