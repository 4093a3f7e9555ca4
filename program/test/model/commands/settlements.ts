import fc from 'fast-check';
import { keys } from '../../support/genesis.ts';
import { buyBack, collectFees, currentPrice } from '../actions/fees.ts';
import {
  closeMarket,
  openPositionsOf,
  type SettledPosition,
  settlePositions,
} from '../actions/settlements.ts';
import { vaultOf } from '../coins.ts';
import type { Market, Model } from '../model.ts';
import {
  bettorAt,
  choice,
  choose,
  currency,
  hint,
  marketAt,
  marketChoice,
  rarely,
  strangers,
} from './choices.ts';
import { type StepArbitrary, step } from './step.ts';

const positions = fc.record({ bettor: choice, hint, isStranger: rarely(16) });

type PositionChoices = typeof positions extends fc.Arbitrary<infer T> ? T : never;

/** In any order, in any batches, again, with strangers and duplicates among them. */
const settle = step(
  'settle',
  fc.record({
    market: marketChoice,
    positions: fc.array(positions, { minLength: 1, maxLength: 5 }),
    isComplete: rarely(3),
  }),
  (model, choices) => {
    const market = marketAt(model, choices.market, ({ settlement, openPositions }) => {
      return settlement !== null && openPositions > 0;
    });
    if (!market) return null;
    const some = choices.positions.map((position) => resolvePosition(model, market, position));
    const all = choices.isComplete ? openPositionsOf(model, market) : [];
    return settlePositions(model, market, [...some, ...all]);
  },
);

function resolvePosition(model: Model, market: Market, choices: PositionChoices): SettledPosition {
  const { bettor: index, hint, isStranger } = choices;
  const { account, address } = bettorAt(model, index);
  const found = account?.slots.findIndex((slot) => slot?.market === market) ?? -1;
  return {
    address: isStranger ? choose(strangers, index) : address,
    slot: hint ?? Math.max(found, 0),
  };
}

const close = step(
  'close market',
  fc.record({ market: marketChoice, isStranger: rarely(10) }),
  (model, { market: choices, isStranger }) => {
    const market = marketAt(model, choices, ({ settlement, openPositions }) => {
      return settlement !== null && openPositions === 0;
    });
    if (!market) return null;
    return closeMarket(model, market, isStranger ? keys.keeper : undefined);
  },
);

export const settlementSteps: StepArbitrary[] = [settle, settle, settle, close, close];

const collect = step(
  'collect',
  fc.record({ currency, isAny: rarely(4) }),
  (model, { currency, isAny }) => {
    const { feesBurn, feesDeveloper } = vaultOf(model, currency);
    const fees = feesDeveloper + (currency === 1 ? feesBurn : 0n);
    return fees > 0n || isAny ? collectFees(model, currency) : null;
  },
);

const BUYERS = [keys.keeper, keys.stranger, keys.alice] as const;

const buy = step(
  'buy',
  fc.record({ buyer: choice, isTooLow: rarely(4), isAny: rarely(6) }),
  (model, { buyer, isTooLow, isAny }) => {
    const price = currentPrice(model);
    if (price === 0n && !isAny) return null;
    const maxPrice = isTooLow && price > 0n ? price - 1n : price;
    return buyBack(model, choose(BUYERS, buyer), maxPrice);
  },
);

export const feeSteps: StepArbitrary[] = [collect, buy, buy];
