/// The page at `/`: the templates, with a form each made from its schema, and the live picture. It
/// loads nothing from elsewhere.
enum Page {
  static let html = """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Templates</title>
    <link rel="stylesheet" href="/page.css">
    <link rel="icon" href="data:,">
    </head>
    <body>
    <header>
    <h1>Templates</h1>
    <label for="template">Template</label>
    <select id="template"></select>
    </header>
    <main>
    <form id="form" aria-label="Values of the template"></form>
    <section aria-label="The picture">
    <figure><img id="picture" alt="The template with these values"><video id="video" controls loop muted hidden></video></figure>
    <p id="status" role="status"></p>
    <p><button id="play" type="button">Play</button> <a id="download" hidden>Save the picture</a></p>
    <details open><summary>The same as a command</summary><pre id="command" tabindex="0"></pre></details>
    <details open><summary>As a signed address</summary><pre id="address" tabindex="0"></pre></details>
    </section>
    </main>
    <dialog id="ask" aria-labelledby="askTitle">
    <form method="dialog">
    <h2 id="askTitle">This service asks for a token</h2>
    <label for="token" id="askLabel">Token</label>
    <input id="token" type="password" autocomplete="off">
    <button>Go on</button>
    </form>
    </dialog>
    <script src="/page.js"></script>
    </body>
    </html>

    """

  static let style = """
    :root { color-scheme: light dark; --edge: light-dark(#c3c7cf, #4a4f58); --paper: light-dark(#f6f7f9, #17191d); }
    * { box-sizing: border-box; }
    body { margin: 0; font: 16px/1.5 system-ui, sans-serif; background: var(--paper); }
    header { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: baseline; padding: 1rem 1.5rem; border-bottom: 1px solid var(--edge); }
    h1 { font-size: 1.25rem; margin: 0 auto 0 0; }
    main { display: grid; grid-template-columns: minmax(16rem, 22rem) 1fr; gap: 1.5rem; padding: 1.5rem; max-width: 100rem; }
    #form { display: grid; gap: 1rem; align-content: start; }
    .field { display: grid; gap: .25rem; }
    .field small { opacity: .8; }
    label, legend { font-weight: 600; }
    input, select, textarea, button { font: inherit; padding: .4rem .5rem; border: 1px solid var(--edge); border-radius: .375rem; max-width: 100%; }
    input[type=color] { width: 4rem; height: 2.25rem; padding: .125rem; }
    input[type=checkbox] { width: 1.5rem; height: 1.5rem; }
    #download { display: inline-block; padding: .25rem 0; }
    summary { padding: .25rem 0; }
    section { min-width: 0; }
    figure { margin: 0; min-height: 8rem; border: 1px solid var(--edge); border-radius: .5rem; padding: 1rem; display: grid; place-items: center;
      background: repeating-conic-gradient(light-dark(#e4e6ea, #24272d) 0 25%, light-dark(#fff, #1b1d22) 0 50%) 0 0 / 1.5rem 1.5rem; }
    img, video { max-width: 100%; height: auto; display: block; }
    [hidden] { display: none !important; }
    img:not([src]) { visibility: hidden; }
    #status.wrong { color: light-dark(#a3131c, #ff9a9f); }
    pre { overflow: auto; border: 1px solid var(--edge); border-radius: .375rem; padding: .75rem; }
    @media (max-width: 48rem) { main { grid-template-columns: 1fr; padding: 1rem; } }

    """

  static let script = #"""
    "use strict";
    const element = id => document.getElementById(id);
    let token = "", key = "", schema = {}, name = "", timer = 0, busy = false, address = "";
    let templates = [], poster = 0, playing = false, begun = 0;

    function headers(more) { return token || key ? {...more, Authorization: "Bearer " + (token || key)} : {...more}; }

    async function ask(path, options = {}) {
      for (;;) {
        const answer = await fetch(path, {...options, headers: headers(options.headers)});
        if (answer.status === 401) token = await secret("token");
        // A service of signed addresses alone: who has a key of its file can sign them here.
        else if (answer.status === 403 && (await answer.clone().json()).code === "token.none") key = await secret("key");
        else return answer;
      }
    }

