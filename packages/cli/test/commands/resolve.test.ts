// On a chain of its own without a keeper, so that nobody else resolves the markets.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getAddressEncoder } from '@solana/kit';
import { keyFromSeed } from '@tote/chain/key';
import {
  findPythConfigAddress,
  findPythPushAddress,
} from '@tote/conditions/oracles/derived-addresses';
import { encodePythPriceUpdate } from '@tote/conditions/oracles/layouts/pyth-price-update';
import { getFeed } from '@tote/conditions/oracles/price-feeds';
import { PYTH_RECEIVER } from '@tote/conditions/oracles/programs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  installReceiver,
  RECEIVER_FILE,
} from '../../../../service/test/keeper/observe/price-updates-support.ts';
import {
  createMeasured,
  makeToken,
  setAccounts,
} from '../../../../service/test/keeper/observe/support.ts';
import {
  createMarket,
  passTime,
  startWorld,
  type World,
} from '../../../../service/test/keeper/support.ts';
import {
  type HermesServer,
  startHermes,
} from '../../../conditions/test/oracles/support/hermes-server.ts';
import { makeUpdate, priceAt } from '../../../conditions/test/oracles/support/pyth-updates.ts';
import { toteHere } from '../support/tote-here.ts';

const SOL = getFeed('SOL').feedId;
const SEED = Buffer.alloc(32, 3);

let world: World;
let hermes: HermesServer;
let dir: string;
let payer: string;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'tote-resolve-'));
  world = await startWorld({ http: { port: 0 } });
  hermes = await startHermes();
  const { address } = await keyFromSeed(SEED);
  payer = address;
  const secret = [...SEED, ...getAddressEncoder().encode(address)];
  writeFileSync(join(dir, 'key.json'), JSON.stringify(secret), { mode: 0o600 });
  await world.localnet.sandbox.setAccounts([{ address, lamports: 10n ** 9n }]);
});
afterAll(async () => {
  await world.close();
  await hermes.close();
  rmSync(dir, { recursive: true });
});

async function resolve(id: string, env: Record<string, string> = {}) {
  const { code, lines, notes } = await toteHere(
    ['resolve', id, '--yes', '--json', '--rpc', world.localnet.url ?? ''],
    {
      ...{ TOTE_KEYPAIR: join(dir, 'key.json'), XDG_CONFIG_HOME: dir, HOME: dir },
      ...{ TOTE_DATA_DIR: dir, TOTE_HERMES_URLS: hermes.url, ...env },
    },
  );
  const text = [...lines, ...notes].join('\n');
  return { code, text, json: code === 0 ? JSON.parse(lines.join('\n')) : undefined };
}

const askPrice = (threshold: string) => ({
  ...{ expiresIn: 100, closesBefore: 60, refundAfter: 3_600 },
  asked: { type: 'price_feed', feed: 'SOL', comparator: 'gt', threshold, timing: 'at_expiry' },
});

/** The account of Pyth's sponsors. */
async function push(second: number): Promise<void> {
  const address = await findPythPushAddress(SOL);
  const data = encodePythPriceUpdate(priceAt(second), { writeAuthority: address, postedSlot: 1n });
  await world.localnet.sandbox.setAccounts([
    { address, lamports: 2_000_000n, owner: PYTH_RECEIVER, data },
  ]);
}

