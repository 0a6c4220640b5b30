"""Many concurrent connections: all get a response, and their resources are released."""
import resource
import time

from service import Checks, Service, Wire, until


def missing():
    return None


def run(command, number):
    count = number or 10_000
    checks = Checks("connections")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = hard if hard != resource.RLIM_INFINITY else 1 << 20
    count = min(count, most - 600)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, count + 500), hard))
    with Service(command, "--connections", str(count + 100)) as service:
        before, descriptors = service.resident(), service.descriptors()
        begun = time.monotonic()
        wires = []
        for _ in range(count):
            wires.append(Wire(service.port, 60))
        for wire in wires:
            wire.send("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        answered = sum(1 for wire in wires if (answer := wire.answer()) and answer.status == 200)
        took = time.monotonic() - begun
        checks.equal("answered", answered, count)
        checks.equal("a picture meanwhile", service.render({"title": "meanwhile"}).status, 200)
        held = service.resident()
        for wire in wires:
            wire.socket.close()
        checks.true("all end", until(lambda: service.descriptors() <= descriptors + 8, 30), service.descriptors())
        print(f"connections: {count} answered in {took:.1f} s, {(held - before) / count / 1024:.1f} KiB each")
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return checks.end()
