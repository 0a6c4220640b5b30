let chosen = null;
const views = {};

byId("about").textContent = [
  `${number(canvas.width)} × ${number(canvas.height)} points at scale ${number(canvas.scale)}`,
  count(data.render.canvas.layerCount, "layer"), `${data.render.canvas.drawnCount.toLocaleString("en")} drawn`,
  data.layers.canvas.isAnimated ? "animated" : "still", `at ${seconds(data.time)}`,
].join(", ");

// --- Tabs

const tabs = [...document.querySelectorAll("[role='tab']")];

function show(tab, focus) {
  for (const each of tabs) {
    each.setAttribute("aria-selected", String(each === tab));
    each.tabIndex = each === tab ? 0 : -1;
    byId(each.getAttribute("aria-controls")).hidden = each !== tab;
  }
  if (focus) tab.focus();
  views[tab.id]?.();
}
for (const tab of tabs) {
  tab.addEventListener("click", () => show(tab));
  tab.addEventListener("keydown", (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by) show(tabs[(tabs.indexOf(tab) + by + tabs.length) % tabs.length], true);
  });
}

// --- The tree

const items = [];
const open = [];

function row(index) {
  const layer = data.layers.layers[index];
  const depth = index === 0 ? 0 : items[layer.parent].depth + 1;
  const fold = make("span", { class: "fold", "aria-hidden": "true" });
  const element = make("div", {
    role: "treeitem", "aria-level": depth + 1, "aria-selected": "false", tabindex: index === 0 ? 0 : -1, "data-layer": layer.layer,
    style: `padding-left:${0.4 + Math.min(depth, 14) * 0.9}rem`,
  }, fold, make("span", { class: "what" }, (layer.role ? `${layer.role}: ` : "") + (layer.name ?? layer.class)),
  make("span", { class: "who" }, layer.name ? `${layer.class} #${layer.layer}` : `#${layer.layer}`));
  items.push({ element, fold, layer, depth, index, children: 0 });
  if (index > 0) items[layer.parent].children += 1;
}
data.layers.layers.forEach((_, index) => { row(index); open.push(true); });
byId("tree").append(...items.map((item) => item.element));

function fold() {
  const words = byId("find").value.toLowerCase().trim();
  for (const item of items) {
    const { layer } = item;
    const parent = layer.parent === undefined ? null : items[layer.parent];
    item.hidden = parent ? parent.hidden || !open[parent.index] : false;
    const said = `${layer.name ?? ""} ${layer.class} #${layer.layer}`.toLowerCase();
    item.element.hidden = words ? !said.includes(words) : item.hidden;
    item.fold.textContent = item.children && !words ? (open[item.index] ? "▾" : "▸") : "";
    if (item.children) item.element.setAttribute("aria-expanded", String(open[item.index]));
  }
}
fold();
byId("find").addEventListener("input", fold);

function step(from, by) {
  for (let index = from + by; index >= 0 && index < items.length; index += by) {
    if (!items[index].element.hidden) return choose(items[index].layer.layer, true);
  }
}
byId("tree").addEventListener("click", (event) => {
  const element = event.target.closest("[role='treeitem']");
  const item = items.find((each) => each.element === element);
  if (!item) return;
  if (event.target === item.fold && item.children) { open[item.index] = !open[item.index]; fold(); } else choose(item.layer.layer);
});
byId("tree").addEventListener("keydown", (event) => {
  const item = items.find((each) => each.element === event.target);
  if (!item) return;
  const isOpen = item.children && open[item.index];
  if (event.key === "ArrowDown") step(item.index, 1);
  else if (event.key === "ArrowUp") step(item.index, -1);
  else if (event.key === "Home") step(-1, 1);
  else if (event.key === "End") step(items.length, -1);
  else if (event.key === "ArrowRight" && item.children) { if (isOpen) step(item.index, 1); else { open[item.index] = true; fold(); } }
  else if (event.key === "ArrowLeft" && isOpen) { open[item.index] = false; fold(); }
  else if (event.key === "ArrowLeft" && item.layer.parent !== undefined) choose(items[item.layer.parent].layer.layer, true);
  else if (event.key === "Enter" || event.key === " ") choose(item.layer.layer, true);
  else return;
  event.preventDefault();
});

// --- The layer that is chosen, in all views

function list(values) {
  return make("dl", {}, ...Object.entries(values).flatMap(([key, value]) => [make("dt", {}, key), make("dd", {}, ...shown(key, value))]));
}

