"""The routes as their description tells them, by schemathesis: nothing is answered but what it says, and nothing by 5xx."""
import json
import shutil
import subprocess
import sys
import pathlib

from service import TOKEN, Checks, Service


def program():
    beside = pathlib.Path(sys.executable).parent / "schemathesis"
    return str(beside) if beside.exists() else shutil.which("schemathesis")


def missing():
    return None if program() else "schemathesis is not installed; pip install schemathesis"


def run(command, seconds):
    checks = Checks("fuzz")
    with Service(command, "--deadline", "5") as service:
        address = f"http://127.0.0.1:{service.port}"
        description = service.ask("GET", "/v1/openapi.json").json()
        checks.equal("the description", description["openapi"], "3.1.0")
        path = pathlib.Path(service.folder) / "openapi.json"
        path.write_text(json.dumps(description))
        out = subprocess.run(
            [program(), "run", str(path), "--url", address, "--header", f"Authorization: Bearer {TOKEN}", "--checks",
             "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance",
             "--max-time", str(seconds or 60), "--request-timeout", "20", "--generation-deterministic", "--max-failures", "20",
             "--suppress-health-check", "all"],
            cwd=service.folder, capture_output=True, text=True, timeout=(seconds or 60) * 3 + 120, check=False)
        checks.equal("schemathesis", out.returncode, 0)
        if out.returncode:
            print(out.stdout[-6000:], out.stderr[-2000:], file=sys.stderr)
        checks.equal("the next request", service.render({"title": "after"}).status, 200)
    return checks.end()
