"""Conformance on the wire: statuses, headers, ranges, conditions, forms and jobs."""
import json
import shutil
import struct
import subprocess
import tempfile
import threading

from service import AUTHORIZED, HEAVY, LINK_CARD, TOKEN, Checks, Service, form, until

PNG = b"\x89PNG\r\n\x1a\n"


def missing():
    return None


def size(png):
    return struct.unpack(">II", png[16:24])


def run(command, _):
    checks = Checks("conformance")
    with tempfile.TemporaryDirectory() as jobs, Service(command, "--job-folder", jobs, "--cache", jobs + "/cache") as service:
        pictures(service, checks)
        signed(service, checks)
        wire(service, checks)
        curl(service, checks)
        job(service, checks)
        job_with_images(service, checks)
        job_with_a_long_identifier(service, checks)
        job_of_a_video(service, checks)
        together(service, checks)
        frames(service, checks)
        checks.equal("a metric of the route", service.metric(
            'multiplane_requests_total{route="/v1/t/{signature}/{file}",status="304"}'), 1.0)
        keys = {"time", "level", "request", "method", "route", "status", "ms"}
        lines = [line for line in service.log if "route" in line]
        checks.true("each request has a line in the log", all(keys <= line.keys() for line in lines), lines[:1])
        checks.true("no value of a parameter is logged", "Secret" not in json.dumps(service.log))
    return checks.end()


def pictures(service, checks):
    answer = service.render({"title": "Secret"})
    checks.equal("a template", (answer.status, answer.body[:8], size(answer.body)), (200, PNG, (1200, 630)))
    checks.equal("its type", answer.headers["content-type"], "image/png")
    again = service.render({"title": "Secret"})
    checks.equal("the same again", (again.status, again.body == answer.body), (200, True))
    small = service.render({}, scale=0.5, format="webp")
    checks.equal("another format", (small.status, small.body[:4], small.headers["content-type"]),
                 (200, b"RIFF", "image/webp"))
    scene = service.ask("POST", "/v1/render?scale=0.1", json.dumps(LINK_CARD))
    checks.equal("a scene", (scene.status, size(scene.body)), (200, (120, 63)))
    wrong = service.ask("POST", "/v1/render", '{"version": 1, "size": [1, 1], "root": {"x": 1}}')
    checks.equal("a wrong scene", (wrong.status, wrong.json()["place"], wrong.headers["content-type"]),
                 (422, "root.x", "application/problem+json"))
    huge = service.ask("POST", "/v1/render?scale=100", json.dumps(HEAVY))
    checks.equal("too much work", (huge.status, huge.json()["code"] in ("limit.exceeded", "scene.invalid")), (422, True))
    if shutil.which("ffmpeg"):
        video = service.ask("POST", "/v1/render?format=mp4&to=0.2&fps=10&scale=0.2", json.dumps(LINK_CARD))
        checks.equal("a video", (video.status, video.body[4:8]), (200, b"ftyp"))
        long = service.ask("POST", "/v1/render?format=mp4&to=9999&fps=100", json.dumps(LINK_CARD))
        checks.equal("a long video", (long.status, "/v1/jobs" in long.json()["detail"]), (413, True))


def signed(service, checks):
    path = service.sign("/v1/t/card.png?title=Ada%20Lovelace&_scale=0.25")
    answer = service.ask("GET", path)
    checks.equal("a signed address", (answer.status, size(answer.body)), (200, (300, 158)))
    tag = answer.headers["etag"]
    same = service.ask("GET", path, headers=[f"If-None-Match: {tag}"])
    checks.equal("304", (same.status, same.headers.get("etag"), "content-length" in same.headers), (304, tag, False))
    head = service.ask("HEAD", path)
    checks.equal("HEAD", (head.status, head.headers["content-length"]), (200, str(len(answer.body))))
    for header, status, content in [
            ("bytes=0-7", 206, answer.body[:8]), ("bytes=-4", 206, answer.body[-4:]), ("bytes=99999999-", 416, None),
            ("bytes=4-2", 200, answer.body), ("lines=1-2", 200, answer.body)]:
        part = service.ask("GET", path, headers=[f"Range: {header}"])
        checks.equal(f"Range: {header}", (part.status, content is None or part.body == content), (status, True))
    other = service.ask("GET", path, headers=["Range: bytes=0-7", 'If-Range: "other"'])
    checks.equal("If-Range", (other.status, len(other.body)), (200, len(answer.body)))
    checks.equal("a changed query", service.ask("GET", path + "&x=1").status, 403)
    checks.equal("no signature", service.ask("GET", "/v1/t/x/card.png").status, 403)
    checks.equal("an old address", service.ask("GET", service.sign("/v1/t/card.png?e=1")).status, 410)
    checks.equal("a refused method", service.ask("DELETE", "/v1/render").headers.get("allow"), "POST")