function about(id) {
  const layer = layers.get(id);
  const seen = nodes.get(id) ?? [];
  const cost = data.cost.layers.find((each) => each.layer === id);
  const drawn = data.steps.flatMap((each, index) =>
    each.primitives.some((primitive) => data.passes.primitives[primitive].layer === id) ? [index] : []);
  const parts = [make("h2", {}, `${title(id)} `, make("span", { class: "note" }, layer ? `${layer.class} #${id}` : ""))];
  if (layer && Object.keys(layer.values).length) parts.push(make("h3", {}, "Set, where it differs from the default"), list(layer.values));
  for (const animation of layer?.animations ?? []) {
    parts.push(make("h3", {}, `Animation of ${animation.keyPath ?? animation.kind}`), list(animation.values));
  }
  parts.push(make("h3", {}, seen.length === 0 ? "Not seen" : `Shown at ${seconds(data.time)}`
    + (seen.length > 1 ? `, the first of ${seen.length} times` : "")));
  if (seen.length) parts.push(list(data.render.layers[seen[0]].values));
  if (cost) {
    parts.push(make("h3", {}, "Reckoned cost"),
      make("p", {}, `${duration(cost.seconds)}, ${size(cost.bytes)}, ${count(cost.primitives, "primitive")}`));
  }
  if (drawn.length) {
    parts.push(make("h3", {}, "Drawn in"), make("div", { class: "chips" }, ...drawn.slice(0, 12).map((index) =>
      make("button", { type: "button", class: "layer", onclick: () => { show(byId("tab-steps")); steps.go(index); } }, `Step ${index + 1}`))));
  }
  byId("chosen").replaceChildren(...parts);
}

function choose(id, focus) {
  chosen = id;
  const item = items.find((each) => each.layer.layer === id);
  for (const each of items) {
    each.element.setAttribute("aria-selected", String(each === item));
    each.element.tabIndex = each === (item ?? items[0]) ? 0 : -1;
  }
  if (item) {
    for (let up = item.layer.parent; up !== undefined; up = items[up].layer.parent) open[up] = true;
    if (item.element.hidden && byId("find").value) byId("find").value = "";
    fold();
    if (focus) item.element.focus();
    const tree = item.element.closest(".tree");
    const [box, around] = [item.element.getBoundingClientRect(), tree.getBoundingClientRect()];
    if (box.top < around.top || box.bottom > around.bottom) tree.scrollTop += box.top - around.top - around.height / 2;
  }
  about(id);
  for (const button of document.querySelectorAll("button.layer[data-layer]")) {
    button.setAttribute("aria-current", String(button.dataset.layer === String(id)));
  }
  for (const mark of [space, time, steps, writes]) mark.choose();
}

// --- Exploded

