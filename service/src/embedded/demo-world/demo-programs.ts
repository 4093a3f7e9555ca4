// The programs in whose accounts demo tokens are sold and traded. Each line of ROUTES is the way
// of a token: the curve on which it is sold first, and the pools that are opened afterwards.
import type { Address } from '@solana/kit';
import { findVaultAuthorities } from '@tote/conditions/oracles/count-holders';
import {
  findLaunchLabPoolAddress,
  findPumpCurveAddress,
  findPumpSwapPoolAddress,
} from '@tote/conditions/oracles/derived-addresses';
import {
  LAUNCHLAB_DISCRIMINATOR,
  LAUNCHLAB_STATUS,
  LAUNCHLAB_STATUS_OFFSET,
} from '@tote/conditions/oracles/pools/launchlab';
import { meteoraDamm } from '@tote/conditions/oracles/pools/meteora-damm';
import {
  DBC_DISCRIMINATORS,
  DBC_PROGRESS,
  DBC_PROGRESS_OFFSET,
} from '@tote/conditions/oracles/pools/meteora-dbc';
import type { Pair, PoolProgram } from '@tote/conditions/oracles/pools/pool';
import { pumpSwap } from '@tote/conditions/oracles/pools/pumpswap';
import { raydiumAmm } from '@tote/conditions/oracles/pools/raydium-amm';
import { raydiumCpmm } from '@tote/conditions/oracles/pools/raydium-cpmm';
import { whirlpool } from '@tote/conditions/oracles/pools/whirlpool';
import { squareRoot } from '@tote/conditions/oracles/prices/manipulation-cost';
import {
  LAUNCHLAB_PROGRAM,
  METEORA_DBC_PROGRAM,
  SOL_DECIMALS,
  WRAPPED_SOL,
} from '@tote/conditions/oracles/programs';
import { isSorted } from '@tote/conditions/oracles/search-pools';
import type { SandboxAccount } from '@tote/localnet';
import {
  accountOf,
  curveAccount,
  demoAddress,
  type Fields,
  mintAccount,
  tokenAccount,
} from './token-accounts.ts';

export const DECIMALS = 6;
const POOL_SHARES = 4_000_000_000n;

interface Named {
  readonly mint: Address;
  readonly creator: Address;
}

export interface Sale {
  readonly stage: 'onCurve' | 'complete' | 'migrated';
  readonly supply: bigint;
  /** As of a pool with a constant product. */
  readonly virtualTokens: bigint;
  readonly virtualLamports: bigint;
  readonly sold: bigint;
  readonly left: bigint;
  readonly raised: bigint;
  readonly toRaise: bigint;
}

interface DemoCurve {
  find(mint: Address): Address | Promise<Address>;
  list(at: Address, token: Named, sale: Sale): SandboxAccount[];
}

const pumpCurve: DemoCurve = {
  find: findPumpCurveAddress,
  list(at, { creator }, { stage, supply, virtualTokens, virtualLamports, left, raised }) {
    const none = { virtualTokens: 0n, virtualLamports: 0n, realTokens: 0n, realLamports: 0n };
    const some = { virtualTokens, virtualLamports, realTokens: left, realLamports: raised };
    const reserves = stage === 'migrated' ? none : some;
    return [curveAccount(at, { ...reserves, supply, isComplete: stage !== 'onCurve', creator })];
  },
};

const LAUNCHLAB_CONFIG = { owner: LAUNCHLAB_PROGRAM, bytes: 371, head: '95089ccaa0fcb0d9' };

const launchLabCurve: DemoCurve = {
  find: findLaunchLabPoolAddress,
  list(at, { mint, creator }, sale) {
    const { stage, supply, virtualTokens, virtualLamports, sold, raised, toRaise } = sale;
    const config = configOf(mint);
    const [base, quote] = vaultsOf(at);
    const head = LAUNCHLAB_DISCRIMINATOR;
    return [
      // All zeros: a constant product.
      accountOf({ at: config, ...LAUNCHLAB_CONFIG }, {}),
      accountOf(
        { at, owner: LAUNCHLAB_PROGRAM, bytes: 429, head },
        {
          ...{ [LAUNCHLAB_STATUS_OFFSET]: LAUNCHLAB_STATUS[stage], 18: DECIMALS, 19: SOL_DECIMALS },
          ...{ 21: supply, 37: virtualTokens + sold, 45: virtualLamports - raised },
          ...{ 53: sold, 61: raised, 69: toRaise, 141: config, 205: mint, 237: WRAPPED_SOL },
          ...{ 269: base, 301: quote, 333: creator },
        },
      ),
    ];
  },
};

const DBC = { owner: METEORA_DBC_PROGRAM, bytes: 424, head: DBC_DISCRIMINATORS.virtual };
const DBC_CONFIG = { owner: METEORA_DBC_PROGRAM, bytes: 1_048, head: '1a6c0e7b74e6812b' };