    async function secret(kind) {
      element("askTitle").textContent = `This service asks for a ${kind}`;
      element("askLabel").textContent = kind === "key" ? "Key, a line of the file of --keys" : "Token";
      element("token").value = "";
      element("ask").showModal();
      await new Promise(done => element("ask").addEventListener("close", done, {once: true}));
      return element("token").value.trim();
    }

    async function start() {
      const answer = await ask("/v1/templates");
      if (!answer.ok) return tell((await answer.json()).detail, true);
      ({templates} = await answer.json());
      if (!templates.length) return tell("This service has no templates; start it with --templates FOLDER.", true);
      for (const template of templates) element("template").append(new Option(template.name));
      // "#card" begins with that template.
      const asked = decodeURIComponent(location.hash.slice(1));
      if (templates.some(each => each.name === asked)) element("template").value = asked;
      element("template").addEventListener("change", choose);
      element("play").addEventListener("click", () => play(!playing));
      await choose();
    }

    async function choose() {
      name = element("template").value;
      schema = await (await ask(`/v1/templates/${name}/schema`)).json();
      const template = templates.find(each => each.name === name), isAnimated = template?.animated === true;
      poster = template?.poster ?? 0;
      element("form").replaceChildren(...Object.entries(schema.properties).map(field), ...parts(), ...picture());
      element("play").hidden = !isAnimated;
      play(isAnimated && !matchMedia("(prefers-reduced-motion: reduce)").matches);
    }

    // Pictures one after another, as fast as they come; of a video, the browser shows the frames.
    function play(isOn) {
      playing = isOn;
      begun = performance.now() - 1000 * Number(element("time").value || 0);
      element("play").textContent = isOn ? "Pause" : "Play";
      later();
    }

    function step() {
      if (!playing || isVideo()) return;
      element("time").value = ((performance.now() - begun) / 1000 % length()).toFixed(2);
      later();
    }

    function length() { return Math.max(0.1, Number(element("length").value) || 4); }
    function isVideo() { return ["mp4", "webm"].includes(element("format").value); }

    // What the schema says of a parameter, or of a key path of an animation.
    function described(key) {
      if (Object.hasOwn(schema.properties, key)) return schema.properties[key];
      return Object.entries(schema.patternProperties ?? {}).find(([pattern]) => new RegExp(pattern).test(key))?.[1];
    }

    function control(about) {
      if (about.enum) {
        const select = document.createElement("select");
        about.enum.forEach((value, index) => select.append(new Option(String(value), index)));
        const chosen = about.enum.findIndex(value => value === about.default);
        if (chosen >= 0) select.selectedIndex = chosen;
        return select;
      }
      if (about.type === "string" && !about.format && (about.maxLength ?? 0) > 200) {
        const area = document.createElement("textarea");
        area.rows = 3;
        area.maxLength = about.maxLength;
        area.value = about.default ?? "";
        return area;
      }
      const input = document.createElement("input");
      if (about.type === "boolean") { input.type = "checkbox"; input.checked = about.default === true; }
      else if (about.type === "number" || about.type === "integer") {
        input.type = "number";
        input.step = about.type === "integer" ? 1 : "any";
        if (about.minimum !== undefined) input.min = about.minimum;
        if (about.maximum !== undefined) input.max = about.maximum;
        input.value = about.default ?? "";
      }
      else if (about.format === "image" && !key) { input.type = "file"; input.accept = "image/png,image/jpeg,image/webp"; }
      else if (about.format === "image") { input.type = "text"; input.placeholder = "an image in the template's folder"; }
      else if (about.format === "color" && /^#[0-9a-f]{6}$/i.test(about.default ?? "#000000")) {
        input.type = "color";
        input.value = about.default ?? "#000000";
      }
      else { input.type = "text"; input.value = about.default ?? ""; if (about.maxLength) input.maxLength = about.maxLength; }
      return input;
    }