const space = {
  planes: [],
  begin() {
    const background = data.render.canvas.background;
    const flat = make("div", { class: "plane canvas", style: `width:${canvas.width}px;height:${canvas.height}px;`
      + (background ? `background:${css(background)}` : "") });
    byId("space").append(flat);
    this.planes.push({ element: flat, matrix: "", layer: null });
    for (const plane of data.planes) {
      if (plane.matrix.includes(null)) continue;
      const [x, y, width, height] = plane.bounds;
      const kind = (plane.mask ? " mask" : "") + (plane.backdrop ? " backdrop" : "");
      const element = make("div", { class: `plane${kind}`, "data-layer": plane.layer, style: `width:${width}px;height:${height}px` });
      if (plane.picture !== undefined) {
        const [left, top, w, h] = plane.frame;
        element.append(make("img", { alt: title(plane.layer), src: picture(data.pictures[plane.picture]), draggable: "false",
          style: `left:${left - x}px;top:${top - y}px;width:${w}px;height:${h}px` }));
      }
      byId("space").append(element);
      const matrix = `matrix3d(${plane.matrix.join(",")}) translate(${x}px,${y}px)`;
      const long = Math.max(Math.hypot(plane.matrix[0], plane.matrix[1], plane.matrix[2]), 1e-3);
      this.planes.push({ element, matrix, layer: plane.layer, render: plane.render, long });
    }
    byId("space-note").textContent = (data.planesLeftOut ? `${count(data.planesLeftOut, "layer")} more that ${
      data.planesLeftOut === 1 ? "is" : "are"} not shown here. ` : "")
      + "Each plane is what a layer draws by itself. Masks, and what filters its backdrop, have dashed outlines.";
    for (const id of ["turn", "tilt", "spread", "zoom"]) byId(id).addEventListener("input", () => this.place());
    for (const id of ["outlines", "pictures"]) {
      byId(id).addEventListener("click", () => {
        byId(id).setAttribute("aria-pressed", String(byId(id).getAttribute("aria-pressed") !== "true"));
        this.place();
      });
    }
    byId("front").addEventListener("click", () => {
      for (const id of ["turn", "tilt", "spread"]) byId(id).value = 0;
      this.place();
    });
    this.drag();
    addEventListener("resize", () => this.place());
    this.place();
  },
  place() {
    const [turn, tilt, spread, zoom] = ["turn", "tilt", "spread", "zoom"].map((id) => Number(byId(id).value));
    const { clientWidth, clientHeight } = byId("stage");
    const fit = Math.min(clientWidth / canvas.width, clientHeight / canvas.height) * 0.72 * zoom / 100;
    const gap = spread / 100 * 1.2 * Math.max(canvas.width, canvas.height) / Math.max(4, this.planes.length - 1);
    const middle = gap * (this.planes.length - 1) / 2;
    byId("space").style.transform = `rotateX(${-tilt}deg) rotateY(${turn}deg) scale3d(${fit},${fit},${fit}) `
      + `translate3d(${-canvas.width / 2}px,${-canvas.height / 2}px,${-middle}px)`;
    this.planes.forEach((plane, index) => {
      plane.element.style.transform = `translateZ(${index * gap}px) ${plane.matrix}`;
      plane.element.style.setProperty("--thin", `${1.2 / fit / (plane.long ?? 1)}px`);
    });
    byId("stage").classList.toggle("outlined", byId("outlines").getAttribute("aria-pressed") === "true");
    byId("stage").classList.toggle("no-pictures", byId("pictures").getAttribute("aria-pressed") !== "true");
  },
  drag() {
    const stage = byId("stage");
    let last = null, moved = 0;
    stage.addEventListener("pointerdown", (event) => { last = [event.clientX, event.clientY]; moved = 0; });
    stage.addEventListener("pointermove", (event) => {
      if (last && event.buttons) {
        const [dx, dy] = [event.clientX - last[0], event.clientY - last[1]];
        moved += Math.abs(dx) + Math.abs(dy);
        byId("turn").value = Number(byId("turn").value) + dx / 3;
        byId("tilt").value = Number(byId("tilt").value) + dy / 3;
        last = [event.clientX, event.clientY];
        tip.hidden = true;
        return this.place();
      }
      const plane = this.planes.find((each) => each.element === event.target.closest(".plane"));
      if (plane && plane.layer !== null) showTip(event, plane.layer, plane.render); else tip.hidden = true;
    });
    stage.addEventListener("pointerup", (event) => {
      last = null;
      const id = event.target.closest(".plane")?.dataset.layer;
      if (moved < 4 && id !== undefined) choose(Number(id));
    });
    stage.addEventListener("pointerleave", () => { last = null; tip.hidden = true; });
  },
  choose() {
    for (const plane of this.planes) plane.element.classList.toggle("chosen", plane.layer === chosen && chosen !== null);
  },
};

// --- Time and damage

