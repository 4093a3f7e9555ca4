// Warnings about pools, tickers and other markets, on a chain with the demo tokens.
import type { Address } from '@solana/kit';
import { compileSupported } from '@tote/conditions/compile-supported';
import { DEMO_FEEDS } from '@tote/conditions/oracles/demo-prices';
import { findPythPushAddress } from '@tote/conditions/oracles/derived-addresses';
import { decodePumpSwapPool } from '@tote/conditions/oracles/pools/pumpswap';
import { WRAPPED_SOL } from '@tote/conditions/oracles/programs';
import { readSample } from '@tote/conditions/oracles/read-sample';
import { addSeconds } from '@tote/domain';
import { beforeEach, describe, expect, test } from 'vitest';
import { createWorld, SOL, type World } from '../../../../packages/chain/test/world.ts';
import {
  bytesOf,
  dump,
  patched,
  u64,
} from '../../../../packages/conditions/test/oracles/support/dumps.ts';
import {
  bornAccounts,
  changedAccounts,
  type DemoToken,
  findFirstTokens,
  saleEndsAt,
} from '../../../src/embedded/demo-world/demo-tokens.ts';
import { priceUpdateAccount } from '../../../src/embedded/demo-world/posted-updates.ts';
import {
  demoAddress,
  mintAccount,
  tokenAccount,
} from '../../../src/embedded/demo-world/token-accounts.ts';
import {
  ALREADY_MET,
  isMetNow,
  listMarketWarnings,
} from '../../../src/markets/create/condition.ts';
import { measureNow } from '../../../src/markets/create/measure-now.ts';
import { readTokens } from '../../../src/markets/create/read-token.ts';
import { openStore } from '../../../src/store/open-store.ts';
import type { Db } from '../../../src/store/store.ts';

let world: World;
let sprout: DemoToken;
let oak: DemoToken;
let db: Db;

beforeEach(async () => {
  world = await createWorld();
  const { sandbox } = world.localnet;
  const [sol] = DEMO_FEEDS;
  if (!sol) throw new Error('there is no feed');
  const now = await world.chain.clock.refresh();
  ({ sprout, oak } = await findFirstTokens(addSeconds(now, -180)));
  const feed = await findPythPushAddress(sol.feedId);
  await sandbox.setAccounts([
    ...[...(await bornAccounts(sprout)), ...(await changedAccounts(sprout, -Infinity, now))],
    ...[...(await bornAccounts(oak)), ...(await changedAccounts(oak, saleEndsAt(oak), now))],
    priceUpdateAccount(feed, sol, { second: BigInt(now), slot: 1n }),
  ]);
  await fillPool(85n * SOL);
  db = (await openStore()).db;
});

/** Puts this much SOL into the pool of OAK. */
async function fillPool(lamports: bigint): Promise<void> {
  const { chain, localnet } = world;
  const [account] = (await readSample(chain, [oak.pool])).accounts;
  const pool = account && decodePumpSwapPool(account);
  if (!pool?.ok) throw new Error('there is no pool');
  const [baseVault, quoteVault] = pool.value.vaults;
  const owner = oak.pool;
  await localnet.sandbox.setAccounts([
    tokenAccount(baseVault, { mint: oak.mint, owner, amount: 206_900_000_000_000n }),
    tokenAccount(quoteVault, { mint: WRAPPED_SOL, owner, amount: lamports }),
  ]);
}

/** As creation does it, with the types that only sampled markets have. */
async function ask(question: string, tokenAddress: Address, condition?: object) {
  const { chain } = world;
  const now = chain.clock.now();
  const about = { question, tokenAddress, expiresAt: addSeconds(now, 3_600), now };
  const asked = { ...about, ...(condition && { condition }) };
  const { token, other } = await readTokens(chain, asked);
  if (!token) throw new Error('it is not about a token');
  const known = { token: token.hints, ...(other && { otherToken: other }) };
  const compiled = await compileSupported({ ...asked, ...known });
  const current = await measureNow(chain, compiled.condition, about.expiresAt);
  const market = { ...about, compiled, token, ...(other && { other }), current };
  const warnings = await listMarketWarnings(db, market);
  return { ...compiled, token, warnings, isMet: isMetNow({ current, sources: null }), current };
}