    function field([key, about]) {
      const box = document.createElement("div");
      box.className = "field";
      const input = control(about);
      input.id = "value-" + key;
      input.dataset.key = key;
      input.required = (schema.required ?? []).includes(key);
      const label = document.createElement("label");
      label.htmlFor = input.id;
      label.textContent = about.title ?? key;
      box.append(label, input);
      if (about.description) {
        const small = document.createElement("small");
        small.id = input.id + "-about";
        small.textContent = about.description;
        input.setAttribute("aria-describedby", small.id);
        box.append(small);
      }
      input.addEventListener("input", () => { input.dataset.changed = ""; later(); });
      return box;
    }

    // A field to choose key paths of an animation, each of which gets a field of its own.
    function parts() {
      if (!schema.keyPaths?.length) return [];
      const box = document.createElement("div"), label = document.createElement("label");
      const input = document.createElement("input"), list = document.createElement("datalist");
      const small = document.createElement("small");
      box.className = "field";
      input.id = "part";
      list.id = "parts";
      small.id = "part-about";
      label.htmlFor = input.id;
      label.textContent = "Another part of the animation";
      list.append(...schema.keyPaths.map(path => new Option(path)));
      input.setAttribute("list", list.id);
      input.setAttribute("aria-describedby", small.id);
      small.textContent = "The key path of a color, a text or an image. * matches one name, ** any number.";
      input.addEventListener("change", () => {
        const path = input.value.trim(), about = described(path);
        const isThere = [...element("form").querySelectorAll("[data-key]")].some(each => each.dataset.key === path);
        if (!about || isThere) return;
        const added = field([path, about]), remove = document.createElement("button");
        remove.type = "button";
        remove.textContent = "Remove";
        remove.setAttribute("aria-label", `Remove ${path}`);
        remove.addEventListener("click", () => { added.remove(); later(); });
        added.append(remove);
        box.before(added);
        input.value = "";
        added.querySelector("[data-key]").focus();
      });
      box.append(label, input, list, small);
      return [box];
    }

    function picture() {
      const formats = ["png", "jpg", "webp", ...(key ? [] : ["mp4", "webm"])];
      const select = document.createElement("select");
      select.append(...formats.map(format => new Option(format)));
      return [["time", "Time in seconds", poster], ["length", "Length in seconds", 4], ["format", "Format", select]].map(([id, text, value]) => {
        const box = document.createElement("div");
        box.className = "field";
        const label = document.createElement("label");
        label.htmlFor = id;
        label.textContent = text;
        const input = value === select ? select : document.createElement("input");
        if (value !== select) Object.assign(input, {type: "number", step: "any", value});
        input.id = id;
        input.addEventListener("input", () => { if (id === "time") play(false); later(); });
        box.append(label, input);
        return box;
      });
    }

    function values() {
      const parameters = {}, files = {};
      for (const input of element("form").querySelectorAll("[data-key]")) {
        const key = input.dataset.key, about = described(key);
        // A part of an animation stays as it is until it is given a value.
        if (!Object.hasOwn(schema.properties, key) && input.dataset.changed === undefined) continue;
        if (input.type === "file") { if (input.files[0]) files[key] = input.files[0]; }
        else if (about.enum) parameters[key] = about.enum[input.value];
        else if (about.type === "boolean") parameters[key] = input.checked;
        else if (about.type === "number" || about.type === "integer") { if (input.value !== "") parameters[key] = Number(input.value); }
        else if (input.value !== "" || !about.format) parameters[key] = input.value;
      }
      return {parameters, files};
    }

    function later() { clearTimeout(timer); timer = setTimeout(draw, playing ? 40 : 150); }

    const encoded = text => encodeURIComponent(text).replaceAll("'", "%27");
    const quoted = text => "'" + text.replaceAll("'", "'\\''") + "'";

