import fc from 'fast-check';
import { keys } from '../../support/genesis.ts';
import { withdraw } from '../actions/balances.ts';
import { closeBettor, growBettor, openBettor } from '../actions/bettors.ts';
import { setDelegate } from '../actions/delegates.ts';
import type { Bettor } from '../model.ts';
import { bettorAt, choice, choose, keyOf, pick, rarely } from './choices.ts';
import { type StepArbitrary, step } from './step.ts';

const slots = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 2 }) },
  { weight: 4, arbitrary: fc.integer({ min: 3, max: 9 }) },
  { weight: 1, arbitrary: fc.constantFrom(0, 201) },
);

/** Mostly for those who have no Bettor. */
const open = step(
  'open',
  fc.record({ bettor: choice, slots, isOwn: fc.boolean(), isPaid: fc.boolean(), isAny: rarely(8) }),
  (model, { bettor: index, slots, isOwn, isPaid, isAny }) => {
    const closed = model.bettors.filter(({ account }) => account === null || isAny);
    const bettor = closed[index % closed.length];
    if (!bettor) return null;
    const authority = isOwn ? bettor.key : keyOf(model.config.terms.operator);
    return openBettor(model, {
      bettor,
      slots,
      payer: isPaid ? keys.operator : bettor.key,
      authority,
    });
  },
);

const SQUATTERS = [keys.stranger, keys.keeper, keys.creator, keys.alice] as const;

/** Somebody wants to be the rent payer of somebody else's Bettor, with one slot. */
const squat = step(
  'squat',
  fc.record({ bettor: choice, by: choice }),
  (model, { bettor: index, by }) => {
    const bettor = pick(
      model.bettors.filter(({ account }) => account === null),
      index,
    );
    const squatter = choose(SQUATTERS, by);
    if (!bettor || squatter === bettor.key) return null;
    return openBettor(model, { bettor, slots: 1, payer: squatter, authority: squatter });
  },
);

const grow = step(
  'grow',
  fc.record({ bettor: choice, slots, payer: choice, isAny: rarely(8) }),
  (model, { bettor: index, slots, payer: by, isAny }) => {
    const bettor = bettorAt(model, index);
    if (!bettor.account && !isAny) return null;
    const rentPayer = bettor.account?.rentPayer ?? keys.operator;
    const payer = choose([rentPayer, bettor.key, rentPayer, bettor.key, keys.keeper], by);
    return growBettor(model, bettor, slots, payer);
  },
);

const close = step(
  'close bettor',
  fc.record({
    bettor: choice,
    isStranger: rarely(8),
    isForfeiting: fc.boolean(),
    isAny: rarely(6),
  }),
  (model, { bettor: index, isStranger, isForfeiting, isAny }) => {
    const empty = model.bettors.filter(({ account }) => {
      const [sol, utility] = account?.available ?? [1n, 1n];
      const isEmpty = isForfeiting || sol + utility === 0n;
      return isAny || (isEmpty && !account?.slots.some(Boolean));
    });
    const bettor = empty[index % empty.length];
    if (!bettor) return null;
    const rentPayer = isStranger ? keys.keeper : (bettor.account?.rentPayer ?? keys.operator);
    return closeBettor(model, { bettor, rentPayer, isForfeiting });
  },
);

/** One step of somebody on the way out: takes all of one currency, or closes the Bettor. */
const leave = step('leave', fc.record({ isForfeiting: rarely(3) }), (model, { isForfeiting }) => {
  const free = model.bettors.filter(({ account }) => account && !account.slots.some(Boolean));
  const [bettor] = free.sort((a, b) => balancesOf(a) - balancesOf(b));
  if (!bettor?.account) return null;
  const { available, rentPayer } = bettor.account;
  const currency = available[0] > 0n ? 0 : 1;
  const amount = available[currency];
  if (isForfeiting && (currency === 1 || amount < model.rent(0)))
    return closeBettor(model, { bettor, rentPayer, isForfeiting });
  if (amount === 0n) return closeBettor(model, { bettor, rentPayer });
  return withdraw(model, { bettor, currency, amount, authority: bettor.key });
});

function balancesOf({ account }: Bettor): number {
  return account?.available.filter((amount) => amount > 0n).length ?? 0;
}

const DELEGATES = [keys.operator, keys.operator, keys.operator, keys.keeper] as const;

const delegate = step(
  'delegate',
  fc.record({
    bettor: choice,
    delegate: choice,
    seconds: fc.constantFrom(0n, 900n, 100_000n, 100_000n, 100_000n, 100_000n),
    allowance: fc.constantFrom(0n, 40n, 10n ** 9n, 2n ** 63n, 2n ** 63n),
    isRevoked: rarely(6),
    autoWithdraw: fc.constantFrom(undefined, undefined, true, false),
  }),
  (model, choices) => {
    const bettor = bettorAt(model, choices.bettor);
    if (!bettor.account) return null;
    const delegation = {
      delegate: choose(DELEGATES, choices.delegate),
      expiresAt: model.now + choices.seconds,
      allowance: [choices.allowance, choices.allowance] as [bigint, bigint],
    };
    const { isRevoked, autoWithdraw } = choices;
    return setDelegate(model, { bettor, delegation: isRevoked ? null : delegation, autoWithdraw });
  },
);

const autoWithdraw = step(
  'auto_withdraw',
  fc.record({ bettor: choice, isOn: fc.constantFrom(true, true, false), isAny: rarely(10) }),
  (model, { bettor: index, isOn, isAny }) => {
    const bettor = bettorAt(model, index);
    if (!bettor.account && !isAny) return null;
    return setDelegate(model, { bettor, autoWithdraw: isOn });
  },
);

export const bettorSteps: StepArbitrary[] = [
  open,
  open,
  squat,
  grow,
  grow,
  close,
  leave,
  leave,
  delegate,
  autoWithdraw,
];
