"""Asks a service for pictures until a file appears, and at least 20, with a new connection for each: all must be answered
with 200.

    client.py PORT FILE
"""
import http.client
import json
import os
import sys
import threading
import time

HEADERS = {"Authorization": "Bearer fedcba9876543210fedcba9876543210", "Content-Type": "application/json"}
# At once, so that some requests are in flight whenever the service restarts.
CLIENTS = 4
LEAST = 20


def ask(port, name):
    """Returns what is wrong with the answer, or None."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        connection.request("POST", "/v1/templates/card/render", json.dumps({"parameters": {"name": name}}), HEADERS)
        answer = connection.getresponse()
        body = answer.read()
    except (OSError, http.client.HTTPException) as error:
        return repr(error)
    finally:
        connection.close()
    return None if answer.status == 200 and body[:4] == b"\x89PNG" else f"{answer.status} {body[:200]!r}"


def main():
    port, end = int(sys.argv[1]), sys.argv[2]
    times, lost = [], []

    def run(client):
        count = 0
        while not lost and (len(times) < LEAST or not os.path.exists(end)):
            count += 1
            name = f"Card {client}.{count}"
            begun = time.monotonic()
            problem = ask(port, name)
            times.append(time.monotonic() - begun)
            if problem is not None:
                lost.append(f"{name}: {problem}")

    clients = [threading.Thread(target=run, args=(client,)) for client in range(CLIENTS)]
    for client in clients:
        client.start()
    for client in clients:
        client.join()
    for line in lost:
        print(line)
    print(f"{len(times)} requests, the slowest answered in {max(times):.1f} s")
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
