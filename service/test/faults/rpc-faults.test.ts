// Faults of the network and of the node: no bet is lost, none is placed twice, replies are correct,
// reads still work, and nothing has to be restarted afterwards.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRandom } from '../../../packages/chain/test/faults.ts';
import { count, hasRounds, isLong } from '../../../tools/test-setup/stage.ts';
import { type Answer, type Api, expectBalanced } from './support/api.ts';
import { FAULTS, LIES, type RpcFault, RpcProxy } from './support/rpc-proxy.ts';
import { SeparateChain, type SeparateWallet } from './support/separate-chain.ts';
import { ServiceProcess } from './support/service-process.ts';

let chain: SeparateChain;
let proxy: RpcProxy;
let service: ServiceProcess;
let api: Api;
let bettor: SeparateWallet;
let marketId: string;
let placed = 0;

beforeAll(async () => {
  const starting = ServiceProcess.prepare();
  chain = await SeparateChain.start();
  proxy = await RpcProxy.start(chain.localnet.url as string);
  service = await starting({
    ...chain.env(undefined, proxy.url),
    TOTE_RPC_WS_URL: proxy.url.replace('http', 'ws'),
    TOTE_RATE_LIMIT_WALLET: '0',
  });
  api = service.api;
  bettor = await chain.openWallet(api, 10_000n);
  marketId = await api.createMarket(bettor);
});
afterAll(async () => {
  await service?.stop();
  await proxy?.close();
  await chain?.close();
});

/** The reply is that it is placed, that it is pending, or to retry. */
function expectCorrect(answer: Answer): void {
  expect([201, 202, 429, 503]).toContain(answer.status);
  // One wallet has only so many bets in flight, which faults make longer.
  if (answer.status === 429) expect(answer.code).toBe('rate_limited');
  if (answer.status === 503) {
    expect(answer.code).toMatch(/^(chain_unavailable|service_overloaded)$/);
    expect(answer.body.error).toBeTypeOf('string');
  }
}

/** Reads the chain directly, without the service and the proxy. */
async function expectOnChain(bets: number): Promise<void> {
  const account = await chain.chain.accounts.findBettor(bettor.key.address);
  expect(account?.available[0]).toBe((10_000n - BigInt(bets)) * 1_000_000_000n);
}

async function expectPlacedOnce(key: string): Promise<Answer> {
  const answer = await api.betUntilPlaced(bettor, { marketId, key });
  placed += 1;
  expect((await api.bet(bettor, { marketId, key })).text).toBe(answer.text);
  expect(answer.body.newTotalStake).toEqual({ Yes: placed, No: 0 });
  expect((await api.get(`/markets/${marketId}`)).body.totalVolume).toBe(placed);
  await expectOnChain(placed);
  return answer;
}

const isSend = (method: string) => method === 'sendTransaction';
/** Each takes seconds; the last test draws from all of them. */
const TRIED: readonly RpcFault[] = hasRounds ? FAULTS : ['reply lost', '429', 'stale'];

/** Until this many calls have met the fault, or the bet is answered. */
async function betDuring(fault: RpcFault, key: string, choose: typeof proxy.choose, calls: number) {
  proxy.counts.clear();
  proxy.choose = choose;
  let isAnswered = false;
  const answering = api.bet(bettor, { marketId, key }).finally(() => {
    isAnswered = true;
  });
  await expect.poll(() => isAnswered || (proxy.counts.get(fault) ?? 0) >= calls).toBe(true);
  proxy.heal();
  // What was answered until now may be that it is pending, and nothing that is not true.
  expectCorrect(await answering);
  await expectPlacedOnce(key);
}

describe.each(TRIED)('%s', (fault) => {
  test('while a bet is sent', () =>
    betDuring(fault, `send ${fault}`, (method) => (isSend(method) ? fault : undefined), 1));
  test('while everything is read', () =>
    betDuring(fault, `read ${fault}`, (method) => (isSend(method) ? undefined : fault), 20));
});

test.each(LIES)('a node that lies (%s): the bet is placed once, and nobody is told more', (lie) =>
  betDuring(lie, `lie ${lie}`, () => lie, 20),
);

test('without a chain reads work, writes return an error, and nothing is restarted', async () => {
  proxy.choose = () => 'request lost';
  // Its cached blockhash expires after a while.
  const place = () => api.bet(bettor, { marketId, key: 'unreachable', amount: 2 });
  const ready = async () => (await api.call('GET', '/../readyz?for=writes')).status;
  await expect.poll(ready).toBe(503);
  for (const path of ['/markets', `/markets/${marketId}`, `/markets/${marketId}/bets`, '/config']) {
    expect([path, (await api.get(path)).status]).toEqual([path, 200]);
  }
  const market = await api.call('POST', '/markets', {
    as: bettor,
    body: {
      question: 'Does anybody hear this?',
      outcomes: ['Yes', 'No'],
      currency: 'SOL',
      expireAt: new Date(Date.now() + 3_600_000).toISOString(),
    },
  });
  expectCorrect(market);
  expect(market.status).not.toBe(201);
  const account = await api.get('/account', bettor);
  expect([account.status, account.code]).toEqual([503, 'chain_unavailable']);
  proxy.heal();
  await expect.poll(ready).toBe(200);
  const { body } = await place();
  expect(body).toMatchObject({ amountStaked: 2, state: 'confirmed' });
  placed += 2;
  await expectOnChain(placed);
});

test('with random faults every bet is placed once', async () => {
  const random = createRandom(Number(process.env.TOTE_SEED ?? 7));
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  // Each of the others costs five seconds of waiting.
  const all: readonly RpcFault[] = [...FAULTS, ...LIES];
  const quick = all.filter((fault) => !['blackhole', 'no answer'].includes(fault));
  const bets = count(30, 1_000);
  const before = placed;
  proxy.choose = () => (random() < 0.3 ? pick(isLong ? all : quick) : undefined);
  const keys = Array.from({ length: bets }, (_, index) => `storm ${index}`);
  const answers: Answer[] = [];
  for (let from = 0; from < bets; from += 15) {
    const lot = keys.slice(from, from + 15);
    answers.push(...(await Promise.all(lot.map((key) => api.bet(bettor, { marketId, key })))));
  }
  for (const answer of answers) expectCorrect(answer);
  proxy.heal();
  const final = await Promise.all(keys.map((key) => api.betUntilPlaced(bettor, { marketId, key })));
  placed += bets;
  await expectOnChain(placed);
  // Each reply has the totals after its bet, so no two are the same.
  const totals = final.map(({ body }) => body.newTotalStake.Yes).sort((a, b) => a - b);
  expect(totals).toEqual(keys.map((_, index) => before + index + 1));
  await expectBalanced(api);
  const faults = [...proxy.counts.values()].reduce((sum, each) => sum + each, 0);
  const first = answers.filter(({ status }) => status === 201).length;
  console.log(`${faults} faults, ${bets} bets, ${first} at once, 0 lost, 0 doubled`);
});