const cap = (threshold: string, timing = 'any_time_before') => {
  return { type: 'market_cap', comparator: 'gte', threshold, unit: 'USD', timing };
};

/** Sold on a curve of Meteora, of whose target ten SOL are missing. */
async function launchOnMeteora(mint: Address): Promise<Address> {
  const [pool, config] = ['the curve', 'its configuration'].map(demoAddress) as [Address, Address];
  const sold = patched(dump('meteora_dbc_migrated_pool'), 308, [0]);
  const raised = patched(patched(sold, 240, u64(950_000_000n)), 72, bytesOf(config));
  const accounts = [
    { ...patched(raised, 136, bytesOf(mint)), address: pool },
    { ...dump('meteora_dbc_config'), address: config },
  ];
  await world.localnet.sandbox.setAccounts([
    mintAccount(mint, { supply: 10n ** 15n, decimals: 6 }),
    ...accounts.map(({ data, owner, address }) => {
      return { address, owner: owner as Address, lamports: SOL, data: Uint8Array.from(data) };
    }),
  ]);
  return pool;
}

test('a launch of Meteora is found, and who can complete it', async () => {
  const mint = demoAddress('a mint of Meteora');
  const pool = await launchOnMeteora(mint);
  const { condition, warnings, isMet } = await ask('Will it graduate?', mint);
  const launch = { launchpad: 'meteora', pool, poolType: 'virtual', quoteMint: WRAPPED_SOL };
  expect(condition).toMatchObject({ type: 'token_event', event: 'curve_complete', ...launch });
  expect(isMet).toBe(false);
  expect(warnings.join(' ')).toContain('what is missing costs about 10 SOL now');
  const stated = { type: 'token_event', event: 'migrated' };
  expect((await ask('Will it migrate?', mint, stated)).condition).toMatchObject(launch);
  // Its price is that of the curve.
  const priced = await ask('Is it?', mint, cap('1'));
  expect(priced.condition).toMatchObject({ pool });
  expect(priced.token.hints).not.toHaveProperty('launch');
});

describe('a market capitalisation', () => {
  test('names the deepest pool, and is measured in it; on its curve it counts by the curve', async () => {
    const { condition, token, isMet, current, warnings } = await ask(
      "Will $OAK's market cap exceed $1B?",
      oak.mint,
    );
    expect(condition).toMatchObject({ type: 'market_cap', pool: oak.pool });
    expect(token.pools?.pools.map(({ pool }) => pool)).toEqual([oak.pool]);
    expect(isMet).toBe(false);
    // 85 SOL against 206.9 million of a thousand million tokens, at about 200 USD: 82,000. Both
    // move with the time of day, the pool by a seventh and the dollar by a twelfth.
    const value = current?.measure.ok ? current.measure.value.value : undefined;
    const capitalisation = Number(value?.numerator) / Number(value?.denominator);
    expect(capitalisation).toBeGreaterThan(60_000);
    expect(capitalisation).toBeLessThan(105_000);
    expect(warnings.join(' ')).not.toMatch(/cheap to manipulate|no data|symbol/);
    const sold = await ask("Will $SPROUT's market cap exceed $1B?", sprout.mint);
    expect(sold.condition).toMatchObject({ pool: sprout.curve });
  });

  test('near its threshold is cheap to manipulate, either way', async () => {
    const near = await ask('Is it?', oak.mint, cap('100000', 'at_expiry'));
    const [warning] = near.warnings.filter((each) => each.includes('cheap to manipulate'));
    const [, cost] = /about (\S+) SOL move the pool (\S+) /.exec(warning ?? '') ?? [];
    expect(Number(cost)).toBeGreaterThan(5);
    expect(Number(cost)).toBeLessThan(13);
    expect(warning).toContain(oak.pool);
    const below = await ask('Is it?', oak.mint, cap('50000', 'at_expiry'));
    expect(below.isMet).toBe(true);
    expect(below.warnings.join(' ')).toContain('cheap to manipulate');
    // One that is reached already gives a warning, if it would end the market.
    const triggered = await ask('Is it?', oak.mint, cap('50000'));
    expect(triggered).toMatchObject({ isMet: true, isTriggered: true });
    expect(triggered.warnings).toContain(ALREADY_MET);
    const atExpiry = await ask('Is it?', oak.mint, cap('50000', 'at_expiry'));
    expect(atExpiry.warnings).not.toContain(ALREADY_MET);
  });
});

