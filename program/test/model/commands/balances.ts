import fc from 'fast-check';
import { keys } from '../../support/genesis.ts';
import { deposit, withdraw } from '../actions/balances.ts';
import {
  donateToBettor,
  donateTokens,
  donateToMarket,
  donateToSolVault,
} from '../actions/donations.ts';
import { coinsOf } from '../coins.ts';
import type { Profile } from '../profile.ts';
import {
  amountOf,
  bettorAt,
  choice,
  choose,
  currency,
  pick,
  rarely,
  sizes,
  sometimes,
} from './choices.ts';
import { type StepArbitrary, step } from './step.ts';

/** A wallet keeps some lamports, or it could not pay for a token account. */
const KEPT_LAMPORTS = 10_000_000_000n;
/** The stranger is left out: it keeps its coins for donations. */
const PAYERS = [keys.operator, keys.keeper, keys.creator] as const;

function depositStep(profile: Profile): StepArbitrary {
  return step(
    'deposit',
    fc.record({
      bettor: choice,
      currency,
      size: sizes(profile.deposits),
      payer: sometimes(choice, 4),
      isAny: rarely(10),
    }),
    (model, { bettor: index, currency, size, payer, isAny }) => {
      const bettor = bettorAt(model, index);
      if (!bettor.account && !isAny) return null;
      const authority = payer === null ? bettor.key : choose(PAYERS, payer);
      const coins = coinsOf(model, authority, currency);
      const kept = currency === 0 && size.kind !== 'too much' ? KEPT_LAMPORTS : 0n;
      const most = coins > kept ? coins - kept : 0n;
      const wanted = amountOf(size, most);
      const amount = size.kind === 'too much' || wanted <= most ? wanted : most;
      return deposit(model, { bettor, currency, amount, authority });
    },
  );
}

function withdrawStep(profile: Profile): StepArbitrary {
  return step(
    'withdraw',
    fc.record({
      bettor: choice,
      currency,
      size: sizes(profile.deposits, 8),
      isElsewhere: rarely(4),
      isAny: rarely(8),
    }),
    (model, { bettor: index, currency, size, isElsewhere, isAny }) => {
      const bettor = bettorAt(model, index);
      const available = bettor.account?.available[currency] ?? 0n;
      if (available === 0n && !isAny) return null;
      const amount = amountOf(size, available);
      return withdraw(model, { bettor, currency, amount, authority: bettor.key, isElsewhere });
    },
  );
}

function sweepStep(profile: Profile): StepArbitrary {
  return step(
    'sweep',
    fc.record({
      bettor: choice,
      size: sizes(profile.stakes, 9),
      currency,
      isElsewhere: rarely(8),
      isAny: rarely(6),
    }),
    (model, { bettor: index, size, currency, isElsewhere, isAny }) => {
      const swept = model.bettors.filter(({ account }) => {
        return isAny || (account?.isAutoWithdraw && account.sweepable[currency] > 0n);
      });
      const bettor = pick(swept, index);
      if (!bettor) return null;
      const amount = amountOf(size, bettor.account?.sweepable[currency] ?? 0n);
      return withdraw(model, { bettor, currency, amount, authority: keys.keeper, isElsewhere });
    },
  );
}

const donation = fc.bigInt({ min: 1n, max: 5_000_000n });
/** An account that does not exist yet must get its rent. */
const fullDonation = fc.bigInt({ min: 1_000_000n, max: 5_000_000n });

const donate = step(
  'donate',
  fc.record({
    to: fc.constantFrom('sol', 'utility', 'bettor', 'market'),
    index: choice,
    donation,
    fullDonation,
  }),
  (model, { to, index, donation, fullDonation }) => {
    switch (to) {
      case 'sol':
        return donateToSolVault(model, donation);
      case 'utility':
        return donateTokens(model, donation);
      case 'bettor':
        return donateToBettor(model, bettorAt(model, index), fullDonation);
      default: {
        const market = pick(
          model.markets.filter(({ isGone }) => !isGone),
          index,
        );
        return market ? donateToMarket(model, market, fullDonation) : null;
      }
    }
  },
);

export function balanceSteps(profile: Profile): StepArbitrary[] {
  const deposits = depositStep(profile);
  const sweeps = sweepStep(profile);
  const withdrawals = withdrawStep(profile);
  return [deposits, deposits, deposits, withdrawals, withdrawals, sweeps, sweeps, donate];
}
