// The life of a demo token: it is sold on its bonding curve, sells out, migrates a little later,
// and is traded in its pools from then on, where its price goes up and down. All of it follows from
// the time of its birth and the time of the chain.
import type { Address } from '@solana/kit';
import { TEN_THOUSAND, wave } from '@tote/conditions/oracles/demo-prices';
import { findAssociatedAddress } from '@tote/conditions/oracles/derived-addresses';
import { TOKEN_PROGRAM } from '@tote/conditions/oracles/programs';
import { addSeconds, type UnixSeconds } from '@tote/domain';
import type { SandboxAccount } from '@tote/localnet';
import { DECIMALS, findPool, listPool, ROUTES, type Route, type Sale } from './demo-programs.ts';
import { demoAddress, demoMetadata, mintAccount, tokenAccount } from './token-accounts.ts';

const UNIT = 1_000_000n;
const SOL = 1_000_000_000n;
const SUPPLY = 1_000_000_000n * UNIT;
const VIRTUAL_TOKENS = 1_073_000_000n * UNIT;
const VIRTUAL_LAMPORTS = 30n * SOL;
const CURVE_TOKENS = 793_100_000n * UNIT;
const HOLDERS = 12;
const POOL = { tokens: 206_900_000n * UNIT, lamports: 85n * SOL };

const SALE_SECONDS = 30 * 60;
const MIGRATION_SECONDS = 5 * 60;
const SALE_STEPS = 30;
/** In half an hour the price in the pools rises by a sixth and falls again. */
const TRADE_PERIOD_SECONDS = 1_811n;
const TRADE_HEIGHT = 700n;
const TRADE_SECONDS = 10;
/** The prices of two tokens do not move together. */
const SHIFT_SECONDS = 421;

export interface DemoToken {
  readonly symbol: string;
  readonly mint: Address;
  readonly creator: Address;
  readonly curve: Address;
  readonly pools: readonly Address[];
  /** The deepest one. */
  readonly pool: Address;
  readonly route: Route;
  readonly bornAt: UnixSeconds;
  /** Counts those born later; 0 for the first ones. */
  readonly number: number;
}

export async function findDemoToken(
  symbol: string,
  { bornAt, number = 0 }: Pick<DemoToken, 'bornAt'> & Partial<Pick<DemoToken, 'number'>>,
): Promise<DemoToken> {
  const mint = mintOf(symbol);
  const route = ROUTES[number % ROUTES.length] ?? ROUTES[0];
  const pools = await Promise.all(route.pools.map((pool) => findPool(pool, mint)));
  return {
    ...{ symbol, mint, route, bornAt, number, pools, pool: pools.at(-1) as Address },
    creator: demoAddress(`the creator of ${symbol}`),
    curve: await route.curve.find(mint),
  };
}

export const mintOf = (symbol: string): Address => demoAddress(`the mint of ${symbol}`);

/** SPROUT is born with the world; OAK has migrated before. */
export async function findFirstTokens(startedAt: UnixSeconds) {
  const before = addSeconds(startedAt, -SALE_SECONDS - MIGRATION_SECONDS);
  return {
    sprout: await findDemoToken('SPROUT', { bornAt: startedAt }),
    oak: await findDemoToken('OAK', { bornAt: before }),
  };
}

export const saleEndsAt = ({ bornAt }: Pick<DemoToken, 'bornAt'>): UnixSeconds =>
  addSeconds(bornAt, SALE_SECONDS);

export const migratesAt = (token: Pick<DemoToken, 'bornAt'>): UnixSeconds =>
  addSeconds(saleEndsAt(token), MIGRATION_SECONDS);

/** What a token has from its birth on. Its creator can freeze accounts until it migrates. */
export async function bornAccounts({ symbol, mint, creator }: DemoToken) {
  const freezeAuthority = creator;
  const accounts = [mintAccount(mint, { supply: SUPPLY, decimals: DECIMALS, freezeAuthority })];
  accounts.push(await demoMetadata(mint, symbol));
  for (let index = 1; index <= HOLDERS; index += 1) {
    const owner = index < HOLDERS ? demoAddress(`holder ${index} of ${symbol}`) : creator;
    accounts.push(await holderAccount(mint, owner, BigInt(index) * 100_000n * UNIT));
  }
  return accounts;
}

