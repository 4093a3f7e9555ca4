// Measured markets and the accounts that decide them, on a chain without a demo world.
import type { Address } from '@solana/kit';
import { compileCondition } from '@tote/conditions/compile-condition';
import { decidedBy } from '@tote/conditions/decided-by';
import { DEMO_FEEDS, type DemoPriceFeed } from '@tote/conditions/oracles/demo-prices';
import {
  findPumpSwapPoolAddress,
  findPythPushAddress,
} from '@tote/conditions/oracles/derived-addresses';
import { pumpSwap } from '@tote/conditions/oracles/pools/pumpswap';
import { WRAPPED_SOL } from '@tote/conditions/oracles/programs';
import { readSample } from '@tote/conditions/oracles/read-sample';
import { TOKEN_PROGRAM_ADDRESS } from '@tote/program-client';
import { advanceClock } from '../../../src/embedded/advance-clock.ts';
import { priceUpdateAccount } from '../../../src/embedded/demo-world/posted-updates.ts';
import {
  accountOf,
  demoAddress,
  mintAccount,
  tokenAccount,
} from '../../../src/embedded/demo-world/token-accounts.ts';
import type { Keeper } from '../../../src/keeper/keeper.ts';
import type { MarketView } from '../../../src/store/projection/market-view.ts';
import { createMarket, type World } from '../support.ts';

export type Account = ReturnType<typeof mintAccount>;
const [SOL_FEED] = DEMO_FEEDS as readonly [DemoPriceFeed];
const UNIT = 1_000_000n;
export const LAMPORTS_PER_SOL = 1_000_000_000n;

export interface TestToken {
  readonly mint: Address;
  readonly pool: Address;
  readonly baseVault: Address;
  readonly quoteVault: Address;
  /** Mint, pool and vaults: a thousand million tokens at a millionth of a SOL each. */
  readonly accounts: { mint: Account; pool: Account; base: Account; quote: Account };
}

export async function makeToken(name: string): Promise<TestToken> {
  const mint = demoAddress(`the mint of ${name}`);
  const pool = await findPumpSwapPoolAddress(mint);
  const [baseVault, quoteVault] = [demoAddress(`${name} base`), demoAddress(`${name} quote`)];
  const { program, search } = pumpSwap;
  return {
    ...{ mint, pool, baseVault, quoteVault },
    accounts: {
      mint: mintAccount(mint, { supply: 1_000_000_000n * UNIT, decimals: 6 }),
      pool: accountOf(
        { at: pool, owner: program, bytes: 301, head: search?.discriminator },
        { 43: mint, 75: WRAPPED_SOL, 139: baseVault, 171: quoteVault, 203: 1n },
      ),
      base: tokenAccount(baseVault, { mint, owner: pool, amount: 100_000_000n * UNIT }),
      quote: tokenAccount(quoteVault, {
        ...{ mint: WRAPPED_SOL, owner: pool },
        amount: 100n * LAMPORTS_PER_SOL,
      }),
    },
  };
}

export function setAccounts(world: World, accounts: readonly Account[]): Promise<void> {
  return world.localnet.sandbox.setAccounts(accounts) as Promise<never>;
}

/** The SOL/USD update of now, changed as the test wants it. */
export async function showPrice(
  world: World,
  change: (data: Buffer, now: bigint) => void = () => undefined,
  owner?: Address,
): Promise<void> {
  const { slot, observedAt } = await readSample(world.chain, []);
  const at = await findPythPushAddress(SOL_FEED.feedId);
  const account = priceUpdateAccount(at, SOL_FEED, { second: BigInt(observedAt), slot });
  const data = Buffer.from(account.data ?? []);
  change(data, BigInt(observedAt));
  await setAccounts(world, [{ ...account, data, ...(owner && { owner }) }]);
}

export interface MeasuredMarket {
  readonly tokenAddress: Address | null;
  readonly condition: unknown;
  readonly expiresIn: number;
  readonly decimals?: number;
}

export function createMeasured(world: World, wanted: MeasuredMarket): Promise<MarketView> {
  const { tokenAddress, condition, expiresIn, decimals = 6 } = wanted;
  const token = { mint: { program: TOKEN_PROGRAM_ADDRESS, decimals } };
  const measured = { tokenAddress, condition, token };
  return createMarket(world, {
    ...{ expiresIn, refundAfter: 3_600, question: 'Is it?' },
    compile: (asked) => compileCondition({ ...asked, ...measured }),
  });
}

/** Moves the clock as the sandbox does, with the samples of its stops. */
export async function advance(
  world: World,
  keeper: Keeper,
  seconds: number,
  moveWorld: () => Promise<void> = async () => undefined,
): Promise<void> {
  const { chain, reads, wallMs, keys } = world;
  await advanceClock(
    {
      ...{ chain, reads, wallMs, moveWorld, sampler: keeper.sampler },
      moveClock: (step) => world.localnet.sandbox.advanceClock(step),
      wakeKeeper: () => keeper.wake(),
      isDecidedHere: (market) => decidedBy(market, keys.oracle.address).by === 'samples',
      isStuck: async ({ id }) => (await keeper.findResolutionStatus(id))?.lastFailure != null,
    },
    seconds,
  );
}
