#!/bin/sh
# The story of the specification with curl: BASE_URL=http://127.0.0.1:3000/v1 sh client.sh
set -eu

# Passes an answer on and shows it.
show() { answer=$(cat) && printf '%s\n' "$answer" >&2 && printf '%s\n' "$answer"; }
get() { curl -sS "$BASE_URL$1"; }
get_as() { curl -sS -H "$1" "$BASE_URL$2"; }
post() { curl -sS -H "$1" -H 'Content-Type: application/json' -d "$3" "$BASE_URL$2" | show; }
# field NAME: the first value of this name in the JSON on standard input.
field() { grep -o "\"$1\":\"*[^\",}]*" | head -n 1 | sed "s/\"$1\":\"*//"; }
is() { [ "$1" = "$2" ] || { echo "It is '$1', not '$2'." >&2; exit 1; }; }
# refused WORDS HEADER PATH BODY: the error has these words.
refused() {
  answer=$(post "$2" "$3" "$4")
  case $answer in '{"error":"'*"$1"*'"}') ;; *) echo "No error with '$1'." >&2; exit 1 ;; esac
}

# Two people, each with the header that came to mind first.
ALICE="X-API-Key: $(curl -sS -X POST "$BASE_URL/sandbox/wallets" | field apiKey)"
KEY=$(curl -sS -X POST "$BASE_URL/sandbox/wallets" | field apiKey)
BOB="Authorization: $KEY"

is "$(get '/markets?status=open&limit=20&offset=0&utm_source=terminal')" '[]'
is "$(curl -sS -I "$BASE_URL/markets" | head -n 1 | tr -d '\r')" 'HTTP/1.1 200 OK'

YEAR=$(($(date -u +%Y) + 1))
EXPIRE_AT="$YEAR-12-31T23:59Z"
QUESTION="\"question\": \"Will this token be above \$1 on 31 December $YEAR at 23:59 UTC?\",
  \"tokenAddress\": \"So11111111111111111111111111111111111111112\", \"currency\": \"SOL\""
MARKET="$QUESTION, \"outcomes\": [\"Yes\", \"No\"]"
refused "$YEAR-12-31T23:59:00Z" "$ALICE" /markets "{$MARKET}"
refused later "$ALICE" /markets "{$MARKET, \"expireAt\": \"2020-01-01T00:00:00Z\"}"
refused Yes "$ALICE" /markets \
  "{$QUESTION, \"outcomes\": [\"Up\", \"Down\"], \"expireAt\": \"$EXPIRE_AT\"}"
CREATED=$(post "$ALICE" /markets "{$MARKET, \"expireAt\": \"$EXPIRE_AT\",
  \"initialStake\": {\"outcome\": \"Yes\", \"amount\": 0.5}}")
is "$(printf '%s' "$CREATED" | field status)" open
ID=$(printf '%s' "$CREATED" | field id)

post "$ALICE" "/markets/$ID/bets" '{"outcome": "Yes", "amount": 1}'
BET=$(post "$BOB" "/markets/$ID/bets" '{"outcome": "No", "amount": "0.6", "currency": "SOL"}')
is "$(printf '%s' "$BET" | grep -o '"newOdds":{[^}]*}')" '"newOdds":{"Yes":0.7143,"No":0.2857}'
refused 'Yes or No' "$BOB" "/markets/$ID/bets" '{"outcome": "Maybe", "amount": 1}'
refused 'SOL' "$BOB" "/markets/$ID/bets" '{"outcome": "No", "amount": 1000000}'
refused 'API key' "Authorization: Basic $(printf '%s:' "$KEY" | base64 | tr -d '\n')" \
  "/markets/$ID/bets" '{"outcome": "No", "amount": 1}'
is "$(get "/markets/$ID" | field totalVolume)" 2.1

post "$ALICE" /sandbox/clock '{"advanceSeconds": 63244800}'
while [ "$(get "/markets/$ID" | field status)" = open ]; do sleep 1; done
RESOLVED=$(get "/markets/$ID")
is "$(printf '%s' "$RESOLVED" | field winningOutcome)" Yes
RATIO=$(printf '%s' "$RESOLVED" | grep -o '"payoutRatio":{[^}]*}')
is "$RATIO" '"payoutRatio":{"Yes":1.36,"No":0}'
is "$(printf '%s' "$RESOLVED" | field burned)" '0.03 SOL'
while [ "$(get_as "$ALICE" "/markets/$ID/result" | field claimable)" = true ]; do sleep 1; done
is "$(get_as "$ALICE" "/markets/$ID/result" | field yourWinnings)" 2.04
is "$(get_as "$BOB" "/markets/$ID/result" | field yourWinnings)" 0
refused resolved "$BOB" "/markets/$ID/bets" '{"outcome": "No", "amount": 1}'