def wire(service, checks):
    with service.wire() as wire:
        wire.send("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n" * 5)
        checks.equal("pipelined", [wire.answer().status for _ in range(5)], [200] * 5)
    with service.wire() as wire:
        wire.send(f"POST /v1/templates/card/render HTTP/1.1\r\n{AUTHORIZED}Expect: 100-continue\r\nContent-Length: 15\r\n\r\n")
        checks.true("100 is told", wire.line_block()[0].startswith("HTTP/1.1 100"))
        wire.send('{"scale": 0.11}')
        checks.equal("after it", wire.answer().status, 200)
    with service.wire() as wire:
        wire.send(f"POST /v1/render HTTP/1.1\r\n{AUTHORIZED}Content-Length: 99999999999\r\n\r\n")
        answer = wire.answer()
        checks.equal("a body that is told to be too long", (answer.status, answer.headers["connection"]), (413, "close"))
    with service.wire() as wire:
        wire.send(f"POST /v1/render HTTP/1.1\r\n{AUTHORIZED}Transfer-Encoding: chunked\r\n\r\n")
        status = None
        try:
            for _ in range(40):
                wire.send(b"100000\r\n" + b" " * 0x100000 + b"\r\n")
        except OSError:
            pass
        answer = wire.answer()
        status = answer and answer.status
        checks.true("a body that does not end", status in (413, None), status)
    for name, text in [("no version", "GET /healthz\r\n\r\n"), ("no path", "GET HTTP/1.1\r\n\r\n"), ("binary", "\x00\x01\x02\r\n\r\n"),
                       ("a long head", "GET /healthz HTTP/1.1\r\nHost: x\r\nX: " + "a" * 70000 + "\r\n\r\n")]:
        with service.wire(5) as wire:
            try:
                wire.send(text)
                answer = wire.answer()
            except OSError:
                answer = None
            checks.true(f"{name}: refused", answer is None or answer.status in (400, 404, 414, 431), answer and answer.status)
    ambiguous(service, checks)
    with service.wire() as wire:
        wire.send(f"POST /v1/templates/card/render HTTP/1.1\r\n{AUTHORIZED}Content-Length: 15\r\n\r\n{{\"scale\": 0.12}}")
        wire.socket.shutdown(1)
        checks.equal("a client that closes its half", wire.answer().status, 200)
    checks.equal("the next request", service.ask("GET", "/healthz").status, 200)