describe('a price at expiry', () => {
  test('that is on chain resolves the market, by any wallet that pays', async () => {
    const market = await createMarket(world, askPrice('150'));
    const early = await resolve(market.id);
    expect([early.code, early.text]).toEqual([1, expect.stringContaining('The market expires at')]);
    await passTime(world, 100);
    await push(market.expiresAt);
    const { code, json } = await resolve(market.id);
    const account = await findPythPushAddress(SOL);
    expect([code, json]).toEqual([
      0,
      {
        ...{ marketId: market.id, outcome: 'Yes', by: `the account ${account}` },
        transactionId: expect.any(String),
      },
    ]);
    const landed = await world.chain.fetchLanded(json.transactionId);
    expect(landed?.error).toBeNull();
    const again = await resolve(market.id);
    expect([again.code, again.text]).toEqual([1, expect.stringContaining('has already ended')]);
    expect(hermes.requests).toEqual([]);
  });

  test('that is not on chain is fetched, unless it cannot decide', async () => {
    const market = await createMarket(world, askPrice('151'));
    await passTime(world, 100);
    await push(market.expiresAt + 5);
    const none = await resolve(market.id);
    expect([none.code, none.text]).toEqual([1, expect.stringContaining('is not on this chain')]);
    await installReceiver(world);
    const missing = await resolve(market.id);
    expect([missing.code, missing.text]).toEqual([1, expect.stringContaining('no price for that')]);
    const away = await resolve(market.id, { TOTE_HERMES_URLS: 'http://127.0.0.1:9' });
    expect([away.code, away.text]).toEqual([3, expect.stringContaining('does not answer')]);
    const wrong = await resolve(market.id, { TOTE_HERMES_URLS: 'nowhere' });
    expect([wrong.code, wrong.text]).toEqual([2, expect.stringContaining('TOTE_HERMES_URLS')]);
    hermes.answer = ({ moment = 0 }) => [makeUpdate([priceAt(moment, { price: 0n })])];
    const useless = await resolve(market.id);
    expect([useless.code, useless.text]).toEqual([
      1,
      expect.stringContaining('cannot decide the market'),
    ]);
    hermes.answer = ({ moment = 0 }) => [makeUpdate([priceAt(moment)])];
    const { code, text, json } = await resolve(market.id, { TOTE_HERMES_KEY: 'secret' });
    expect(hermes.requests.at(-1)).toMatchObject({
      ...{ moment: market.expiresAt, feedIds: [SOL], authorization: 'Bearer secret' },
    });
    const account = await world.chain.accounts.findMarket(market.address);
    if (RECEIVER_FILE) {
      const at = new Date(market.expiresAt * 1_000).toISOString();
      const by = `the price that Pyth published at ${at}`;
      expect([code, json]).toMatchObject([0, { outcome: 'No', by }]);
      expect(account?.resolvedAt).not.toBe(0n);
    } else {
      // Without the receiver the chain refuses the transaction as a whole.
      expect([code, text]).toEqual([1, expect.stringContaining('The chain rejected')]);
      expect(account?.resolvedAt).toBe(0n);
    }
    const address = await findPythConfigAddress(PYTH_RECEIVER);
    await world.localnet.sandbox.setAccounts([{ address, lamports: 0n }]);
  });
});

test('the state of an account resolves a market', async () => {
  const { mint, accounts } = await makeToken('resolved');
  await setAccounts(world, [accounts.mint]);
  const condition = { type: 'token_supply', comparator: 'gt', threshold: '900000000' };
  const market = await createMeasured(world, { tokenAddress: mint, condition, expiresIn: 100 });
  await passTime(world, 100);
  const { code, json } = await resolve(market.id);
  expect([code, json?.outcome, json?.by]).toEqual([0, 'Yes', `the account ${mint}`]);
});

test('what an oracle decides is refused, and what is no market', async () => {
  const market = await createMarket(world, { expiresIn: 100 });
  await passTime(world, 100);
  const attested = await resolve(market.id);
  expect([attested.code, attested.text]).toEqual([1, expect.stringContaining('An oracle decides')]);
  const none = await resolve(payer);
  expect([none.code, none.text]).toEqual([1, expect.stringContaining('no such market')]);
  expect((await resolve(`market_${'0'.repeat(44)}`)).code).toBe(2);
  const { code } = await toteHere(['resolve', market.id, '--yes', '--rpc', 'http://127.0.0.1:9'], {
    ...{ TOTE_KEYPAIR: join(dir, 'key.json'), XDG_CONFIG_HOME: dir, TOTE_DATA_DIR: dir },
  });
  expect(code).toBe(3);
});
