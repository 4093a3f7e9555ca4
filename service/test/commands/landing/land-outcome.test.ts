// No outcome lands in a slot in which somebody bet in its market; it lands in the next one. Slots
// are long here, so that bets and outcomes do meet.
import type { Address } from '@solana/kit';
import { TransactionFailed } from '@tote/chain/landed';
import { getResolveMarketInstruction, MarketState, Outcome } from '@tote/program-client';
import { expect, test } from 'vitest';
import { findProgramError } from '../../../src/commands/landing/land-and-ingest.ts';
import { landOutcome, type OutcomeActor } from '../../../src/commands/landing/land-outcome.ts';
import { createLandTogether } from '../../../src/commands/landing/land-together.ts';
import { type Betting, bet, callerOf, createBetting } from '../betting.ts';

const SLOT_MS = 1_500;

/** With a count of the instructions in each transaction, and of those that were refused. */
function createActor({ world, indexer }: Betting, signal?: AbortSignal) {
  const sent: number[] = [];
  const refused: (string | undefined)[] = [];
  const { chain } = world;
  const actor: OutcomeActor = {
    chain: {
      ...chain,
      sign: (instructions, ...rest) => {
        sent.push(instructions.length);
        return chain.sign(instructions, ...rest);
      },
      lander: {
        land: async (...args) => {
          const landing = await chain.lander.land(...args);
          if (landing.kind === 'refused') {
            refused.push(findProgramError(new TransactionFailed(landing.failure)));
          }
          return landing;
        },
      },
    },
    indexer,
    together: createLandTogether(),
    ...(signal && { signal }),
  };
  return { actor, sent, refused };
}

function resolve({ world: { oracle, chain, relayer } }: Betting, actor: OutcomeActor, at: Address) {
  const instruction = getResolveMarketInstruction({
    market: at,
    oracle: oracle.signer,
    config: chain.addresses.config,
    outcome: Outcome.Yes,
    evidenceHash: new Uint8Array(32),
  });
  return landOutcome(actor, instruction, [relayer, oracle]);
}

/** Right behind the beginning of a slot, and nothing of it in the next one. */
async function awaitSlot({ world: { chain } }: Betting): Promise<bigint> {
  const slotNow = () => chain.rpc.getSlot({ commitment: 'processed' }).send();
  const before = await slotNow();
  await expect.poll(slotNow, { interval: 5, timeout: 5_000 }).toBeGreaterThan(before);
  return slotNow();
}

test('of several outcomes the one that has to wait keeps no other back', async () => {
  const betting = await createBetting({ slotMs: SLOT_MS });
  const { world, placeBet, createMarket } = betting;
  const { wallet } = await world.openBettor();
  const markets = await Promise.all(Array.from({ length: 5 }, () => createMarket()));
  const busy = markets[2] as (typeof markets)[number];
  // Whoever bets first waits for a read of the account.
  await placeBet(callerOf(wallet.address), bet(busy.id));
  const { actor, sent, refused } = createActor(betting);
  const slot = await awaitSlot(betting);
  await placeBet(callerOf(wallet.address), bet(busy.id));
  const landed = await Promise.all(markets.map(({ address }) => resolve(betting, actor, address)));
  expect(landed.map((one) => one.slot > slot)).toEqual([false, false, true, false, false]);
  // All of them, all but one, and that one until its slot is over.
  expect(sent.slice(0, 3)).toEqual([5, 4, 1]);
  expect(new Set(sent.slice(3))).toEqual(new Set([1]));
  expect(new Set(refused)).toEqual(new Set(['BetInThisSlot']));
  for (const { address } of markets) {
    const account = await world.chain.accounts.findMarket(address);
    expect(account?.state).toBe(MarketState.Resolved);
  }
});

test('a market with bets in every slot is resolved in the first slot without one', async () => {
  const betting = await createBetting({ slotMs: 200 });
  const { world, placeBet, createMarket } = betting;
  const { wallet } = await world.openBettor();
  const market = await createMarket();
  let isBetting = true;
  const slots: bigint[] = [];
  const betOnAndOn = async () => {
    while (isBetting) {
      const { transactionId } = await placeBet(callerOf(wallet.address), bet(market.id));
      const landed = await world.chain.fetchLanded(transactionId);
      slots.push(landed?.slot ?? 0n);
    }
  };
  // A machine that stands still for a slot lets the outcome in before the bets end.
  const bets = betOnAndOn().catch((error) => expect(error.code).toBe('market_resolved'));
  await expect.poll(() => new Set(slots).size, { timeout: 10_000 }).toBeGreaterThan(2);
  const { actor, refused } = createActor(betting);
  const resolving = resolve(betting, actor, market.address);
  await expect.poll(() => refused.length, { timeout: 20_000 }).toBeGreaterThan(1);
  isBetting = false;
  await bets;
  const { slot } = await resolving;
  const last = slots.at(-1) as bigint;
  expect(new Set(refused)).toEqual(new Set(['BetInThisSlot']));
  expect(slots).not.toContain(slot);
  expect(slot - last).toBeGreaterThan(0n);
  expect(slot - last).toBeLessThanOrEqual(5n);
});

test('another refusal is not waited for, and whoever stops it is not kept', async () => {
  const betting = await createBetting({ slotMs: SLOT_MS });
  const { world, placeBet, createMarket } = betting;
  const { wallet } = await world.openBettor();
  const market = await createMarket();
  const stopping = new AbortController();
  const { actor } = createActor(betting, stopping.signal);
  await placeBet(callerOf(wallet.address), bet(market.id));
  await awaitSlot(betting);
  await placeBet(callerOf(wallet.address), bet(market.id));
  const stopped = resolve(betting, actor, market.address);
  setTimeout(() => stopping.abort(new Error('stopped')), 50);
  await expect(stopped).rejects.toThrow();
  expect((await world.chain.accounts.findMarket(market.address))?.state).toBe(MarketState.Open);
  const { actor: other, sent } = createActor(betting);
  await resolve(betting, other, market.address);
  const again = resolve(betting, other, market.address);
  await expect(again).rejects.toMatchObject({ failure: { customError: 52 } });
  expect(sent.at(-1)).toBe(1);
});