def ambiguous(service, checks):
    """What a proxy may read otherwise: 400, and what follows on the connection is not read as a request."""
    follows = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
    get, post = "GET /healthz HTTP/1.1\r\n", f"POST /v1/render HTTP/1.1\r\n{AUTHORIZED}"
    for name, text in [
            ("a length and chunks", post + "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
            ("chunks and a length", post + "Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n"),
            ("two lengths", post + "Content-Length: 1\r\nContent-Length: 2\r\n\r\nab"),
            ("a list of lengths", post + "Content-Length: 2, 2\r\n\r\nab"),
            ("a coding that is not chunked", post + "Transfer-Encoding: gzip\r\n\r\n0\r\n\r\n"),
            ("a folded line", get + "Host: x\r\n y\r\n\r\n"),
            ("a space before the colon", get + "Host : x\r\n\r\n"),
            ("no host", get + "\r\n"),
            ("two hosts", get + "Host: x\r\nHost: x\r\n\r\n"),
            ("two hosts of HTTP/1.0", "GET /healthz HTTP/1.0\r\nHost: x\r\nHost: y\r\n\r\n"),
            ("no host's name", get + "Host: a b\r\n\r\n")]:
        with service.wire(5) as wire:
            wire.send(text + follows)
            first = wire.answer()
            checks.equal(name, (first and first.status, first and first.headers.get("connection"), wire.answer()), (400, "close", None))
    for value in ["Close", "keep-alive, close", "keep-alive\r\nConnection: close"]:
        with service.wire(5) as wire:
            wire.send(f"{get}Host: x\r\nConnection: {value}\r\n\r\n{follows}")
            first = wire.answer()
            checks.equal(f"Connection: {value!r}", (first and first.status, wire.answer()), (200, None))
    for name, text in [("an empty host", get + "Host:\r\nConnection: close\r\n\r\n"), ("HTTP/1.0 without a host", "GET /healthz HTTP/1.0\r\n\r\n")]:
        with service.wire(5) as wire:
            wire.send(text)
            first = wire.answer()
            checks.equal(name, (first and first.status, wire.answer()), (200, None))
    unknown = service.ask("GET", "/none", headers=["Host: y"])
    checks.equal("a host is looked at before all else", (unknown.status, unknown.json()["code"]), (400, "host.invalid"))


def curl(service, checks):
    if not shutil.which("curl"):
        return
    folder = service.folder
    with open(f"{folder}/scene.json", "w", encoding="utf-8") as file:
        json.dump({"version": 1, "size": [8, 8], "images": {"a": "a.png"}, "root": {"frame": [0, 0, 8, 8], "contents": "a"}}, file)
    with open(f"{folder}/a.png", "wb") as file:
        file.write(service.render({}, scale=0.01).body)
    out = subprocess.run(
        ["curl", "-sS", "-w", "%{http_code} %{content_type}", "-o", f"{folder}/out.png", "-H", f"Authorization: Bearer {TOKEN}",
         "-F", f"scene=@{folder}/scene.json",
         "-F", f"a.png=@{folder}/a.png", f"http://127.0.0.1:{service.port}/v1/render"],
        capture_output=True, text=True, check=False)
    checks.equal("curl -F", out.stdout, "200 image/png")


def job_with_images(service, checks):
    image = service.render({}, scale=0.02).body
    rows = "\n".join(json.dumps({"id": f"p{n}", "scene": "photo", "parameters": {"photo": f"{n}.png"}}) for n in range(2))
    body, headers = form(manifest=rows, **{"0.png": image, "1.png": image})
    made = service.ask("POST", "/v1/jobs", body, headers)
    checks.equal("a job with images", made.status, 202)
    place = made.headers["location"]
    checks.true("its end", until(lambda: service.ask("GET", place).json()["state"] == "done", 30), service.ask("GET", place).body)
    checks.equal("its outputs", [output["name"] for output in service.ask("GET", place).json()["outputs"]], ["p0.png", "p1.png"])
    other = form(manifest=rows, **{"0.png": image, "1.png": service.render({}, scale=0.03).body})
    checks.true("another image is another job", service.ask("POST", "/v1/jobs", *other).headers["location"] != place)
    for name, parts, status, code in [
            ("an image that is missing", {"manifest": rows, "0.png": image}, 422, "row.wrong"),
            ("no manifest", {"0.png": image}, 400, "part.missing"),
            ("a path", {"manifest": rows, "../0.png": image}, 400, "part.name")]:
        wrong = service.ask("POST", "/v1/jobs", *form(**parts))
        checks.equal(f"{name} is refused", (wrong.status, wrong.json()["code"]), (status, code))


def job_with_a_long_identifier(service, checks):
    name = "ab" * 64
    place = service.ask("POST", "/v1/jobs", json.dumps({"id": name, "scene": "card", "scale": 0.1})).headers["location"]
    checks.true("a job with a long identifier", until(lambda: service.ask("GET", place).json()["state"] == "done", 30),
                service.ask("GET", place).body)
    outputs = service.ask("GET", place).json()["outputs"]
    checks.equal("its output", [output["name"] for output in outputs], [f"{name}.png"])
    checks.equal("is there", service.ask("GET", f"{place}/outputs/{name}.png").body[:8], PNG)


def job_of_a_video(service, checks):
    """In two chunks, which are joined."""
    if not shutil.which("ffmpeg"):
        return
    row = {"id": "v", "scene": "card", "to": 11, "fps": 10, "scale": 0.1, "output": "v.mp4"}
    place = service.ask("POST", "/v1/jobs", json.dumps(row)).headers["location"]
    checks.true("a video's job ends", until(lambda: service.ask("GET", place).json()["state"] in ("done", "failed"), 60))
    state = service.ask("GET", place).json()
    checks.equal("a video's job", (state["state"], [output["name"] for output in state["outputs"]]), ("done", ["v.mp4"]))
    video = service.ask("GET", f"{place}/outputs/v.mp4")
    checks.equal("its video", (video.status, video.headers["content-type"], video.body[4:8]), (200, "video/mp4", b"ftyp"))


def together(service, checks):
    """Equal requests at once, and what is not equal."""
    drawn, answers = service.metric('multiplane_cache_total{result="miss"}'), []
    threads = [threading.Thread(target=lambda: answers.append(service.render({"title": "together"}))) for _ in range(64)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    checks.equal("64 equal requests", {answer.status for answer in answers}, {200})
    checks.equal("and one picture", len({answer.body for answer in answers}), 1)
    checks.equal("drawn once", service.metric('multiplane_cache_total{result="miss"}') - drawn, 1.0)


def frames(service, checks):
    """What a batch tells of a video, from which a job's state is made."""
    if not shutil.which("ffmpeg"):
        return
    folder = service.folder
    with open(f"{folder}/video.jsonl", "w", encoding="utf-8") as file:
        json.dump({"id": "v", "scene": "templates/card.json", "to": 1.2, "fps": 10, "scale": 0.2, "output": "v.mp4"}, file)
    out = subprocess.run(
        [service.command, "batch", f"{folder}/video.jsonl", "-o", f"{folder}/videos/", "--progress", "frames", "--chunk-frames", "4",
         "--group", "0.4", "--jobs", "1", "--confined"], cwd=folder, capture_output=True, text=True, check=False)
    lines = [json.loads(line) for line in out.stdout.splitlines()]
    checks.equal("frames of a video", [(line["status"], line.get("frames"), line.get("of")) for line in lines],
                 [("frames", 4, 12), ("frames", 8, 12), ("drawn", None, None)])


def job(service, checks):
    rows = [{"id": f"r{n}", "scene": "card", "parameters": {"title": str(n)}, "scale": 0.1} for n in range(20)]
    text = "\n".join(json.dumps(row) for row in rows)
    made = service.ask("POST", "/v1/jobs", text, ["Content-Type: application/jsonl"])
    checks.equal("a job", made.status, 202)
    place = made.headers["location"]
    checks.equal("the same job", service.ask("POST", "/v1/jobs", text).headers["location"], place)
    checks.true("its end", until(lambda: service.ask("GET", place).json()["state"] == "done", 30),
                service.ask("GET", place).body)
    state = service.ask("GET", place).json()
    checks.equal("what it drew", (state["drawn"], len(state["outputs"])), (20, 20))
    output = service.ask("GET", f"{place}/outputs/r3.png")
    checks.equal("an output", (output.status, output.body[:8]), (200, PNG))
    part = service.ask("GET", f"{place}/outputs/r3.png", headers=["Range: bytes=1-3"])
    checks.equal("a part of it", (part.status, part.body), (206, b"PNG"))
    same = output.headers["etag"]
    conditions = [("If-None-Match", same, 304), ("If-Match", same, 200), ("If-Match", '"nope"', 412)]
    for name, tag, status in conditions:
        found = service.ask("GET", f"{place}/outputs/r3.png", headers=[f"{name}: {tag}"])
        checks.equal(f"{name}: {tag}", found.status, status)
    paths = service.ask("GET", "/v1/openapi.json").json()["paths"]
    described = paths["/v1/jobs/{job}/outputs/{output}"]["get"]["responses"].keys()
    checks.true("what is described", {str(status) for _, _, status in conditions} <= described, described)
    spaced = service.ask("POST", "/v1/jobs", text, ["Content-Type: application/jsonl ; charset=utf-8"])
    checks.equal("a space before the semicolon", (spaced.status, spaced.headers.get("location")), (202, place))
    for name in ["..%2fmanifest.jsonl", "manifest.jsonl", ".multiplane-batch.jsonl", "none.png", "%2e%2e"]:
        checks.equal(f"outputs/{name}", service.ask("GET", f"{place}/outputs/{name}").status, 404)
    events = service.ask("GET", place, headers=["Accept: text/event-stream"])
    checks.true("events", b'"state": "done"' in events.body, events.body)
    bad = service.ask("POST", "/v1/jobs", '{"scene": "card", "parameters": {"none": 1}}')
    checks.equal("a wrong row", (bad.status, bad.json()["code"]), (422, "row.wrong"))
    checks.equal("an unknown template", service.ask("POST", "/v1/jobs", '{"scene": "../card"}').status, 422)
    checks.equal("removed", service.ask("DELETE", place).status, 204)
    checks.equal("and gone", service.ask("GET", place).status, 404)
