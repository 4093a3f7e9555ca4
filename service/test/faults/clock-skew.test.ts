// The clock of the service's machine is wrong by an hour. Whether a market is open depends on the
// chain's time only.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Api } from './support/api.ts';
import { SeparateChain, type SeparateWallet } from './support/separate-chain.ts';
import { ServiceProcess } from './support/service-process.ts';

const HOUR_MS = 3_600_000;
/** Any machine is faster than this. */
const SLOW_MS = HOUR_MS / 4;

describe.each([
  ['ahead', HOUR_MS],
  ['behind', -HOUR_MS],
])('an hour %s', (_name, skewMs) => {
  let chain: SeparateChain;
  let service: ServiceProcess;
  let api: Api;
  let bettor: SeparateWallet;

  beforeAll(async () => {
    const starting = ServiceProcess.prepare();
    chain = await SeparateChain.start();
    service = await starting(chain.env(), { skewMs });
    api = service.api;
    bettor = await chain.openWallet(api, 10n, { skewMs });
  });
  afterAll(async () => {
    await service?.stop();
    await chain?.close();
  });

  test('the replica is not ready, and says why', async () => {
    const { status, body } = await api.get('/../readyz');
    expect(status).toBe(503);
    const [, seconds, where] =
      /is (\d+) s (ahead of|behind) the chain's/.exec(body.checks.clock) ?? [];
    expect(Math.abs(Number(seconds) * 1_000 - HOUR_MS)).toBeLessThan(SLOW_MS);
    expect(where).toBe(skewMs > 0 ? 'ahead of' : 'behind');
    expect(body.checks.database).toBe('ok');
  });

  test('a market opens and closes by the chain’s time', async () => {
    const chainNow = Date.parse((await api.get('/config')).body.now);
    expect(Math.abs(chainNow - Date.now())).toBeLessThan(SLOW_MS);
    const marketId = await api.createMarket(bettor, { seconds: 1_800 });
    const placed = await api.bet(bettor, { marketId });
    expect(placed.status).toBe(201);
    const { body: bet } = await api.get(`/bets/${placed.body.betId}`);
    expect(Math.abs(Date.parse(bet.placedAt) - chainNow)).toBeLessThan(SLOW_MS);
    await chain.localnet.sandbox.advanceClock(1_800);
    const refused = async () => (await api.bet(bettor, { marketId })).code;
    await expect.poll(refused).toMatch(/^market_(closed|resolved)$/);
    const resolved = async () => (await api.get(`/markets/${marketId}`)).body.status;
    await expect.poll(resolved).toBe('resolved');
  });

  test('an expiry in the past of the chain is refused, at any time of the machine', async () => {
    const { body: config } = await api.get('/config');
    const at = (ms: number) => new Date(Date.parse(config.now) + ms).toISOString();
    const create = async (expireAt: string) => {
      const question = 'Is it late already?';
      const body = { question, outcomes: ['Yes', 'No'], currency: 'SOL', expireAt };
      return (await api.call('POST', '/markets', { as: bettor, body })).status;
    };
    expect(await create(at(-60_000))).toBe(400);
    expect(await create(at(60_000))).toBe(201);
  });
});