const meteoraCurve: DemoCurve = {
  find: (mint) => demoAddress(`the curve of ${mint}`),
  list(at, { mint, creator }, sale) {
    const { stage, virtualTokens, virtualLamports, left, raised, toRaise } = sale;
    const config = configOf(mint);
    const [base, quote] = vaultsOf(at);
    const reserves = stage === 'migrated' ? [0n, 0n] : [left, raised];
    const liquidity = squareRoot(virtualTokens * virtualLamports) << 64n;
    return [
      accountOf(
        { at: config, ...DBC_CONFIG },
        // One price range, up to any price.
        { 8: WRAPPED_SOL, 264: toRaise, 408: 1n << 127n, 424: liquidity },
      ),
      accountOf(
        { at, ...DBC },
        {
          ...{ 72: config, 104: creator, 136: mint, 168: base, 200: quote },
          ...{ 232: reserves[0], 240: reserves[1], 280: rootOf([virtualTokens, virtualLamports]) },
          [DBC_PROGRESS_OFFSET]: DBC_PROGRESS[stage],
        },
      ),
    ];
  },
};

interface DemoPool extends Pick<PoolProgram, 'program' | 'search'> {
  /** Left out: anywhere. */
  readonly find?: (mint: Address) => Promise<Address>;
  readonly vaultOffsets: Pair<number>;
  /** If its pools have several lengths. */
  readonly bytes?: number;
  /** Besides mints and vaults. The reserves are in the order of the mints. */
  readonly fields: (token: Named, reserves: Pair<bigint>, decimals: Pair<number>) => Fields;
}

const POOLS = {
  pumpSwap: {
    ...pumpSwap,
    find: findPumpSwapPoolAddress,
    ...{ bytes: 301, vaultOffsets: [139, 171] },
    fields: ({ creator, mint }) => ({ 8: 255, 11: creator, 107: sharesOf(mint), 203: POOL_SHARES }),
  },
  raydiumCpmm: {
    ...raydiumCpmm,
    vaultOffsets: [72, 104],
    fields: ({ creator, mint }, _reserves, decimals) => ({
      ...{ 40: creator, 136: sharesOf(mint), 331: decimals[0], 332: decimals[1] },
      ...{ 296: demoAddress(`the observations of ${mint}`), 333: POOL_SHARES },
    }),
  },
  raydiumAmm: { ...raydiumAmm, vaultOffsets: [336, 368], fields: () => ({ 0: 6n }) },
  whirlpool: {
    ...whirlpool,
    vaultOffsets: [133, 213],
    fields: (_token, [a, b]) => ({ 41: 64, 49: squareRoot(a * b), 65: rootOf([a, b]) }),
  },
  meteoraDamm: {
    ...meteoraDamm,
    vaultOffsets: [232, 264],
    // Its fees become part of the reserves.
    fields: (_token, [a, b]) => ({ 456: rootOf([a, b]), 484: 2, 680: a, 688: b }),
  },
} satisfies Record<string, DemoPool>;

export interface Route {
  readonly curve: DemoCurve;
  /** The deepest last. */
  readonly pools: readonly DemoPool[];
}

export const ROUTES: readonly [Route, ...Route[]] = [
  { curve: pumpCurve, pools: [POOLS.pumpSwap] },
  { curve: launchLabCurve, pools: [POOLS.raydiumCpmm] },
  { curve: pumpCurve, pools: [POOLS.pumpSwap, POOLS.whirlpool] },
  { curve: meteoraCurve, pools: [POOLS.meteoraDamm] },
  { curve: launchLabCurve, pools: [POOLS.raydiumCpmm, POOLS.raydiumAmm] },
];

export const findPool = ({ find, program }: DemoPool, mint: Address) =>
  find?.(mint) ?? demoAddress(`the pool of ${mint} in ${program}`);

/** The pool, its shares and its vaults. */
export async function listPool(
  at: Address,
  { program, search, bytes = search?.length ?? 0, vaultOffsets, fields }: DemoPool,
  token: Named,
  reserves: Pair<bigint>,
): Promise<SandboxAccount[]> {
  const authorities = [...(await findVaultAuthorities())];
  const owner = authorities.find(([, owned]) => owned === program)?.[0] ?? at;
  const isTurned = search?.isSorted && !isSorted([token.mint, WRAPPED_SOL]);
  const inOrder = <T>([a, b]: Pair<T>): Pair<T> => (isTurned ? [b, a] : [a, b]);
  const [mints, vaults] = [inOrder([token.mint, WRAPPED_SOL]), inOrder(vaultsOf(at))];
  const [first, second] = search?.mintOffsets ?? [];
  const own = fields(token, inOrder(reserves), inOrder([DECIMALS, SOL_DECIMALS]));
  return [
    accountOf(
      { at, owner: program, bytes, head: search?.discriminator },
      {
        ...{ ...own, [first as number]: mints[0], [second as number]: mints[1] },
        ...{ [vaultOffsets[0]]: vaults[0], [vaultOffsets[1]]: vaults[1] },
      },
    ),
    mintAccount(sharesOf(token.mint), { supply: POOL_SHARES, decimals: 9 }),
    ...inOrder(reserves).map((amount, index) =>
      tokenAccount(vaults[index] as Address, { mint: mints[index] as Address, owner, amount }),
    ),
  ];
}

export const vaultsOf = (pool: Address): Pair<Address> => [
  demoAddress(`the first vault of ${pool}`),
  demoAddress(`the second vault of ${pool}`),
];

const configOf = (mint: Address) => demoAddress(`the configuration of the curve of ${mint}`);
const sharesOf = (mint: Address) => demoAddress(`the shares of the pool of ${mint}`);

/** The square root of the price, x 2^64. */
const rootOf = ([first, second]: Pair<bigint>) => squareRoot((second << 128n) / first);
