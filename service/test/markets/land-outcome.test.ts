// Without a veto time an outcome does not land in a slot in which somebody bet in its market; it
// lands in the next one. Slots are long here, so that bets and outcomes meet.
import type { Address } from '@solana/kit';
import { TransactionFailed } from '@tote/chain/landed';
import type { Landing } from '@tote/chain/landing';
import { getResolveMarketInstruction, MarketState, Outcome } from '@tote/program-client';
import { expect, test } from 'vitest';
import { landOutcome } from '../../src/markets/end-market.ts';
import {
  findProgramError,
  type LandingContext,
  TransactionBatcher,
} from '../../src/submissions/land-and-ingest.ts';
import { type Betting, bet, callerOf, createBetting } from '../submissions/betting.ts';
import { updateConfig } from '../submissions/following.ts';
import { NO_CRASH_POINTS } from '../support/no-crash-points.ts';

const SLOT_MS = 4_000;

/** Records how many instructions each transaction has, and the refusals. */
const findError = (landing: Landing) =>
  landing.kind === 'landed' ? landing.landed.error : undefined;

function createContext({ world, indexer }: Betting, signal?: AbortSignal) {
  const sent: number[] = [];
  const refused: (string | undefined)[] = [];
  const { chain } = world;
  const context: LandingContext = {
    chain: {
      ...chain,
      sign: (instructions, ...rest) => {
        sent.push(instructions.length);
        return chain.sign(instructions, ...rest);
      },
      lander: {
        land: async (...args) => {
          const landing = await chain.lander.land(...args);
          // A bet may come between the simulation and the execution.
          const failure = landing.kind === 'refused' ? landing.failure : findError(landing);
          if (failure) refused.push(findProgramError(new TransactionFailed(failure)));
          return landing;
        },
      },
    },
    indexer,
    ...{ fees: undefined, crash: NO_CRASH_POINTS },
    batcher: new TransactionBatcher(),
    ...(signal && { signal }),
  };
  return { context, sent, refused };
}

function resolve(
  { world: { oracle, chain, relayer } }: Betting,
  context: LandingContext,
  at: Address,
) {
  const instruction = getResolveMarketInstruction({
    market: at,
    oracle: oracle.signer,
    config: chain.addresses.config,
    outcome: Outcome.Yes,
    evidenceHash: new Uint8Array(32),
  });
  return landOutcome(context, instruction, [relayer, oracle]);
}

/** Returns right after the start of a slot, so that what follows happens within it. */
async function awaitSlot({ world: { chain } }: Betting): Promise<bigint> {
  const slotNow = () => chain.rpc.getSlot({ commitment: 'processed' }).send();
  const before = await slotNow();
  await expect.poll(slotNow, { interval: 5 }).toBeGreaterThan(before);
  return slotNow();
}

test('an outcome that has to wait does not delay the others of its batch', async () => {
  const betting = await createBetting({ slotMs: SLOT_MS });
  const { world, placeBet, createMarket } = betting;
  const { wallet } = await world.openBettor();
  const markets = await Promise.all(Array.from({ length: 5 }, () => createMarket()));
  const busy = markets[2] as (typeof markets)[number];
  // The first bet of a wallet reads its account; the next ones are fast.
  await placeBet(callerOf(wallet.address), bet(busy.id));
  const { context, sent, refused } = createContext(betting);
  const slot = await awaitSlot(betting);
  await placeBet(callerOf(wallet.address), bet(busy.id));
  const landed = await Promise.all(
    markets.map(({ address }) => resolve(betting, context, address)),
  );
  expect(landed.map((one) => one.slot > slot)).toEqual([false, false, true, false, false]);
  // All of them, then all but one, then that one until its slot is over.
  expect(sent.slice(0, 3)).toEqual([5, 4, 1]);
  expect(new Set(sent.slice(3))).toEqual(new Set([1]));
  expect(new Set(refused)).toEqual(new Set(['BetInThisSlot']));
  for (const { address } of markets) {
    const account = await world.chain.accounts.findMarket(address);
    expect(account?.state).toBe(MarketState.Resolved);
  }
});

test('an outcome that can be vetoed lands in the slot of a bet', async () => {
  const betting = await createBetting({ slotMs: SLOT_MS });
  const { world, placeBet, createMarket } = betting;
  await updateConfig(world, { vetoSeconds: 1 });
  const { wallet } = await world.openBettor();
  const market = await createMarket();
  const { context, refused } = createContext(betting);
  await placeBet(callerOf(wallet.address), bet(market.id));
  await awaitSlot(betting);
  await placeBet(callerOf(wallet.address), bet(market.id));
  await resolve(betting, context, market.address);
  expect(refused).toEqual([]);
  const account = await world.chain.accounts.findMarket(market.address);
  expect(account?.state).toBe(MarketState.Resolved);
});

test('another refusal is not retried, and aborting ends the wait', async () => {
  const betting = await createBetting({ slotMs: SLOT_MS });
  const { world, placeBet, createMarket } = betting;
  const { wallet } = await world.openBettor();
  const market = await createMarket();
  const stopping = new AbortController();
  const { context } = createContext(betting, stopping.signal);
  await placeBet(callerOf(wallet.address), bet(market.id));
  await awaitSlot(betting);
  await placeBet(callerOf(wallet.address), bet(market.id));
  const stopped = resolve(betting, context, market.address);
  setTimeout(() => stopping.abort(new Error('stopped')), 50);
  await expect(stopped).rejects.toThrow();
  expect((await world.chain.accounts.findMarket(market.address))?.state).toBe(MarketState.Open);
  const { context: other, refused } = createContext(betting);
  await resolve(betting, other, market.address);
  const again = resolve(betting, other, market.address);
  await expect(again).rejects.toMatchObject({ failure: { customError: 52 } });
  expect(refused.filter((name) => name === 'AlreadyResolved')).toHaveLength(1);
});
