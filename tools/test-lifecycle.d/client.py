"""Asks a service for pictures until a file appears, with a new connection for each: all must be answered with 200.

    client.py PORT FILE
"""
import http.client
import json
import os
import sys
import time

HEADERS = {"Authorization": "Bearer fedcba9876543210fedcba9876543210", "Content-Type": "application/json"}


def main():
    port, end = int(sys.argv[1]), sys.argv[2]
    count, longest = 0, 0.0
    while not os.path.exists(end):
        count += 1
        begun = time.monotonic()
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        try:
            connection.request("POST", "/v1/templates/card/render", json.dumps({"parameters": {"name": f"Card {count}"}}), HEADERS)
            answer = connection.getresponse()
            body = answer.read()
        except OSError as error:
            print(f"request {count}: {error!r}")
            return 1
        finally:
            connection.close()
        if answer.status != 200 or body[:4] != b"\x89PNG":
            print(f"request {count}: {answer.status} {body[:200]!r}")
            return 1
        longest = max(longest, time.monotonic() - begun)
    print(f"{count} requests during the upgrade, all answered, the slowest in {longest:.1f} s")
    return 0 if count >= 20 else 1


if __name__ == "__main__":
    sys.exit(main())