test('a thin pool is not named, and prices of a token without a pool, or of none, have no source', async () => {
  await fillPool(9n * SOL);
  const thin = await ask('Is it?', oak.mint, cap('100000'));
  expect(thin.condition).toMatchObject({ pool: null });
  expect(thin.isMet).toBe(null);
  expect(thin.warnings.join(' ')).toContain('pools are thin');
  const mint = await world.localnet.sandbox.createMint({ decimals: 6 });
  const { warnings, isMet } = await ask('Is it?', mint as Address, cap('100000'));
  expect(isMet).toBe(null);
  expect(warnings.filter((warning) => /no pool/i.test(warning))).toEqual([
    'No pool of the token was found: unless one appears, all stakes are refunded.',
  ]);
  const absent = await ask('Is it?', world.oracle.address, cap('100000'));
  expect(absent.warnings.join(' ')).toContain(`There is no token ${world.oracle.address}`);
});

test('pools are searched for prices and capitalisations only', async () => {
  const supply = { type: 'token_supply', comparator: 'gt', threshold: '5' };
  expect((await ask('Is it?', oak.mint, supply)).token.pools).toBe(undefined);
  expect((await ask('Does it rain?', oak.mint)).token.pools).toBe(undefined);
  const named = { ...cap('9000000'), pool: oak.pool };
  expect((await ask('Is it?', oak.mint, named)).token.pools).toBe(undefined);
});

test('a $TICKER must be among others the symbol of the token, if it has one', async () => {
  const wrong = await ask('Will $WIF reach $1B market cap?', oak.mint);
  const text = 'The question names $WIF, but the symbol of the token is OAK.';
  expect(wrong.warnings).toContain(text);
  for (const question of ['Will $oak flip $WIF?', 'Will $WIF be worth more than $OAK?']) {
    expect((await ask(question, oak.mint)).warnings.join(' ')).not.toContain('symbol');
  }
  const mint = await world.localnet.sandbox.createMint({ decimals: 6 });
  const { warnings } = await ask('Will $WIF reach $1B market cap?', mint as Address);
  expect(warnings.join(' ')).toContain('says no symbol of its own');
});

test('a sample that was just taken is not taken again', async () => {
  const { condition, current } = await ask('Will it have 100 holders?', oak.mint);
  if (!current) throw new Error('it was not measured');
  const refusing = new Proxy({} as typeof world.chain.rpc, {
    get: () => {
      throw new Error('it was read again');
    },
  });
  const chain = { rpc: refusing, clock: world.chain.clock };
  const expiresAt = addSeconds(world.chain.clock.now(), 3_600);
  const again = await measureNow(chain, condition, expiresAt, current.sample);
  expect(again).toEqual(current);
  await expect(measureNow(chain, condition, expiresAt)).rejects.toThrow('it was read again');
});

test('of two tokens the cheaper pool to move is named', async () => {
  const question = `Will OAK's market cap be above ${sprout.mint}'s at expiry?`;
  const { condition, warnings } = await ask(question, oak.mint);
  expect(condition.type).toBe('token_ratio');
  const said = warnings.find((warning) => warning.includes('move the pool'));
  // What brings OAK down to SPROUT is less than what brings SPROUT up to OAK.
  expect(said).toContain(oak.pool);
  const [, cost = ''] = /about ([\d.]+) SOL/.exec(said ?? '') ?? [];
  expect(Number(cost)).toBeGreaterThan(10);
});
