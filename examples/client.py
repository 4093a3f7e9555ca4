"""Reads markets, bets and follows the events, with Python 3.9 or later and no package.

    TOTE_API_KEY=tote_... python3 examples/client.py [bet <market> <Yes|No> <amount>]
"""
import json
import os
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from decimal import Decimal

URL = os.environ.get("TOTE_URL", "http://localhost:3000")
RETRIES = 4


class ToteError(Exception):
    def __init__(self, status, code, message):
        super().__init__(f"{code}: {message}")
        self.status, self.code = status, code


def headers(**more):
    key = os.environ.get("TOTE_API_KEY")
    return {**({"authorization": f"Bearer {key}"} if key else {}), **more}


def call(method, path, body=None):
    """One key for all tries: a bet is never placed twice."""
    data, own = None, {}
    if body is not None:
        data = json.dumps(body).encode()
        own = {"content-type": "application/json", "idempotency-key": str(uuid.uuid4())}
    for tries in range(RETRIES + 1):
        request = urllib.request.Request(f"{URL}/v1{path}", data, headers(**own), method=method)
        try:
            with urllib.request.urlopen(request, timeout=30) as response:
                # Amounts have more digits than a float can hold.
                return json.loads(response.read(), parse_float=Decimal, parse_int=Decimal)
        except urllib.error.HTTPError as error:
            if error.code not in (408, 429, 503) or tries == RETRIES:
                message = json.loads(error.read())["error"]
                raise ToteError(error.code, error.headers["x-error-code"], message) from None
            time.sleep(int(error.headers["retry-after"] or 1))
        except OSError:
            if tries == RETRIES:
                raise
            time.sleep(2**tries)


def events(**query):
    """Follows the feed for ever. After a lost connection it goes on where it was."""
    last = query.pop("lastEventId", None)
    while True:
        asked = urllib.parse.urlencode({**query, **({"lastEventId": last} if last else {})})
        try:
            request = urllib.request.Request(f"{URL}/v1/events?{asked}", headers=headers())
            with urllib.request.urlopen(request, timeout=60) as stream:
                for line in stream:
                    if line.startswith(b"data: "):
                        event = json.loads(line[6:], parse_float=Decimal)
                        last = event["id"]
                        yield event
        except OSError:
            time.sleep(1)


if __name__ == "__main__":
    if sys.argv[1:2] == ["bet"]:
        market, outcome, amount = sys.argv[2:5]
        # As text: a float might change the amount.
        body = {"outcome": outcome, "amount": amount}
        print(call("POST", f"/markets/{market}/bets", body)["betId"])
    else:
        for market in call("GET", "/markets?status=open"):
            print(market["id"], market["question"])
