"""Estimated against measured time of a first picture: each scene of the project, drawn once."""
import json
import pathlib
import shutil
import statistics
import tempfile

from service import PROJECT, Checks, Service, form

# The bounds of estimated over measured seconds.
MEDIAN = (0.5, 2.0)
LEAST = 0.2
# Times that each is drawn by a service that knows nothing of it; the quickest counts, as a machine has other things to do.
TIMES = 5


def missing():
    return None


def run(command, _):
    checks = Checks("reckoning")
    with tempfile.TemporaryDirectory() as folder:
        names = templates(pathlib.Path(folder))
        found = {}
        for _ in range(TIMES):
            with Service(command, "--workers", "1", "--cache-memory", "0", templates=pathlib.Path(folder)) as service:
                # The first picture opens libraries.
                checks.equal("the first picture", service.ask("POST", "/v1/render", WARM[0], WARM[1]).status, 200)
                for name in names:
                    seconds = both(service, name)
                    if seconds and (name not in found or seconds[1] < found[name][1]):
                        found[name] = seconds
    ratios = sorted((reckoned / drawn, name) for name, (reckoned, drawn) in found.items())
    median = statistics.median(value for value, _ in ratios)
    print(f"reckoning: {len(ratios)} of {len(names)} scenes, estimated over measured: median {median:.2f}, least {told(ratios[:4])}; "
          f"most {told(ratios[-4:])}")
    checks.true("most scenes are drawn", len(ratios) > 0.9 * len(names), (len(ratios), len(names)))
    checks.true("the median", MEDIAN[0] <= median <= MEDIAN[1], median)
    checks.true("none takes far longer", ratios[0][0] >= LEAST, told(ratios[:8]))
    return checks.end()


WARM = form(
    scene=json.dumps({"version": 1, "size": [64, 64], "images": {"a": "a.svg"}, "root": {"contents": "a", "sublayers": [
        {"class": "CATextLayer", "frame": [0, 0, 64, 32], "string": "warm", "fontSize": 12}]}}),
    **{"a.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><path d="M0 0h8v8z"/></svg>'})


def told(ratios):
    return ", ".join(f"{value:.2f} {name}" for value, name in ratios)


def both(service, name):
    """Reckoned and drawn seconds of a first picture; nothing where there is none."""
    before = sums(service)
    if service.render(name=name).status != 200:
        return None
    return tuple(after - begun for begun, after in zip(before, sums(service)))


def sums(service):
    text = service.ask("GET", "/metrics").body.decode()
    values = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    return tuple(float(values[f"multiplane_{kind}_seconds_total"]) for kind in ("reckoned", "drawn"))


def templates(folder):
    """Each scene with its files in a folder of its own, out of which no template's paths may lead."""
    names = []
    for path in sorted((PROJECT / "Scenes").rglob("*.json")):
        home = folder / path.stem
        home.mkdir()
        scene = gathered(json.loads(path.read_text()), path.parent, home)
        (home / f"{path.stem}.json").write_text(json.dumps(scene))
        names.append(path.stem)
    return names


def gathered(value, beside, home):
    """The same value, with the files that it names copied."""
    if isinstance(value, dict):
        return {key: gathered(member, beside, home) for key, member in value.items()}
    if isinstance(value, list):
        return [gathered(member, beside, home) for member in value]
    if isinstance(value, str) and "." in value and len(value) < 200 and (beside / value).is_file():
        name = value.replace("../", "").replace("/", "-")
        shutil.copyfile(beside / value, home / name)
        return name
    return value
