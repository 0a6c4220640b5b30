"""Fuzzing of the routes by their API description, with schemathesis: every response must conform to
it, and none may be 5xx.
"""
import json
import os
import shutil
import subprocess
import sys
import pathlib
import tempfile

from service import KEY, TOKEN, Checks, Service

# Loaded by schemathesis: signs three of four addresses. The fourth stays as it was made up.
HOOK = """
import base64, hashlib, hmac, urllib.parse
import schemathesis

COUNT = {"all": 0}
QUERIES = [[], ["_scale"], ["_time"], ["e"], ["title"], ["accent"], ["n"], ["_scale", "_time", "title"]]


@schemathesis.hook
def before_call(context, case, kwargs):
    if case.path != "/v1/t/{signature}/{file}":
        return
    COUNT["all"] += 1
    turn = COUNT["all"] % 4
    if turn == 0:
        return
    file = str(case.path_parameters.get("file", ""))
    # What is made up is seldom a template's name, or a number.
    values = [file, "0", "0.5", "-1", "1e9", "99999999999", "nan", "#ff0000", "Ada", "\\u202e", ""]
    if turn in (1, 2):
        case.path_parameters["file"] = ["card.png", "heavy.jpg", "photo.webp", "card.webp"][COUNT["all"] // 4 % 4]
    query = {name: values[(COUNT["all"] * 7 + place * 3) % len(values)] for place, name in
             enumerate(QUERIES[COUNT["all"] // 3 % len(QUERIES)])}
    if turn == 2:
        query.update(case.query or {})
    if query.get("_scale") not in (None, "", "-1", "nan"):
        query["_scale"] = "0.1" if turn == 1 else query["_scale"]
    path = "/v1/t/" + urllib.parse.quote(str(case.path_parameters["file"]), safe="")
    text = urllib.parse.urlencode(query)
    signature = hmac.new(b"KEY", (path + ("?" + text if text else "")).encode(), hashlib.sha256).digest()
    case.path_parameters["signature"] = base64.urlsafe_b64encode(signature).decode().rstrip("=")
    case.query = query
"""


def program():
    beside = pathlib.Path(sys.executable).parent / "schemathesis"
    return str(beside) if beside.exists() else shutil.which("schemathesis")


def missing():
    return None if program() else "schemathesis is not installed; pip install schemathesis"


def run(command, seconds):
    checks = Checks("fuzz")
    with tempfile.TemporaryDirectory() as jobs, Service(command, "--deadline", "5", "--job-folder", jobs) as service:
        address = f"http://127.0.0.1:{service.port}"
        description = service.ask("GET", "/v1/openapi.json").json()
        checks.equal("the description", description["openapi"], "3.1.0")
        path = pathlib.Path(service.folder) / "openapi.json"
        path.write_text(json.dumps(description))
        (pathlib.Path(service.folder) / "signing.py").write_text(HOOK.replace("KEY", KEY))
        out = subprocess.run(
            [program(), "run", str(path), "--url", address, "--header", f"Authorization: Bearer {TOKEN}", "--checks",
             "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance",
             "--max-time", str(seconds or 60), "--request-timeout", "20", "--generation-deterministic", "--max-failures", "20",
             "--suppress-health-check", "all"],
            cwd=service.folder, env={**os.environ, "SCHEMATHESIS_HOOKS": "signing", "PYTHONPATH": service.folder},
            capture_output=True, text=True, timeout=(seconds or 60) * 3 + 120, check=False)
        checks.equal("schemathesis", out.returncode, 0)
        if out.returncode:
            print(out.stdout[-6000:], out.stderr[-2000:], file=sys.stderr)
        statuses = {line["status"] for line in service.log if line.get("route") == "/v1/t/{signature}/{file}"}
        checks.true("signed addresses were drawn, and refused in every way", statuses >= {200, 400, 403, 404, 410, 422}, statuses)
        print(f"fuzz: {sum('route' in line for line in service.log)} requests, signed addresses answered with {sorted(statuses)}")
        checks.equal("the next request", service.render({"title": "after"}).status, 200)
    return checks.end()