/** What has changed between the two times. */
export async function changedAccounts(
  token: DemoToken,
  since: number,
  now: UnixSeconds,
): Promise<SandboxAccount[]> {
  const [before, step] = [saleStepAt(token, since), saleStepAt(token, now)];
  const hasMigrated = now >= migratesAt(token);
  const isMigration = hasMigrated && since < migratesAt(token);
  const accounts: SandboxAccount[] = [];
  for (let buyer = Math.max(before, 0) + 1; buyer <= step; buyer += 1) {
    const owner = demoAddress(`buyer ${buyer} of ${token.symbol}`);
    accounts.push(await holderAccount(token.mint, owner, CURVE_TOKENS / BigInt(SALE_STEPS)));
  }
  if (step !== before || isMigration) {
    accounts.push(...token.route.curve.list(token.curve, token, saleAt(step, hasMigrated)));
  }
  if (isMigration) {
    accounts.push(mintAccount(token.mint, { supply: SUPPLY, decimals: DECIMALS }));
  }
  const [traded, trade] = [since, now].map((at) => Math.floor(at / TRADE_SECONDS));
  if (isMigration || (hasMigrated && trade !== traded)) {
    accounts.push(...(await listPools(token, now)));
  }
  return accounts;
}

/** All accounts of a token, without a lamport: they are deleted. */
export async function deletedAccounts(token: DemoToken, now: UnixSeconds) {
  const changed = await changedAccounts(token, -Infinity, now);
  const all = [...(await bornAccounts(token)), ...changed].map((account) => account.address);
  return [...new Set(all)].map((address): SandboxAccount => ({ address, lamports: 0n }));
}

/** Before its birth it has no step. */
function saleStepAt({ bornAt }: DemoToken, at: number): number {
  if (at < bornAt) return -1;
  return Math.floor((Math.min(at - bornAt, SALE_SECONDS) * SALE_STEPS) / SALE_SECONDS);
}

function saleAt(step: number, hasMigrated: boolean): Sale {
  const sold = (CURVE_TOKENS * BigInt(step)) / BigInt(SALE_STEPS);
  const virtualTokens = VIRTUAL_TOKENS - sold;
  const virtualLamports = lamportsAfter(sold);
  return {
    stage: hasMigrated ? 'migrated' : step >= SALE_STEPS ? 'complete' : 'onCurve',
    ...{ supply: SUPPLY, virtualTokens, virtualLamports, sold, left: CURVE_TOKENS - sold },
    raised: virtualLamports - VIRTUAL_LAMPORTS,
    toRaise: lamportsAfter(CURVE_TOKENS) - VIRTUAL_LAMPORTS,
  };
}

const lamportsAfter = (sold: bigint) =>
  (VIRTUAL_TOKENS * VIRTUAL_LAMPORTS) / (VIRTUAL_TOKENS - sold);

/** Each pool is deeper than the one before, at the same price. */
async function listPools(token: DemoToken, now: UnixSeconds): Promise<SandboxAccount[]> {
  const second = BigInt(now - (now % TRADE_SECONDS) + token.number * SHIFT_SECONDS);
  const moved = POOL.lamports * TRADE_HEIGHT * wave(second, TRADE_PERIOD_SECONDS);
  const traded = POOL.lamports + moved / TEN_THOUSAND ** 2n;
  const listed = token.route.pools.map((pool, index) => {
    const depth = BigInt(index + 1);
    const tokens = (POOL.tokens * POOL.lamports * depth) / traded;
    return listPool(token.pools[index] as Address, pool, token, [tokens, traded * depth]);
  });
  return (await Promise.all(listed)).flat();
}

async function holderAccount(mint: Address, owner: Address, amount: bigint) {
  const at = await findAssociatedAddress(owner, mint, TOKEN_PROGRAM);
  return tokenAccount(at, { mint, owner, amount });
}
