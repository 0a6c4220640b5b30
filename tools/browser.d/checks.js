// What a visitor would stumble over in the page, as a list of sentences: an expression for tools/test-gallery.
(() => {
  const faults = [];
  const shown = (element) => element.checkVisibility({ checkVisibilityCSS: true });
  const scope = document.querySelector("dialog[open]") ?? document.body;

  // --- Names: every control has one, and no picture is without a word where nothing beside it says what it is.
  const named = (element) => element.getAttribute("aria-label") || element.title ||
    [...(element.labels ?? [])].some((label) => label.textContent.trim()) || element.textContent.trim() ||
    document.getElementById(element.getAttribute("aria-labelledby"))?.textContent.trim();
  const controls = "a[href], button, input, video[controls], [tabindex='0'], [role='group']";
  for (const element of scope.querySelectorAll(controls)) {
    if (shown(element) && !named(element)) faults.push(`a control has no name: ${element.outerHTML.slice(0, 90)}`);
  }
  for (const image of scope.querySelectorAll("img")) {
    if (shown(image) && !image.alt && !image.closest("a")?.textContent.trim()) {
      faults.push(`a picture has no text: ${image.src.slice(0, 90)}`);
    }
  }

  // --- Contrast of text, by WCAG 2: at least 4.5 to the nearest opaque colour beneath it.
  const channels = (colour) => {
    const [r, g, b, a = 1] = colour.match(/[\d.]+/g).map(Number);
    return { rgb: [r, g, b], a };
  };
  const luminance = (rgb) => {
    const [r, g, b] = rgb.map((v) => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const beneath = (element) => {
    for (; element; element = element.parentElement) {
      const { rgb, a } = channels(getComputedStyle(element).backgroundColor);
      if (a === 1) return rgb;
    }
    return [255, 255, 255];
  };
  const texts = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement;
    if (!texts.currentNode.data.trim() || !shown(element)) continue;
    const both = [channels(getComputedStyle(element).color).rgb, beneath(element)].map(luminance);
    const contrast = (Math.max(...both) + 0.05) / (Math.min(...both) + 0.05);
    if (contrast < 4.5) faults.push(`contrast ${contrast.toFixed(2)}: ${texts.currentNode.data.trim().slice(0, 40)}`);
  }

  // --- Room: what can be tapped is 24 pixels high at least.
  for (const element of scope.querySelectorAll("a[href], button, input")) {
    const { width, height } = element.getBoundingClientRect();
    // Links within a text are as high as its lines.
    if (element.matches("pre a, td a, li a")) continue;
    if (shown(element) && width > 0 && !element.classList.contains("skip") && height < 24) {
      faults.push(`${Math.round(height)} pixels high: ${element.outerHTML.slice(0, 60)}`);
    }
  }
  return faults;
})()