const time = {
  timer: null,
  begin() {
    this.image = make("img", { alt: "" });
    this.screen = new Screen("time-screen", this.image);
    const last = data.times.length - 1;
    for (const id of ["time", "other"]) { byId(id).max = last; byId(id).disabled = last === 0; }
    byId("time").value = data.times.reduce((best, each, index) =>
      Math.abs(each - data.time) < Math.abs(data.times[best] - data.time) ? index : best, 0);
    byId("time").addEventListener("input", () => this.show());
    byId("other").addEventListener("input", () => { this.set("follow", false); this.show(); });
    byId("follow").addEventListener("click", () => { this.set("follow", !this.is("follow")); this.show(); });
    byId("play").addEventListener("click", () => this.play(!this.is("play")));
    byId("play").disabled = byId("follow").disabled = last === 0;
    this.bars();
    this.show();
  },
  is(id) { return byId(id).getAttribute("aria-pressed") === "true"; },
  set(id, on) { byId(id).setAttribute("aria-pressed", String(on)); },
  play(on) {
    this.set("play", on);
    clearInterval(this.timer);
    const last = data.times.length - 1;
    const pause = last > 0 ? Math.max(16, (data.times[last] - data.times[0]) / last * 1000) : 100;
    if (on) this.timer = setInterval(() => { byId("time").value = (Number(byId("time").value) + 1) % data.times.length; this.show(); }, pause);
  },
  /** The damage between two frames: pixels, boxes, and causes as pairs of a layer and a reason. */
  between(a, b) {
    const [first, second] = a < b ? [a, b] : [b, a];
    const frames = data.times.length;
    const index = first * (2 * frames - first - 1) / 2 + second - first - 1;
    return first === second ? [0, [], []] : data.damage.pairs[index];
  },
  show() {
    const now = Number(byId("time").value);
    if (this.is("follow")) byId("other").value = Math.max(0, now - 1);
    const other = Number(byId("other").value);
    this.image.src = picture(data.frames[now]);
    this.image.alt = `The scene at ${seconds(data.times[now])}`;
    byId("time-text").textContent = seconds(data.times[now]);
    byId("other-text").textContent = seconds(data.times[other]);
    const [pixels, boxes, causes] = this.between(now, other);
    const all = data.render.canvas.pixels[0] * data.render.canvas.pixels[1];
    this.boxes = [];
    for (let index = 0; index < boxes.length; index += 4) this.boxes.push(["damage", boxes.slice(index, index + 4)]);
    byId("damage").textContent = data.times.length === 1 ? "Nothing in this scene moves."
      : pixels === 0 ? "Both frames are the same."
      : `${count(pixels, "pixel")} of ${all.toLocaleString("en")} ${pixels === 1 ? "differs" : "differ"} (${
        number(pixels / all * 100, 1)} %), in ${count(this.boxes.length, "rectangle")}.`;
    const buttons = [];
    for (let index = 0; index < causes.length; index += 2) {
      buttons.push(layerButton(causes[index], `${title(causes[index])}: ${data.damage.reasons[causes[index + 1]]}`));
    }
    byId("causes").replaceChildren(...buttons);
    const [begin, end] = [data.times[0], data.times[data.times.length - 1]];
    for (const line of document.querySelectorAll(".track b")) {
      line.style.left = `${end > begin ? (data.times[now] - begin) / (end - begin) * 100 : 0}%`;
    }
    this.choose();
  },
  bars() {
    const [begin, end] = [data.times[0], data.times[data.times.length - 1]];
    const share = (value) => Math.min(Math.max(((value ?? Infinity) - begin) / (end - begin || 1), 0), 1) * 100;
    const rows = data.animations.slice(0, 400).map((each) => {
      const bar = (from, to, kind) => make("span", { class: kind, style: `left:${share(from)}%;width:${share(to) - share(from)}%` });
      const keys = each.keyTimes.filter((key) => key >= begin && key <= end).map((key) => make("i", { style: `left:${share(key)}%` }));
      return make("div", { class: "row" }, layerButton(each.layer, `${title(each.layer)}: ${each.title}`),
        make("div", { class: "track", title: `${seconds(each.begin)} to ${seconds(each.end)}, with repeats to ${seconds(each.allEnd)}` },
          bar(each.begin, each.allEnd, "again"), bar(each.begin, each.end, "once"), ...keys, make("b")));
    });
    const more = data.animations.length - rows.length;
    byId("animations").append(...(rows.length ? rows : [make("p", { class: "note" }, "There are none.")]),
      ...(more > 0 ? [make("p", { class: "note" }, `${count(more, "animation")} more.`)] : []));
  },
  choose() { this.screen.mark([...this.boxes, ...(data.times.length === 1 ? marksOf(chosen) : [])]); },
};

// --- The order of drawing

