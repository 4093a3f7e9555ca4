// No bet on a certain result: once a curve is complete it stays complete, and a market about it
// takes no more bets of any kind, although it ends only at its expiry.

import type { Key } from '@tote/chain/key';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoKey } from '../../conformance/support/wallets.ts';
import { signTransaction } from '../../support/new-wallet.ts';
import { type Answer, World } from '../../support/world.ts';
import { replay } from './replay.ts';

const CONDITION = { type: 'token_event', event: 'curve_complete', timing: 'at_expiry' };
const STAKE = { outcome: 'Yes', amount: 5 };
const REFUSED = [409, 'condition_already_met'];

let world: World;
let bob: Key;
let id: string;
let mint: string;
let done: number;
/** Signed while the result was open. */
let signedBets: string[];
let signedMarket: string;

beforeAll(async () => {
  world = await World.start();
  bob = await demoKey(world, 'bob');
  const [token] = (await world.get('/config')).body.demo.tokens;
  mint = token.mint;
  done = Date.parse(token.curveCompletesAt) / 1000;
  id = await world.createMarket({ ...marketAbout(mint), expireAt: at(600) });
  expect((await world.bet(id, 'bob', 'No', 1)).status).toBe(201);
  expect((await world.bet(id, 'alice', 'Yes', 1)).status).toBe(201);
  // One of them long before, the others a moment before it is certain.
  await advanceTo(-5);
  const path = `/markets/${id}/bets/prepare`;
  signedBets = [await prepare(path, STAKE), await prepare(path, { ...STAKE, amount: 4 })];
  signedMarket = await prepare('/markets/prepare', { ...marketBody(), initialStake: STAKE });
  await advanceTo(60);
});
afterAll(() => world.close());

const at = (seconds: number) => new Date((done + seconds) * 1000).toISOString();
const now = async () => Date.parse((await world.get('/config')).body.now) / 1000;
const advanceTo = async (seconds: number) => world.advance(done + seconds - (await now()));
const marketAbout = (tokenAddress: string) => ({
  ...{ question: 'Will the bonding curve of this token be complete?', tokenAddress },
  condition: CONDITION,
});
const marketBody = () => ({
  ...{ ...marketAbout(mint), outcomes: ['Yes', 'No'], currency: 'SOL', expireAt: at(600) },
});
const codeOf = ({ status, headers }: Answer) => [status, headers.get('x-error-code')];
const show = async () => (await world.get(`/markets/${id}`)).body;

async function prepare(path: string, body: object): Promise<string> {
  const prepared = await world.post(path, { ...body, wallet: bob.address });
  expect(prepared.status, prepared.text).toBe(200);
  return signTransaction(prepared.body.transaction, bob);
}

test('bets through us are refused, alone and in a batch', async () => {
  const path = `/markets/${id}/bets`;
  const keyed = { as: 'alice', idempotencyKey: 'late' } as const;
  const alone = await world.post(path, STAKE, keyed);
  expect(codeOf(alone)).toEqual(REFUSED);
  const again = await world.post(path, STAKE, keyed);
  expect(codeOf(again)).toEqual(REFUSED);
  const batch = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      world.bet(id, index % 2 === 0 ? 'alice' : 'bob', 'Yes', 5),
    ),
  );
  for (const answer of batch) expect(codeOf(answer)).toEqual(REFUSED);
  expect(await show()).toMatchObject({ status: 'open', totalVolume: 2, betCount: 2 });
});

test('nothing more is prepared, and what was signed before is refused', async () => {
  const [first, second] = signedBets;
  const answers = [
    await world.post(`/markets/${id}/bets/prepare`, { ...STAKE, wallet: bob.address }),
    await world.post(`/markets/${id}/bets`, { transaction: first }),
    await world.post('/transactions', { transaction: second }),
    await world.post('/transactions', { transaction: signedMarket }),
  ];
  for (const answer of answers) expect(codeOf(answer)).toEqual(REFUSED);
  expect(await show()).toMatchObject({ status: 'open', totalVolume: 2, betCount: 2 });
});

test('no market is created about a certain result', async () => {
  const before = (await world.get('/markets?limit=100')).text;
  const body = marketBody();
  const answers = [
    await world.post('/markets', body, { as: 'alice' }),
    await world.post('/markets', { ...body, initialStake: STAKE }, { as: 'alice' }),
    await world.post('/markets/prepare', { ...body, wallet: bob.address }),
  ];
  for (const answer of answers) expect(codeOf(answer)).toEqual(REFUSED);
  const preview = await world.post('/markets/preview', body);
  expect(preview.body).toMatchObject({ alreadyMet: true, triggered: false });
  expect(preview.body.warnings.join(' ')).toContain('already happened');
  expect((await world.get('/markets?limit=100')).text).toBe(before);
});

test('at its expiry the market is decided by those who bet in time', async () => {
  await advanceTo(605);
  await expect
    .poll(show)
    .toMatchObject({ status: 'resolved', winningOutcome: 'Yes', totalVolume: 2 });
  expect(await replay(world, id)).toBe('Yes');
});
