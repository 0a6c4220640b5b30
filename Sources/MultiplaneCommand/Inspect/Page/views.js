// What all views share: elements, pictures of the canvas with marks over them, and the layer at a point.

const byId = (id) => document.getElementById(id);
const data = JSON.parse(byId("data").textContent);
const canvas = { width: data.render.canvas.size[0], height: data.render.canvas.size[1], scale: data.render.canvas.scale };
const picture = (file) => `data:image/webp;base64,${file.webp}`;

/** An element with attributes, listeners ("onclick") and what lies in it; texts are never read as HTML. */
function make(name, attributes = {}, ...inside) {
  const svg = ["svg", "polygon", "rect", "path"].includes(name);
  const element = svg ? document.createElementNS("http://www.w3.org/2000/svg", name) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(key, value);
  }
  element.append(...inside.filter((each) => each !== null && each !== undefined));
  return element;
}

const number = (value, digits = 3) => value === null ? "–" : String(Number(value.toFixed(digits)));
const seconds = (value) => value === null ? "no end" : `${number(value)} s`;
const count = (value, one, many = `${one}s`) => `${value.toLocaleString("en")} ${value === 1 ? one : many}`;

function text(value) {
  if (value === null) return "none";
  if (Array.isArray(value)) return `(${value.map(text).join(", ")})`;
  if (typeof value === "object") return Object.entries(value).map(([key, each]) => `${key} ${text(each)}`).join(", ");
  return typeof value === "number" ? number(value, 4) : String(value);
}

const css = ([red, green, blue, alpha]) =>
  `rgb(${[red, green, blue].map((each) => Math.round(Math.min(Math.max(each, 0), 1) * 255)).join(" ")} / ${alpha})`;

/** A value for people: a colour with what it looks like. */
function shown(key, value) {
  const isColor = /color|background|border$|tint/i.test(key) && Array.isArray(value) && value.length === 4;
  return isColor ? [make("span", { class: "swatch", style: `background:${css(value)}` }), text(value)] : [text(value)];
}

// --- Layers by their numbers: one may be shown by several nodes, or by none.

const layers = new Map(data.layers.layers.map((layer) => [layer.layer, layer]));
const nodes = new Map();
data.render.layers.forEach((node, index) => {
  if (!nodes.has(node.layer)) nodes.set(node.layer, []);
  nodes.get(node.layer).push(index);
});
const title = (id) => {
  const layer = layers.get(id);
  if (!layer) return id === 0 ? "canvas" : `#${id}`;
  return layer.name ? `${layer.name}` : `${layer.class} #${id}`;
};

/** A button that chooses a layer. */
function layerButton(id, label = title(id)) {
  return make("button", { type: "button", class: "layer", "data-layer": id, onclick: () => choose(id) }, label);
}

/** The uppermost plane whose outline holds a point of the canvas. */
function planeAt(x, y) {
  for (const plane of [...data.planes].reverse()) {
    if (!plane.mask && isInside(plane.corners, x, y)) return plane;
  }
  return null;
}

function isInside(corners, x, y) {
  if (corners.includes(null)) return false;
  let inside = false;
  for (let i = 0, j = 6; i < 8; j = i, i += 2) {
    const [x1, y1, x2, y2] = [corners[i], corners[i + 1], corners[j], corners[j + 1]];
    if ((y1 > y) !== (y2 > y) && x < (x2 - x1) * (y - y1) / (y2 - y1) + x1) inside = !inside;
  }
  return inside;
}

// --- The tip: a layer's values under the pointer

const tip = byId("tip");

function showTip(event, id, node, more) {
  const values = node === undefined ? {} : data.render.layers[node].values;
  const rows = Object.entries(values).slice(0, 12).map(([key, value]) => make("div", {}, `${key} `, ...shown(key, value)));
  tip.replaceChildren(make("div", {}, id === null ? "no layer" : `${title(id)} (#${id})`), ...(more ? [make("div", {}, more)] : []),
    ...rows);
  tip.hidden = false;
  const { width, height } = tip.getBoundingClientRect();
  tip.style.left = `${Math.max(4, Math.min(event.clientX + 16, innerWidth - width - 8))}px`;
  tip.style.top = `${Math.max(4, Math.min(event.clientY + 16, innerHeight - height - 8))}px`;
}

// --- A picture of the canvas, as large as fits, with marks over it in points of the canvas

class Screen {
  /** `more(x, y)` says what else there is at a pixel of the canvas. */
  constructor(id, content, more = () => "") {
    this.element = byId(id);
    this.marks = make("svg", { viewBox: `0 0 ${canvas.width} ${canvas.height}`, preserveAspectRatio: "none", "aria-hidden": "true" });
    this.element.style.aspectRatio = `${canvas.width} / ${canvas.height}`;
    this.element.style.width = `min(100%, ${60 * canvas.width / canvas.height}vh)`;
    this.element.append(content, this.marks);
    this.element.addEventListener("pointermove", (event) => {
      const [x, y] = this.point(event);
      const plane = planeAt(x, y);
      showTip(event, plane?.layer ?? null, plane?.render, more(Math.floor(x * canvas.scale), Math.floor(y * canvas.scale)));
    });
    this.element.addEventListener("pointerleave", () => { tip.hidden = true; });
    this.element.addEventListener("click", (event) => {
      const plane = planeAt(...this.point(event));
      if (plane) choose(plane.layer);
    });
  }

  point(event) {
    const box = this.element.getBoundingClientRect();
    return [(event.clientX - box.left) / box.width * canvas.width, (event.clientY - box.top) / box.height * canvas.height];
  }

  /** Boxes in pixels, polygons in points: [kind, numbers]. */
  mark(marks) {
    this.marks.replaceChildren(...marks.map(([kind, numbers]) => {
      if (numbers.length === 8) return make("polygon", { class: kind, points: numbers.join(" ") });
      const [x, y, width, height] = numbers.map((each) => each / canvas.scale);
      return make("rect", { class: kind, x, y, width, height });
    }));
  }
}

/** Marks around a layer, wherever it is seen. */
const marksOf = (id) => data.planes.filter((plane) => plane.layer === id && !plane.corners.includes(null))
  .map((plane) => ["chosen", plane.corners]);