const steps = {
  at: -1,
  drawn: -1,
  begin() {
    this.canvas = make("canvas", { width: Math.ceil(data.render.canvas.pixels[0] / data.factor),
      height: Math.ceil(data.render.canvas.pixels[1] / data.factor), role: "img", "aria-label": "The canvas after the step" });
    this.screen = new Screen("steps-screen", this.canvas);
    byId("step").max = Math.max(0, data.steps.length - 1);
    byId("step").value = byId("step").max;
    byId("step").addEventListener("input", () => this.go(Number(byId("step").value)));
    for (const [id, to] of [["step-first", () => 0], ["step-back", () => this.at - 1], ["step-on", () => this.at + 1],
      ["step-last", () => data.steps.length - 1]]) byId(id).addEventListener("click", () => this.go(to()));
    byId("batches").textContent = data.batches
      ? [`on ${data.batches.renderer}`, ...data.batches.steps.map((each) => (each.kind === "batch" ? "  " : "") + each.text)].join("\n")
      : data.batchesProblem;
    this.table();
    views["tab-steps"] = () => { if (this.at < 0) this.go(data.steps.length - 1); };
  },
  table() {
    const head = make("tr", {}, ...["Pass", "Why", "Pixels", "Primitives", "Filters"].map((each) =>
      make("th", { scope: "col", class: each === "Primitives" ? "number" : null }, each)));
    const rows = data.passes.passes.slice(0, 1000).map((pass) => make("tr", {}, make("td", {}, String(pass.pass)),
      make("td", {}, pass.reason), make("td", {}, `${pass.box[2]} × ${pass.box[3]} at ${pass.box[0]}, ${pass.box[1]}`),
      make("td", { class: "number" }, String(pass.end - pass.first)), make("td", {}, pass.filters.join(", ") || "none")));
    byId("passes").append(make("thead", {}, head), make("tbody", {}, ...rows));
  },
  go(index) {
    if (data.steps.length === 0) { byId("step-text").textContent = "nothing is drawn"; return; }
    this.at = Math.min(Math.max(index, 0), data.steps.length - 1);
    byId("step").value = this.at;
    byId("step-text").textContent = `${this.at + 1} of ${data.steps.length}`;
    byId("step-back").disabled = byId("step-first").disabled = this.at === 0;
    byId("step-on").disabled = byId("step-last").disabled = this.at === data.steps.length - 1;
    this.tell(data.steps[this.at]);
    this.choose();
    this.draw();
  },
  tell(now) {
    const pass = data.passes.passes[now.pass];
    const lines = now.primitives.slice(0, 30).map((index) => {
      const primitive = data.passes.primitives[index];
      const pixels = primitive.box[2] * primitive.box[3];
      return make("tr", {}, make("td", {}, primitive.layer === undefined ? "" : layerButton(primitive.layer)),
        make("td", { class: "mono" }, primitive.text), make("td", { class: "number" }, count(pixels, "pixel")));
    });
    byId("step-about").replaceChildren(
      make("p", {}, now.pass === 0 ? "On the canvas:" : `On a surface of its own, pass ${now.pass}: ${pass.reason}. It is seen when that is shown.`),
      make("table", {}, make("tbody", {}, ...lines)),
      ...(now.primitives.length > 30 ? [make("p", { class: "note" }, `${now.primitives.length - 30} more.`)] : []));
  },
  async draw() {
    // Pictures come when they are decoded; what was asked for since then wins.
    const target = this.at, token = this.token = {};
    const context = this.canvas.getContext("2d");
    const put = async (index) => {
      const { picture: file, box } = data.steps[index];
      if (!file) return;
      const image = new Image();
      image.src = picture(file);
      await image.decode();
      if (this.token !== token) return;
      const [x, y] = [box[0] / data.factor, box[1] / data.factor];
      if (data.steps[index].pass === 0) context.clearRect(x, y, file.width, file.height);
      context.drawImage(image, x, y);
    };
    if (this.drawn > target || this.dirty) {
      const background = data.render.canvas.background;
      context.clearRect(0, 0, this.canvas.width, this.canvas.height);
      if (background) { context.fillStyle = css(background); context.fillRect(0, 0, this.canvas.width, this.canvas.height); }
      this.drawn = -1;
      this.dirty = false;
    }
    for (let index = this.drawn + 1; index <= target; index += 1) {
      if (data.steps[index].pass === 0) await put(index);
      if (this.token !== token) return;
      this.drawn = index;
    }
    if (data.steps[target].pass !== 0) { this.dirty = true; await put(target); }
    this.canvas.dataset.step = target;
  },
  choose() {
    if (this.at < 0) return;
    const { box, pass } = data.steps[this.at];
    const around = pass === 0 ? [] : [["pass", data.passes.passes[pass].box]];
    this.screen.mark([...around, ...(box[2] ? [["box", box]] : []), ...marksOf(chosen)]);
  },
  dirty: true,
};

// --- Overdraw