    // The path without its signature, with the values that are not the template's own.
    function path(parameters, time, format) {
      const query = Object.entries(parameters)
        .filter(([name, value]) => value !== described(name).default)
        .map(([name, value]) => `${encoded(name)}=${encoded(String(value))}`);
      if (time !== poster) query.push("_time=" + time);
      return `/v1/t/${name}.${format}` + (query.length ? "?" + query.join("&") : "");
    }

    async function signed(path) {
      if (!crypto.subtle) throw new Error("This page signs addresses over HTTPS or on this machine only.");
      const bytes = new TextEncoder();
      const secret = await crypto.subtle.importKey("raw", bytes.encode(key), {name: "HMAC", hash: "SHA-256"}, false, ["sign"]);
      const code = new Uint8Array(await crypto.subtle.sign("HMAC", secret, bytes.encode(path)));
      const text = btoa(String.fromCharCode(...code)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
      return `/v1/t/${text}/${path.slice("/v1/t/".length)}`;
    }

    async function draw() {
      // One picture at a time: what is typed meanwhile is drawn behind it.
      if (busy) return later();
      busy = true;
      try {
        const {parameters, files} = values();
        const time = Number(element("time").value || 0), format = element("format").value, hasFiles = Object.keys(files).length > 0;
        // The poster time is one of a still.
        const from = time === poster ? 0 : time;
        const request = JSON.stringify(isVideo()
          ? {parameters, from, to: from + length(), fps: 30, format} : {parameters, time, format});
        const plain = path(parameters, time, isVideo() ? "png" : format), file = `${name}.${format}`;
        const asked = performance.now();
        let answer;
        if (key) {
          const made = await signed(plain);
          element("address").textContent = location.origin + made;
          element("command").textContent = `curl ${quoted(location.origin + made)} -o ${file}`;
          answer = await fetch(made);
        } else {
          let body = request, more = {"Content-Type": "application/json"};
          if (hasFiles) {
            body = new FormData();
            body.append("request", request);
            for (const [key, file] of Object.entries(files)) body.append(key, file);
            more = {};
          }
          element("address").textContent = `multiplane sign --keys FILE ${quoted(location.origin + plain)}`;
          element("command").textContent = `curl ${location.origin}/v1/templates/${name}/render -o ${file}`
            + (token ? ` \\\n  -H "Authorization: Bearer $TOKEN"` : "")
            + (hasFiles ? ` \\\n  -F ${quoted("request=" + request)}`
                + Object.entries(files).map(([key, file]) => ` -F ${quoted(`${key}=@${file.name}`)}`).join("")
              : ` \\\n  -H 'Content-Type: application/json' -d ${quoted(request)}`);
          answer = await ask(`/v1/templates/${name}/render`, {method: "POST", headers: more, body});
        }
        if (!answer.ok) {
          playing = false;
          element("play").textContent = "Play";
          const problem = await answer.json();
          return tell((problem.place ? problem.place + ": " : "") + problem.detail, true);
        }
        const bytes = await answer.blob();
        URL.revokeObjectURL(address);
        address = URL.createObjectURL(bytes);
        element("picture").hidden = isVideo();
        element("video").hidden = !isVideo();
        let size;
        if (isVideo()) {
          const video = element("video");
          video.src = address;
          await video.play();
          size = `${video.videoWidth} × ${video.videoHeight}`;
        } else {
          element("picture").src = address;
          await element("picture").decode();
          size = `${element("picture").naturalWidth} × ${element("picture").naturalHeight}`;
        }
        Object.assign(element("download"), {href: address, download: file, hidden: false});
        tell(`${size} pixels, ${Math.round(bytes.size / 1024)} KiB, ${Math.round(performance.now() - asked)} ms`);
        step();
      } catch (error) {
        tell(error.message?.startsWith("This page") ? error.message : "The service does not answer.", true);
      } finally {
        busy = false;
      }
    }

    function tell(text, isWrong = false) {
      element("status").textContent = text;
      element("status").classList.toggle("wrong", isWrong);
    }

    start().catch(() => tell("The service does not answer.", true));

    """#
}
