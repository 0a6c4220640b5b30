"""Memory of the service and its workers: after 10,000 pictures against after 1,000, uncached."""
import json

from service import Checks, Service, share

PICTURES = 10_500
# Workers are replaced now and then, so that the most around a number counts.
EARLY, LATE = range(500, 1501), range(9500, 10_501)
MOST = 1.05
CLIENTS = 3


def missing():
    return None


def run(command, _):
    checks = Checks("growth")
    with Service(command, "--cache-memory", "0", "--queue", "1") as service:
        most, wrong = {EARLY: [0, 0], LATE: [0, 0]}, []

        def ask(wire, number):
            body = json.dumps({"parameters": {"title": f"Number {number}"}, "scale": 0.25})
            answer = wire.ask("POST", "/v1/templates/card/render", body, ["Content-Type: application/json"])
            if answer is None or answer.status != 200:
                wrong.append(answer and answer.status)
            if number % 50 == 0:
                for numbers, found in most.items():
                    if number in numbers:
                        for place, bytes_ in enumerate((service.resident(), service.resident(of_workers=False))):
                            found[place] = max(found[place], bytes_)

        share(service, PICTURES, CLIENTS, ask)
        checks.equal("all are drawn", wrong, [])
        print("growth: after 1,000 pictures "
              + ", after 10,000 ".join(f"{found[0] / 2**20:.1f} MiB (the service alone {found[1] / 2**20:.1f})" for found in most.values()))
        for place, what in enumerate(("all", "the service alone")):
            checks.true(f"memory of {what}", most[LATE][place] <= MOST * most[EARLY][place], [found[place] for found in most.values()])
    return checks.end()
