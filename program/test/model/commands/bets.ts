import fc from 'fast-check';
import { keys } from '../../support/genesis.ts';
import { type PlacedBet, placeBets } from '../actions/bets.ts';
import type { Bettor, Market, Model } from '../model.ts';
import type { Profile } from '../profile.ts';
import { REPLAYED } from '../statistics.ts';
import {
  amountOf,
  bettorAt,
  choice,
  choose,
  hint,
  keyOf,
  marketAt,
  marketChoice,
  pick,
  rarely,
  sizes,
  strangers,
} from './choices.ts';
import { type StepArbitrary, step } from './step.ts';

const BETS_MAX = 6;
const ID_MAX = 2 ** 32 - 1;
const REMEMBERED = 30;

/** From the next id: repeated, skipped, out of order, at both ends of the window and past them. */
const ids = fc.oneof(
  { weight: 12, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.constantFrom(1, 2, 63, 64, 300) },
  { weight: 2, arbitrary: fc.constantFrom(-1, -2, -3, -64) },
  { weight: 1, arbitrary: fc.constantFrom(-256, -257, 65_534, 65_535) },
);

function betChoices(profile: Profile) {
  return fc.record({
    bettor: choice,
    outcome: fc.oneof(
      { weight: 20, arbitrary: fc.constantFrom(1, 2) },
      { weight: 1, arbitrary: fc.constantFrom(0, 3, 255) },
    ),
    size: sizes(profile.stakes),
    id: ids,
    hint,
    minRatioBps: fc.oneof(
      { weight: 6, arbitrary: fc.constant(0) },
      { weight: 2, arbitrary: fc.constantFrom(1, 10_000, 10_001, 15_000, 19_000, 2 ** 32 - 1) },
    ),
    isWrongEpoch: rarely(20),
    isStranger: rarely(24),
  });
}

type BetChoices = ReturnType<typeof betChoices> extends fc.Arbitrary<infer T> ? T : never;

const isOpen = (model: Model) => (market: Market) =>
  market.settlement === null && model.now < BigInt(market.times.closesAt);

/** Counts the ids up inside a batch, as a delegate would. */
class BatchWriter {
  readonly #market: Market;
  readonly #next = new Map<Bettor, number>();
  readonly #staked = new Map<Bettor, bigint>();

  constructor(market: Market) {
    this.#market = market;
  }

  write(model: Model, choices: BetChoices): PlacedBet {
    const bettor = bettorAt(model, choices.bettor);
    const { account, address } = bettor;
    const next = this.#next.get(bettor) ?? (account?.betIds.highest ?? 0) + 1;
    const betId = Math.min(Math.max(next + choices.id, 0), ID_MAX);
    this.#next.set(bettor, Math.max(next, betId + 1));
    const { currency, terms } = this.#market;
    const staked = this.#staked.get(bettor) ?? 0n;
    const available = (account?.available[currency] ?? 0n) - staked;
    const amount = amountOf(choices.size, available > 0n ? available : 0n, terms.minimumStake);
    this.#staked.set(bettor, staked + amount);
    const epoch = account?.epoch ?? 0n;
    return {
      address: choices.isStranger ? choose(strangers, choices.bettor) : address,
      outcome: choices.outcome,
      amount,
      slot: choices.hint ?? slotOf(bettor, this.#market),
      epoch: choices.isWrongEpoch ? epoch + 1n : epoch,
      betId,
      minRatioBps: choices.minRatioBps,
    };
  }
}

function slotOf({ account }: Bettor, market: Market): number {
  const taken = account?.slots.findIndex((slot) => slot?.market === market) ?? -1;
  const index = taken >= 0 ? taken : (account?.slots.indexOf(null) ?? -1);
  return Math.max(index, 0);
}

/** By the delegate mostly; a signer who is a bettor bets for itself and for nobody else. */
function batchStep(profile: Profile): StepArbitrary {
  return step(
    'bets',
    fc.record({
      market: marketChoice,
      bets: fc.array(betChoices(profile), { minLength: 1, maxLength: BETS_MAX }),
      signer: fc.oneof(
        { weight: 8, arbitrary: fc.constant('operator' as const) },
        { weight: 1, arbitrary: fc.constantFrom('keeper' as const, 'wallet' as const) },
      ),
      isStrict: rarely(8),
      isWrongCurrency: rarely(24),
      isWrongOperator: rarely(8),
    }),
    (model, choices) => {
      const market = marketAt(model, choices.market, isOpen(model));
      if (!market) return null;
      const writer = new BatchWriter(market);
      const bets = choices.bets.map((bet) => writer.write(model, bet));
      const wallet = bettorAt(model, choices.bets[0]?.bettor ?? 0).key;
      const authority = choices.signer === 'wallet' ? wallet : keys[choices.signer];
      const { isStrict, isWrongCurrency, isWrongOperator } = choices;
      const operator = isWrongOperator ? keys.stranger : keyOf(model.config.terms.operator);
      const { currency } = market;
      return remember(model, {
        kind: isStrict ? 'place_bets (strict batch)' : 'place_bets (batch)',
        market,
        authority,
        bets,
        isStrict,
        currency: isWrongCurrency ? (currency === 0 ? 1 : 0) : currency,
        operator,
      });
    },
  );
}

function ownStep(profile: Profile): StepArbitrary {
  return step(
    'own bet',
    fc.record({ market: marketChoice, bet: betChoices(profile) }),
    (model, choices) => {
      const market = marketAt(model, choices.market, isOpen(model));
      if (!market) return null;
      const bet = new BatchWriter(market).write(model, choices.bet);
      return remember(model, {
        kind: 'place_bets (wallet)',
        market,
        authority: bettorAt(model, choices.bet.bettor).key,
        bets: [{ ...bet, epoch: 0n, betId: 0 }],
        isStrict: true,
        currency: market.currency,
        operator: keyOf(model.config.terms.operator),
      });
    },
  );
}

function remember(model: Model, args: Parameters<typeof placeBets>[1]) {
  model.sentBets.push(args);
  if (model.sentBets.length > REMEMBERED) model.sentBets.shift();
  return placeBets(model, args);
}

/** The same bytes again: a delegate's bets must not count twice. */
const replay = step('replay', fc.record({ index: choice }), (model, { index }) => {
  const sent = pick(model.sentBets.toReversed().slice(0, 3), index);
  return sent ? placeBets(model, { ...sent, kind: REPLAYED }) : null;
});

export function betSteps(profile: Profile): StepArbitrary[] {
  const batches = Array.from({ length: 9 }, () => batchStep(profile));
  const own = Array.from({ length: 3 }, () => ownStep(profile));
  return [...batches, ...own, replay, replay];
}
