# The story of the specification with urllib: BASE_URL=http://127.0.0.1:3000/v1 python3 client.py
import json
import os
import time
import urllib.error
import urllib.request
from datetime import datetime, timedelta, timezone

BASE_URL = os.environ["BASE_URL"]


def call(method, path, key=None, body=None):
    headers = {"Content-Type": "application/json"}
    if key:
        headers["Authorization"] = "ApiKey " + key
    data = json.dumps(body).encode() if body else None
    request = urllib.request.Request(BASE_URL + path, data, headers, method=method)
    with urllib.request.urlopen(request) as response:
        return json.load(response)


def refusal(*arguments):
    try:
        answer = call(*arguments)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)["error"]
    raise AssertionError("It was not refused: %s" % answer)


def wait_until(is_so):
    while not is_so():
        time.sleep(1)


def result(url, key):
    wait_until(lambda: not call("GET", url + "/result/", key)["claimable"])
    return call("GET", url + "/result/", key)


alice = call("POST", "/sandbox/wallets/")["apiKey"]
bob = call("POST", "/sandbox/wallets/")["apiKey"]

for each in call("GET", "/markets/?limit=1000"):
    print(each["id"], each["question"], each["odds"]["Yes"])

in_an_hour = datetime.now(timezone.utc) + timedelta(hours=1)
market = {
    "question": "Will Österreich win the final? \U0001f3f3\ufe0f\u200d\U0001f308",
    "tokenAddress": None,
    "details": None,
    "outcomes": ["No", "Yes"],
    "expireAt": in_an_hour.isoformat(),
    "currency": "UTILITY",
    "initialStake": {"Yes": 140, "No": 10.0},
}
no_zone = in_an_hour.strftime("%Y-%m-%dT%H:%M:%S")
status, text = refusal("POST", "/markets/", alice, {**market, "expireAt": no_zone})
assert status == 400 and no_zone + "Z" in text, text
status, text = refusal("POST", "/markets/", alice, {**market, "question": "Will \u202eit rain?"})
assert status == 400 and "question" in text, text
created = call("POST", "/markets/", alice, market)
url = "/markets/" + created["id"]
assert [each["totalStake"] for each in created["outcomes"]] == [140, 10], created

ten = sum([0.1] * 100)  # 9.99999999999998
call("POST", url + "/bets/", alice, {"outcome": "Yes", "amount": ten, "currency": None})
bet = call("POST", url + "/bets/", bob, {"outcome": "No", "amount": 5e1})
assert bet["newTotalStake"] == {"Yes": 150, "No": 60}, bet
assert bet["newOdds"] == {"Yes": 0.7143, "No": 0.2857}, bet
assert call("GET", url + "/")["totalVolume"] == 210

# Everybody bets on Yes in this one.
in_an_hour = in_an_hour.strftime("%Y-%m-%dT%H:%M:%S%z")
lonely = {**market, "question": "Will it snow?", "initialStake": None, "expireAt": in_an_hour}
lonely_url = "/markets/" + call("POST", "/markets/", alice, lonely)["id"]
call("POST", lonely_url + "/bets/", bob, {"outcome": "Yes", "amount": 7})

call("POST", "/sandbox/clock/", alice, {"advanceSeconds": 3600})
wait_until(lambda: call("GET", url)["status"] == "resolved")
market = call("GET", url)
assert market["winningOutcome"] in ("Yes", "No"), market
paid = [result(url, key)["yourWinnings"] for key in (alice, bob)]
# Fees are 10% of the losing pool. Alice has stakes on both sides.
if market["winningOutcome"] == "Yes":
    assert paid == [204, 0], paid
else:
    assert paid == [32.5, 162.5], paid
for label in ("burned", "developer"):
    amount, currency = market["feesCollected"][label].split(" ")
    assert float(amount) > 0 and currency == "UTILITY", market
assert datetime.strptime(market["resolvedAt"], "%Y-%m-%dT%H:%M:%SZ")

wait_until(lambda: call("GET", lonely_url)["status"] == "resolved")
lonely = call("GET", lonely_url)
assert result(lonely_url, bob)["yourWinnings"] == 7 * lonely["payoutRatio"]["Yes"] == 7, lonely
assert "nobody bet on it" in lonely["details"], lonely
