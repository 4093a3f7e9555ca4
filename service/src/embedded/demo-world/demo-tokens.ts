// Two demo tokens: SPROUT is sold on its bonding curve, sells out after a while and migrates to a
// pool a little later; OAK has migrated before and trades in its pool, where its price goes up and
// down.
import type { Address } from '@solana/kit';
import { findAssociatedTokenPda } from '@solana-program/token';
import { TEN_THOUSAND, wave } from '@tote/conditions/oracles/demo-prices';
import {
  findPumpCurveAddress,
  findPumpSwapPoolAddress,
} from '@tote/conditions/oracles/derived-addresses';
import { TOKEN_PROGRAM, WRAPPED_SOL } from '@tote/conditions/oracles/programs';
import { addSeconds, type UnixSeconds } from '@tote/domain';
import type { SandboxAccount } from '@tote/localnet';
import {
  curveAccount,
  demoAddress,
  demoMetadata,
  mintAccount,
  poolAccount,
  tokenAccount,
} from './token-accounts.ts';

const UNIT = 1_000_000n;
const SOL = 1_000_000_000n;
const DECIMALS = 6;
const SUPPLY = 1_000_000_000n * UNIT;
const VIRTUAL_TOKENS = 1_073_000_000n * UNIT;
const VIRTUAL_LAMPORTS = 30n * SOL;
const CURVE_TOKENS = 793_100_000n * UNIT;
const HOLDERS = 12;
const POOL = { tokens: 206_900_000n * UNIT, lamports: 85n * SOL, shares: 4_000_000_000n };

const SALE_SECONDS = 30 * 60;
const MIGRATION_SECONDS = 5 * 60;
const SALE_STEPS = 30;
/** OAK is bought and sold: in half an hour its price rises by a sixth and falls again. */
const TRADE_PERIOD_SECONDS = 1_811n;
const TRADE_HEIGHT = 700n;
export const TRADE_SECONDS = 10;

export interface DemoToken {
  readonly symbol: string;
  readonly mint: Address;
  readonly curve: Address;
  readonly pool: Address;
}

export async function findDemoTokens(): Promise<{ sprout: DemoToken; oak: DemoToken }> {
  return { sprout: await findToken('SPROUT'), oak: await findToken('OAK') };
}

async function findToken(symbol: string): Promise<DemoToken> {
  const mint = demoAddress(`the mint of ${symbol}`);
  return {
    ...{ symbol, mint },
    curve: await findPumpCurveAddress(mint),
    pool: await findPumpSwapPoolAddress(mint),
  };
}

export const saleEndsAt = (startedAt: UnixSeconds): UnixSeconds =>
  addSeconds(startedAt, SALE_SECONDS);

export const migratesAt = (startedAt: UnixSeconds): UnixSeconds =>
  addSeconds(saleEndsAt(startedAt), MIGRATION_SECONDS);

export function saleStepAt(startedAt: UnixSeconds, now: UnixSeconds): number {
  const passed = Math.min(Math.max(now - startedAt, 0), SALE_SECONDS);
  return Math.floor((passed * SALE_STEPS) / SALE_SECONDS);
}

export function sellingCurve({ curve, symbol }: DemoToken, step: number): SandboxAccount {
  const sold = (CURVE_TOKENS * BigInt(step)) / BigInt(SALE_STEPS);
  const virtualTokens = VIRTUAL_TOKENS - sold;
  const virtualLamports = (VIRTUAL_TOKENS * VIRTUAL_LAMPORTS) / virtualTokens;
  return curveAccount(curve, {
    ...{ virtualTokens, virtualLamports, supply: SUPPLY },
    realTokens: CURVE_TOKENS - sold,
    realLamports: virtualLamports - VIRTUAL_LAMPORTS,
    isComplete: step >= SALE_STEPS,
    creator: demoAddress(`the creator of ${symbol}`),
  });
}