const writes = {
  x: 0, y: 0, counts: [],
  colors: [[255, 255, 255], [198, 219, 239], [107, 174, 214], [49, 130, 189], [253, 208, 90], [253, 141, 60], [222, 45, 38], [128, 0, 60]],
  begin() {
    const { columns, rows, runs, cell } = data.overdraw;
    for (let index = 0; index < runs.length; index += 2) for (let n = 0; n < runs[index]; n += 1) this.counts.push(runs[index + 1]);
    this.canvas = make("canvas", { width: columns, height: rows, tabindex: 0, role: "img",
      "aria-label": "How often each pixel is written; arrow keys move the probe", "aria-describedby": "writes-text" });
    const context = this.canvas.getContext("2d");
    const image = context.createImageData(columns, rows);
    this.counts.forEach((value, index) => image.data.set([...this.color(value), 255], index * 4));
    context.putImageData(image, 0, 0);
    this.screen = new Screen("writes-screen", this.canvas, (x, y) => { this.probe(x, y); return this.say(x, y); });
    [this.x, this.y] = data.render.canvas.pixels.map((each) => Math.floor(each / 2));
    this.canvas.addEventListener("keydown", (event) => {
      const far = cell * (event.shiftKey ? 16 : 1);
      const by = { ArrowLeft: [-far, 0], ArrowRight: [far, 0], ArrowUp: [0, -far], ArrowDown: [0, far] }[event.key];
      if (!by) return;
      event.preventDefault();
      this.probe(this.x + by[0], this.y + by[1]);
    });
    const most = this.counts.reduce((a, b) => Math.max(a, b), 0);
    byId("legend").append(...this.colors.map((color, index) => make("span", {},
      make("i", { style: `background:rgb(${color.join(" ")})` }), index === this.colors.length - 1 ? `${index} and more` : String(index))));
    const mean = this.counts.reduce((a, b) => a + b, 0) / (this.counts.length || 1);
    this.summary = `${number(mean, 2)} writes per pixel on average, at most ${number(most, 2)}`
      + (cell > 1 ? `, means of ${cell} × ${cell} pixels.` : ".");
    this.probe(this.x, this.y);
  },
  color(value) {
    const last = this.colors.length - 1, low = Math.min(Math.floor(value), last), share = Math.min(value, last) - low;
    return this.colors[low].map((each, index) => Math.round(each + (this.colors[Math.min(low + 1, last)][index] - each) * share));
  },
  say(x, y) {
    const { cell, columns } = data.overdraw;
    const value = this.counts[Math.floor(y / cell) * columns + Math.floor(x / cell)];
    return value === undefined ? "" : `${number(value, 2)} ${value === 1 ? "write" : "writes"} at ${x}, ${y}`;
  },
  probe(x, y) {
    const [width, height] = data.render.canvas.pixels;
    this.x = Math.min(Math.max(x, 0), width - 1);
    this.y = Math.min(Math.max(y, 0), height - 1);
    byId("writes-text").textContent = `${this.say(this.x, this.y)}. ${this.summary}`;
    this.choose();
  },
  choose() {
    const [width, height] = data.render.canvas.pixels;
    this.screen.mark([["probe", [0, this.y, width, data.overdraw.cell]], ["probe", [this.x, 0, data.overdraw.cell, height]], ...marksOf(chosen)]);
  },
};

// --- Cost

const duration = (value) => value >= 1 ? `${number(value, 2)} s` : value >= 1e-3 ? `${number(value * 1e3, 2)} ms` : `${number(value * 1e6, 1)} µs`;
const size = (value) => value >= 1 << 20 ? `${number(value / (1 << 20), 1)} MiB` : value >= 1024 ? `${number(value / 1024, 1)} KiB` : `${value} B`;

function costs() {
  const whole = data.cost.layers.reduce((sum, each) => sum + each.seconds, 0) || 1;
  const head = [["Layer", ""], ["Time", "number"], ["", ""], ["Memory", "number"], ["Primitives", "number"]];
  byId("costs").append(
    make("thead", {}, make("tr", {}, ...head.map(([name, kind]) => make("th", { scope: "col", class: kind }, name)))),
    make("tbody", {}, ...data.cost.layers.slice(0, 1000).map((each) => make("tr", {},
      make("td", {}, each.layer === undefined ? "shared: tables of shadows, backdrops of the canvas" : layerButton(each.layer)),
      make("td", { class: "number" }, duration(each.seconds)),
      make("td", { class: "share" }, make("span", { style: `width:${Math.max(0.5, each.seconds / whole * 100)}%` })),
      make("td", { class: "number" }, size(each.bytes)), make("td", { class: "number" }, String(each.primitives))))));
}

space.begin();
time.begin();
steps.begin();
writes.begin();
costs();
views["tab-space"] = () => space.place();
show(tabs[0]);
choose(data.layers.layers[0].layer);
