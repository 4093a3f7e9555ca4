// The life of the tokens that are born while somebody watches, read as markets read them.
import { discoverPools, findLaunchPools } from '@tote/conditions/oracles/discover-pools';
import { decodeMint } from '@tote/conditions/oracles/layouts/mint';
import { POOL_PROGRAMS } from '@tote/conditions/oracles/pools/all';
import {
  LAUNCHLAB_PROGRAM,
  METEORA_DBC_PROGRAM,
  PUMP_PROGRAM,
  TOKEN_PROGRAM,
} from '@tote/conditions/oracles/programs';
import { compare } from '@tote/conditions/oracles/rational';
import { readSample } from '@tote/conditions/oracles/read-sample';
import { addSeconds, type UnixSeconds } from '@tote/domain';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Audience } from '../../../src/embedded/audience.ts';
import { BORN_MAX, nameOf } from '../../../src/embedded/demo-world/born-tokens.ts';
import { ROUTES, vaultsOf } from '../../../src/embedded/demo-world/demo-programs.ts';
import {
  bornAccounts,
  changedAccounts,
  deletedAccounts,
  findDemoToken,
  migratesAt,
  saleEndsAt,
} from '../../../src/embedded/demo-world/demo-tokens.ts';
import { DemoWorld } from '../../../src/embedded/demo-world/demo-world.ts';
import { SILENT_LOG } from '../../support/silent-log.ts';
import { type EmptyWorld, startEmptyWorld } from '../support.ts';

const MINUTES = 60;
const FIRST = 2;

let empty: EmptyWorld;
let world: DemoWorld;
let audience: Audience;
let writes = 0;
const used = new Set<string>();

beforeEach(async () => {
  empty = await startEmptyWorld();
  audience = new Audience(() => 0);
  used.clear();
  world = await start();
});
afterEach(async () => {
  await world.close();
  await empty.close();
});

const start = (addsTokens = true) =>
  DemoWorld.start({
    ...{ chain: empty.chain, log: SILENT_LOG, audience, addsTokens },
    isNeeded: async () => false,
    isInUse: async (mint) => used.has(mint),
    sandbox: {
      setAccounts(accounts) {
        writes += 1;
        return empty.localnet.sandbox.setAccounts(accounts);
      },
    },
  });

async function pass(minutes: number): Promise<void> {
  await empty.localnet.sandbox.advanceClock(minutes * MINUTES);
  await world.step();
}

const born = () => world.data.tokens.slice(FIRST);
const read = async (...addresses: string[]) =>
  (await readSample(empty.chain, addresses as never)).accounts;

async function countAccounts(): Promise<number> {
  const { rpc } = empty.chain;
  const programs = [TOKEN_PROGRAM, ...POOL_PROGRAMS.map(({ program }) => program)];
  const config = { commitment: 'confirmed', encoding: 'base64' } as const;
  const all = programs.map((program) => rpc.getProgramAccounts(program, config).send());
  return (await Promise.all(all)).reduce((sum, accounts) => sum + accounts.length, 0);
}

test('while nobody watches nothing is written, and nothing is born', async () => {
  const { transactionCount } = await empty.localnet.info();
  const [before, accounts] = [writes, await countAccounts()];
  for (let minute = 0; minute < 60; minute += 10) await pass(10);
  expect(writes).toBe(before);
  expect(await countAccounts()).toBe(accounts);
  expect((await empty.localnet.info()).transactionCount).toBe(transactionCount);
  expect(born()).toEqual([]);
  // Whoever asks first waits until the world has caught up.
  const [oak] = world.data.tokens.slice(1);
  const pools = await findLaunchPools(empty.chain, oak?.mint as never);
  await audience.ask();
  expect(writes).toBeGreaterThan(before);
  expect(await findLaunchPools(empty.chain, oak?.mint as never)).not.toEqual(pools);
  expect(audience.ask()).toBeUndefined();
});

test('without the sandbox no token is born', async () => {
  await world.close();
  world = await start(false);
  audience.ask();
  await pass(30);
  expect(born()).toEqual([]);
});