export async function buyerAccounts(sprout: DemoToken, step: number): Promise<SandboxAccount[]> {
  const { mint, symbol } = sprout;
  const amount = CURVE_TOKENS / BigInt(SALE_STEPS);
  const accounts: SandboxAccount[] = [];
  for (let index = 1; index <= step; index += 1) {
    const owner = demoAddress(`buyer ${index} of ${symbol}`);
    accounts.push(tokenAccount(await findTokenAccount(mint, owner), { mint, owner, amount }));
  }
  return accounts;
}

export async function tradedVaults(oak: DemoToken, now: UnixSeconds): Promise<SandboxAccount[]> {
  const second = BigInt(now - (now % TRADE_SECONDS));
  const moved = POOL.lamports * TRADE_HEIGHT * wave(second, TRADE_PERIOD_SECONDS);
  const lamports = POOL.lamports + moved / TEN_THOUSAND ** 2n;
  return vaultAccounts(oak, { lamports, tokens: (POOL.tokens * POOL.lamports) / lamports });
}

async function vaultAccounts(
  token: DemoToken,
  { tokens, lamports }: Pick<typeof POOL, 'tokens' | 'lamports'>,
): Promise<SandboxAccount[]> {
  const { mint, pool: owner } = token;
  const { baseVault, quoteVault } = await findVaults(token);
  return [
    tokenAccount(baseVault, { mint, owner, amount: tokens }),
    tokenAccount(quoteVault, { mint: WRAPPED_SOL, owner, amount: lamports }),
  ];
}

export async function migratedAccounts(sprout: DemoToken): Promise<SandboxAccount[]> {
  const mint = mintAccount(sprout.mint, { supply: SUPPLY, decimals: DECIMALS });
  return [mint, ...(await leftCurveAndPool(sprout)), ...(await vaultAccounts(sprout, POOL))];
}

async function findVaults({ mint, pool }: DemoToken) {
  return {
    baseVault: await findTokenAccount(mint, pool),
    quoteVault: await findTokenAccount(WRAPPED_SOL, pool),
  };
}

export async function staticAccounts(sprout: DemoToken, oak: DemoToken): Promise<SandboxAccount[]> {
  return [
    // Its creator can freeze accounts until it migrates.
    ...(await tokenWithHolders(sprout, demoAddress(`the creator of ${sprout.symbol}`))),
    ...(await tokenWithHolders(oak)),
    ...(await leftCurveAndPool(oak)),
  ];
}

async function leftCurveAndPool(token: DemoToken): Promise<SandboxAccount[]> {
  const { symbol, mint: baseMint, curve } = token;
  const none = { virtualTokens: 0n, virtualLamports: 0n, realTokens: 0n, realLamports: 0n };
  const creator = demoAddress(`the creator of ${symbol}`);
  const lpMint = demoAddress(`the shares of the pool of ${symbol}`);
  const pool = { creator, baseMint, quoteMint: WRAPPED_SOL, ...(await findVaults(token)) };
  return [
    curveAccount(curve, { ...none, supply: SUPPLY, isComplete: true, creator }),
    poolAccount(token.pool, { ...pool, lpMint, lpSupply: POOL.shares }),
    mintAccount(lpMint, { supply: POOL.shares, decimals: 9 }),
  ];
}

async function tokenWithHolders(
  { symbol, mint }: DemoToken,
  freezeAuthority?: Address,
): Promise<SandboxAccount[]> {
  const accounts = [mintAccount(mint, { supply: SUPPLY, decimals: DECIMALS, freezeAuthority })];
  accounts.push(await demoMetadata(mint, symbol));
  for (let index = 1; index <= HOLDERS; index += 1) {
    // The last of them is its creator.
    const who = index < HOLDERS ? `holder ${index}` : 'the creator';
    const owner = demoAddress(`${who} of ${symbol}`);
    const amount = BigInt(index) * 100_000n * UNIT;
    accounts.push(tokenAccount(await findTokenAccount(mint, owner), { mint, owner, amount }));
  }
  return accounts;
}

async function findTokenAccount(mint: Address, owner: Address): Promise<Address> {
  const [address] = await findAssociatedTokenPda({ mint, owner, tokenProgram: TOKEN_PROGRAM });
  return address;
}
