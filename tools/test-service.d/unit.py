"""The security rating of the sample unit by systemd-analyze: its exposure, from 0 (best) to 10."""
import re
import shutil
import subprocess
import tempfile
import pathlib

from service import PROJECT, Checks

MOST = 2.0


def missing():
    return None if shutil.which("systemd-analyze") else "systemd-analyze is not installed"


def run(command, _):
    checks = Checks("unit")
    with tempfile.TemporaryDirectory() as folder:
        for name in ["multiplane.service", "multiplane.socket"]:
            text = (PROJECT / "Examples/service" / name).read_text()
            (pathlib.Path(folder) / name).write_text(text.replace("/usr/bin/multiplane", str(command)))
        out = subprocess.run(
            ["systemd-analyze", "security", "--offline=yes", "--no-pager", f"{folder}/multiplane.service"],
            capture_output=True, text=True, check=False)
        found = re.search(r"exposure level for \S+: ([0-9.]+)", out.stdout)
        checks.true("exposure", found and float(found[1]) <= MOST, found[0] if found else out.stderr)
        if found:
            print(f"unit: {found[0]}")
        landlock = {"landlock_create_ruleset", "landlock_add_rule", "landlock_restrict_self"}
        unit = (PROJECT / "Examples/service/multiplane.service").read_text()
        checks.equal("what Landlock needs and is not allowed", landlock - allowed(unit), set())
        verify = subprocess.run(["systemd-analyze", "verify", f"{folder}/multiplane.service"], capture_output=True, text=True,
                                check=False)
        wrong = [line for line in verify.stderr.splitlines()
                 if "multiplane" in line and re.search("unknown|failed to parse", line, re.IGNORECASE)]
        checks.equal("what it does not know", wrong, [])
    return checks.end()


def allowed(unit):
    """The system calls that a unit allows by their names, whatever the groups of a systemd's version have."""
    calls = set()
    for line in re.findall(r"^SystemCallFilter=(.*)$", unit, re.MULTILINE):
        calls = calls - set(line[1:].split()) if line.startswith("~") else calls | set(line.split())
    return calls
