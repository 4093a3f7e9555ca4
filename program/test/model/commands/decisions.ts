import fc from 'fast-check';
import { keys } from '../../support/genesis.ts';
import {
  isOracleDisabled,
  refundMarket,
  resolveByOracle,
  resolveByPrice,
  resolveByState,
  vetoMarket,
} from '../actions/decisions.ts';
import { changeObserved } from '../actions/outside.ts';
import { readState } from '../deciders.ts';
import type { Market, Model, ObservedContent } from '../model.ts';
import type { Plan } from '../plan.ts';
import { choice, keyOf, marketAt, marketChoice, pick, rarely } from './choices.ts';
import { type StepArbitrary, step } from './step.ts';

const resolutions = fc.record({
  market: marketChoice,
  outcome: fc.constantFrom('Yes' as const, 'No' as const),
  /** Says No before the expiry. */
  isStubborn: rarely(8),
  isStranger: rarely(8),
  price: fc.constantFrom(99n, 100n),
  publishOffset: fc.constantFrom(0n, 5n, 5n, 5n, -1n),
  previousOffset: fc.constantFrom(-1n, -1n, -1n, 0n),
});

type ResolutionChoices = typeof resolutions extends fc.Arbitrary<infer T> ? T : never;

const resolve = step('resolve', resolutions, (model, choices) => {
  const market = marketAt(model, choices.market, (one) => mayResolve(model, one));
  return market ? resolveBy(model, market, choices) : null;
});

/** From the expiry on, and before it where the condition is met. */
function mayResolve(model: Model, market: Market): boolean {
  const { settlement, times, pools, isTriggered, decider } = market;
  const { expiresAt, refundAt } = times;
  if (settlement || model.now >= BigInt(refundAt)) return false;
  if (model.now >= BigInt(expiresAt)) return true;
  if (!isTriggered || pools.yes + pools.no === 0n) return false;
  return decider.kind !== 'state' || readState(decider.observed, decider.atLeast) === 'met';
}

function resolveBy(model: Model, market: Market, choices: ResolutionChoices): Plan | null {
  const { decider } = market;
  switch (decider.kind) {
    case 'oracle': {
      const oracle = choices.isStranger ? keys.guardian : decider.oracle;
      const isEarly = model.now < BigInt(market.times.expiresAt);
      const outcome = isEarly && !choices.isStubborn ? 'Yes' : choices.outcome;
      return resolveByOracle(model, market, oracle, outcome);
    }
    case 'timed': {
      const { price, publishOffset, previousOffset, isStranger: isForeign } = choices;
      return resolveByPrice(model, { market, price, publishOffset, previousOffset, isForeign });
    }
    case 'state': {
      const other = model.observed.find((observed) => observed !== decider.observed);
      const observed = choices.isStranger && other ? other : decider.observed;
      return resolveByState(model, market, observed);
    }
  }
}

const veto = step(
  'veto',
  fc.record({ market: marketChoice, isStranger: rarely(6) }),
  (model, { market: choices, isStranger }) => {
    const market = marketAt(model, choices, ({ settlement, terms, isGone }) => {
      return settlement !== null && settlement.outcome !== null && terms.vetoSeconds > 0 && !isGone;
    });
    if (!market) return null;
    const isFree = isStranger || isOracleDisabled(model, market);
    const authority = isFree ? keys.stranger : keyOf(model.config.terms.guardian);
    return vetoMarket(model, market, authority);
  },
);

const refund = step('refund', fc.record({ market: marketChoice }), (model, { market: choices }) => {
  const market = marketAt(model, choices, (market) => {
    const { settlement, times } = market;
    const isDue = model.now >= BigInt(times.refundAt);
    return settlement === null && (isDue || isOracleDisabled(model, market));
  });
  return market ? refundMarket(model, market) : null;
});

const contents: fc.Arbitrary<ObservedContent> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('whole' as const),
      isMarked: fc.constantFrom(true, true, true, false),
      count: fc.bigInt({ min: 0n, max: 3n }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('missing' as const),
      lamports: fc.constantFrom(0n, 1_000_000n),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom('foreign' as const, 'allocated' as const) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('short' as const) }) },
);

/** Only where a market looks. */
export const observe = step(
  'observe',
  fc.record({ index: choice, content: contents }),
  (model, { index, content }) => {
    const isWatched = model.markets.some(({ decider, settlement }) => {
      return decider.kind === 'state' && settlement === null;
    });
    const observed = pick(model.observed, index);
    return observed && isWatched ? changeObserved(observed, content) : null;
  },
);

export const decisionSteps: StepArbitrary[] = [...Array(5).fill(resolve), veto, veto, veto, refund];