test('a token is born every ten minutes, at most', async () => {
  audience.ask();
  await pass(9);
  expect(born()).toHaveLength(0);
  await pass(1);
  expect(born().map(({ symbol }) => symbol)).toEqual([nameOf(1)]);
  await world.step();
  expect(born()).toHaveLength(1);
  await pass(10);
  expect(born()).toHaveLength(2);
  const [token] = born();
  expect(world.isAbout({ tokenAddress: token?.mint ?? null })).toBe(true);
});

test('a token of each route is sold, completes, migrates and is traded', async () => {
  for (const number of ROUTES.keys()) {
    const { chain, localnet } = empty;
    const bornAt = await chain.clock.refresh();
    const token = await findDemoToken('IVY', { bornAt, number });
    const { mint, curve, pools, pool } = token;
    let since = -Infinity;
    const passTo = async (at: UnixSeconds) => {
      await localnet.sandbox.setAccounts(await changedAccounts(token, since, at));
      since = at;
    };
    // Without what is remembered of the last search.
    const discover = () => discoverPools({ rpc: new Proxy(chain.rpc, {}) }, mint);
    const readMint = async () => {
      const [account] = await read(mint);
      return account && decodeMint(account);
    };
    await localnet.sandbox.setAccounts(await bornAccounts(token));
    await passTo(bornAt);
    const [early] = (await discover()).pools;
    await passTo(addSeconds(saleEndsAt(token), -2 * MINUTES));
    const [late] = (await discover()).pools;
    if (!early || !late) throw new Error('it has no price on its curve');
    expect([early.pool, late.pool]).toEqual([curve, curve]);
    expect(compare(late.price, early.price)).toBe(1);
    await passTo(saleEndsAt(token));
    expect((await discover()).pools).toEqual([]);
    expect(await readMint()).toMatchObject({ value: { freezeAuthority: token.creator } });
    expect((await read(pool))[0]?.owner).toBeNull();
    await passTo(migratesAt(token));
    expect(await readMint()).toMatchObject({ value: { freezeAuthority: null } });
    const migrated = await discover();
    expect(migrated.isComplete).toBe(true);
    // The deepest first.
    expect(migrated.pools.map((each) => each.pool)).toEqual([...pools].reverse());
    const [account] = await read(pool);
    expect(account?.owner).toBe(token.route.pools.at(-1)?.program);
    const vaults = await read(...vaultsOf(pool));
    await passTo(addSeconds(migratesAt(token), MINUTES));
    expect(await read(...vaultsOf(pool))).not.toEqual(vaults);
    expect((await discover()).pools).not.toEqual(migrated.pools);
    await localnet.sandbox.setAccounts(await deletedAccounts(token, since as UnixSeconds));
    for (const gone of await read(mint, curve, ...pools, ...vaultsOf(pool))) {
      expect(gone.owner).toBeNull();
    }
  }
});

test('the routes use every program whose pools are read', () => {
  const used = ROUTES.flatMap(({ pools }) => pools.map(({ program }) => program));
  const curves = [PUMP_PROGRAM, LAUNCHLAB_PROGRAM, METEORA_DBC_PROGRAM];
  const read = POOL_PROGRAMS.map(({ program }) => program);
  expect(new Set([...used, ...curves])).toEqual(new Set(read));
});

test('there are never more than six: the oldest goes, unless a market is about it', async () => {
  audience.ask();
  for (let count = 0; count < BORN_MAX; count += 1) await pass(10);
  const [kept, gone] = born();
  if (!kept || !gone) throw new Error('no token was born');
  used.add(kept.mint);
  // Each has migrated and was traded before it makes room.
  await pass(10);
  expect(born()[0]).toEqual(kept);
  for (let count = 0; count < 6; count += 1) await pass(20);
  expect(born()).toHaveLength(BORN_MAX);
  expect(born()[0]).toEqual(kept);
  for (const account of await read(gone.mint, gone.bondingCurve, gone.pool)) {
    expect(account.owner).toBeNull();
  }
  expect(world.isAbout({ tokenAddress: gone.mint })).toBe(true);
  const sizes = new Set<number>();
  for (let round = 0; round < 3; round += 1) {
    for (let count = 0; count < ROUTES.length; count += 1) await pass(60);
    sizes.add(await countAccounts());
  }
  expect(sizes.size).toBe(1);
  const before = world.data;
  await world.close();
  world = await start();
  expect(world.data).toEqual(before);
  expect(world.isAbout({ tokenAddress: gone.mint })).toBe(true);
});
