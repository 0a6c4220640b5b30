"""The page at / in a real browser: a form per template, its picture, no requests elsewhere."""
import shutil
import sys

from service import LINK_CARD, PROJECT, Checks, Service

sys.path.insert(0, str(PROJECT / "tools/browser.d"))
from browser import judge, opened, wait  # noqa: E402, its folder has to be known first

PICTURES = PROJECT / ".build/pictures/service"
TEMPLATE = {
    **LINK_CARD, "size": [600, 315], "scale": 2,
    "parameters": {
        "title": {"type": "string", "title": "Title", "description": "What the card says.", "default": "A title", "maxLength": 120},
        "accent": {"type": "string", "format": "color", "title": "Accent", "default": "#d8432f"},
        "size": {"type": "number", "title": "Size of the title", "default": 36, "minimum": 12, "maximum": 60},
        "shows": {"type": "boolean", "title": "Shows the address", "default": True}},
    "root": {"sublayers": [
        {"frame": [0, 0, 12, 315], "backgroundColor": {"parameter": "accent"}},
        {"frame": [40, 40, 520, 235], "backgroundColor": "#ffffff", "cornerRadius": 12, "shadowOpacity": 0.25, "shadowRadius": 12},
        {"class": "CATextLayer", "frame": [68, 75, 464, 110], "string": {"parameter": "title"},
         "fontSize": {"parameter": "size"}, "foregroundColor": "#20242c", "wrapped": True},
        {"class": "CATextLayer", "frame": [68, 220, 464, 25], "string": "example.org", "fontSize": 16,
         "foregroundColor": "#6a7280", "hidden": {"parameter": "shows", "case": {"true": False, "false": True}}}]}}

LOGO = {
    "v": "5.7.0", "fr": 30, "ip": 0, "op": 30, "w": 40, "h": 20, "assets": [],
    "layers": [{"ty": 1, "nm": name, "sw": 20, "sh": 20, "sc": "#ff0000", "ip": 0, "op": 30, "ks": {"p": {"k": [x, 0]}}}
               for name, x in (("Left", 0), ("Right", 20))]}


def missing():
    return None if shutil.which("chromium") else "chromium is not installed"


def run(command, _):
    checks = Checks("page")
    PICTURES.mkdir(parents=True, exist_ok=True)
    with Service(command, templates={"card": TEMPLATE, "logo": LOGO, "plain": LINK_CARD}, is_open=True) as service, opened(PICTURES) as browser:
        tried(browser, service, checks)
    return checks.end()


def tried(browser, service, checks):
    address = f"http://127.0.0.1:{service.port}/"
    picture = "document.getElementById('picture')"
    for width in (1280, 390):
        browser.show(address, width)
        wait("a picture", lambda: browser.evaluate(f"{picture}.naturalWidth") == 1200)
        checks.true(f"not wider than {width}", browser.evaluate("document.documentElement.scrollWidth") <= width)
        browser.screenshot(f"page-{width}")
        judge(browser, f"the page, {width} wide")
    checks.equal("a label for each field", browser.evaluate(
        "[...document.querySelectorAll('#form [data-key]')].map(e => e.labels[0]?.textContent)"),
        ["Title", "Accent", "Size of the title", "Shows the address"])
    before = browser.evaluate(f"{picture}.src")
    browser.evaluate("document.getElementById('value-title').focus()")
    browser.evaluate("document.getElementById('value-title').select()")
    browser.call("Input.insertText", text="Typed by a person")
    wait("another picture", lambda: browser.evaluate(f"{picture}.src") != before)
    checks.true("the command has the value", "Typed by a person" in browser.text("command"))
    browser.evaluate("document.getElementById('value-size').value = 900;"
                     "document.getElementById('value-size').dispatchEvent(new Event('input'))")
    wait("what is wrong", lambda: "parameters.size" in browser.text("status"))
    browser.evaluate("document.getElementById('template').value = 'plain';"
                     "document.getElementById('template').dispatchEvent(new Event('change'))")
    wait("the other template", lambda: browser.evaluate("document.querySelectorAll('#form [data-key]').length") == 2)
    parts(browser, checks)
    browser.show(address, 1280, dark=True)
    wait("a picture", lambda: browser.evaluate(f"{picture}.naturalWidth") == 1200)
    browser.screenshot("page-dark")
    judge(browser, "the page, dark")
    asked = {event["params"]["request"]["url"] for event in browser.events if event.get("method") == "Network.requestWillBeSent"}
    strange = [url for url in asked if not url.startswith((address, "about:", "data:", "blob:"))]
    checks.equal("requests elsewhere", strange, [])
    said = [event["params"]["entry"]["text"] for event in browser.events if event.get("method") == "Log.entryAdded"
            and "422" not in event["params"]["entry"]["text"]]
    checks.equal("lines in the console", said, [])
    # What the gallery's pages may not ask for, this one may: its own address.
    browser.events.clear()


def parts(browser, checks):
    """Parts of an animation by their key paths."""
    picture = "document.getElementById('picture')"
    fields = "[...document.querySelectorAll('#form [data-key]')].map(e => e.dataset.key)"

    def set_value(name, value, event):
        browser.evaluate(f"{{ const e = document.getElementById({name!r}); e.value = {value!r};"
                         f" e.dispatchEvent(new Event({event!r})); }}")

    set_value("template", "logo", "change")
    wait("the animation", lambda: browser.evaluate(f"{picture}.naturalWidth") == 40)
    checks.equal("the key paths of the animation", browser.evaluate(
        "[...document.querySelectorAll('#parts option')].map(e => e.value)"), ["Left.Color", "Right.Color"])
    for path in ("Left.Color", "Left.Position", "Left.Color"):
        set_value("part", path, "change")
    checks.equal("one field for a key path", browser.evaluate(fields), ["Left.Color"])
    set_value("time", "0.25", "input")
    wait("the next picture", lambda: '"time":0.25' in browser.text("command"))
    checks.true("no value before it is changed", "Left.Color" not in browser.text("command"))
    set_value("value-Left.Color", "#0000ff", "input")
    wait("the value in the command", lambda: '"Left.Color":"#0000ff"' in browser.text("command"))
    wait("the address", lambda: "Left.Color=%230000ff" in browser.text("address"))
    set_value("part", "**.Color", "change")
    checks.equal("two fields", browser.evaluate(fields), ["Left.Color", "**.Color"])
    judge(browser, "the page with parts of an animation")
    browser.evaluate("document.querySelector('[aria-label=\"Remove Left.Color\"]').click()")
    wait("no value any more", lambda: "Left.Color" not in browser.text("command"))
    checks.equal("the other field", browser.evaluate(fields), ["**.Color"])
