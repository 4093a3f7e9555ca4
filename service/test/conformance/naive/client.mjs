// The story of the specification with fetch: BASE_URL=http://127.0.0.1:3000/v1 node client.mjs
import assert from 'node:assert/strict';

const { BASE_URL } = process.env;
const HOUR = 3_600;

async function call(path, key, body) {
  const response = await fetch(BASE_URL + path, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...(key && { Authorization: `Bearer ${key}` }),
      ...(body && { 'Content-Type': 'application/json' }),
    },
    body: body && JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${response.status} ${answer.error}`);
  return answer;
}
const pause = () => new Promise((resolve) => setTimeout(resolve, 1_000));

const wallet = async () => (await fetch(`${BASE_URL}/sandbox/wallets`, { method: 'POST' })).json();
const alice = await wallet();
const bob = await wallet();

assert.deepEqual(await call('/markets?limit=0'), []);
const market = await call('/markets', alice.apiKey, {
  question: 'Will it rain\non the 👩‍👩‍👧 picnic?',
  tokenAddress: null,
  outcomes: ['Yes', 'No'],
  expireAt: new Date(Date.now() + HOUR * 1_000),
  currency: 'SOL',
  initialStake: 0.1,
});
assert.match(market.id, /^market_/);
assert.equal(market.question, 'Will it rain on the 👩‍👩‍👧 picnic?');
assert.equal(market.creator, alice.address);
assert.deepEqual(market.feePercentage, { burn: 0.05, developer: 0.05 });
const path = `/markets/${market.id}`;

const stake = 0.1 + 0.2;
const [yes, no] = market.outcomes.map(({ name }) => name);
const mine = await call(`${path}/bets`, alice.apiKey, { outcome: yes, amount: stake });
assert.equal(mine.amountStaked, 0.3);
const { currency } = market;
const bet = await call(`${path}/bets`, bob.apiKey, { outcome: no, amount: 0.6, currency });
assert.deepEqual(bet.newTotalStake, { Yes: 0.4, No: 0.6 });
assert.deepEqual(bet.newOdds, { Yes: 0.4, No: 0.6 });
assert.ok(bet.transactionId);

const open = await call(`${path}?_=${Date.now()}`);
assert.equal(open.totalVolume, 1);
const [listed] = await call('/markets?status=open');
assert.deepEqual(listed.odds, { Yes: 0.4, No: 0.6 });

// The same market once more, by sending back what was read. RFC 3339 allows lower case.
const sent = { ...open, expireAt: open.expireAt.toLowerCase() };
const copy = await call('/markets', alice.apiKey, sent);
assert.notEqual(copy.id, market.id);
assert.equal(copy.expireAt, market.expireAt);
assert.equal(copy.details, market.details);
assert.equal(copy.totalVolume, 0);
const cheaper = { ...sent, feePercentage: { burn: 0, developer: 0 } };
await assert.rejects(call('/markets', alice.apiKey, cheaper), /400 .*feePercentage.*0\.05/);
await assert.rejects(call('/markets', bob.apiKey, sent), /400 .*creator/);

await assert.rejects(call(`${path}/result`, bob.apiKey), /409/);
await call('/sandbox/clock', alice.apiKey, { advanceSeconds: HOUR });
let resolved = open;
while (resolved.status === 'open') {
  await pause();
  resolved = await call(`${path}?_=${Date.now()}`);
}
assert.equal(resolved.status, 'resolved');
assert.deepEqual(resolved.outcomes, [
  { name: 'Yes', totalStake: 0.4 },
  { name: 'No', totalStake: 0.6 },
]);
assert.deepEqual(resolved.feesCollected, { burned: '0.02 SOL', developer: '0.02 SOL' });
for (const [{ apiKey }, outcome, staked] of [
  [alice, yes, 0.1 + stake],
  [bob, no, 0.6],
]) {
  let result = await call(`${path}/result`, apiKey);
  while (result.claimable) {
    await pause();
    result = await call(`${path}/result`, apiKey);
  }
  const expected = staked * resolved.payoutRatio[outcome];
  assert.ok(Math.abs(result.yourWinnings - expected) < 0.000_1, `${result.yourWinnings}`);
  assert.equal(result.yourWinnings > 0, outcome === result.winningOutcome);
}
