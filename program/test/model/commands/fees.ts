import fc from 'fast-check';
import { keys } from '../../support/genesis.ts';
import { buyBack, collectFees, currentPrice } from '../actions/fees.ts';
import { vaultOf } from '../coins.ts';
import { choice, choose, currency, rarely } from './choices.ts';
import { type StepArbitrary, step } from './step.ts';

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
    return buyBack(model, { buyer: choose(BUYERS, buyer), maxPrice });
  },
);

export const feeSteps: StepArbitrary[] = [collect, buy, buy];
