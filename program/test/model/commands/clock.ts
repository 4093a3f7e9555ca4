import { largest } from '@tote/chain/lib/bigints';
import fc from 'fast-check';
import { moveClock } from '../actions/outside.ts';
import { vaultOf } from '../coins.ts';
import type { Market, Model } from '../model.ts';
import { pick, sometimes } from './choices.ts';
import { type StepArbitrary, step } from './step.ts';

/** To one of the next moments that mean something, or just next to it. */
const clock = step(
  'clock',
  fc.record({
    index: fc.nat(3),
    offset: fc.constantFrom(0n, 0n, 0n, -1n, 1n),
    seconds: sometimes(fc.bigInt({ min: 0n, max: 90n }), 3),
  }),
  (model, { index, offset, seconds }) => {
    if (seconds !== null) return moveClock(model, model.now + seconds);
    const moment = pick(moments(model).slice(0, 4), index);
    if (moment === undefined) return null;
    return moveClock(model, largest(moment + offset, model.now));
  },
);

function moments(model: Model): bigint[] {
  const live = model.markets.filter(({ isGone }) => !isGone);
  const expiries = model.bettors.map(({ account }) => account?.delegateExpiresAt ?? 0n);
  const { roundStartedAt, roundSeconds } = vaultOf(model, 0).auction;
  const rounds = [roundStartedAt, roundStartedAt + roundSeconds].map(BigInt);
  return [...live.flatMap(momentsOf), ...expiries, ...rounds, model.config.pendingAt]
    .filter((moment) => moment > model.now)
    .sort((a, b) => Number(a - b));
}

function momentsOf({ times, settlement, decider, resolvedAt, vetoSeconds }: Market): bigint[] {
  const expiresAt = BigInt(times.expiresAt);
  if (settlement) return [resolvedAt + BigInt(vetoSeconds), expiresAt];
  const { closesAt, refundAt } = times;
  const window = decider.kind === 'state' ? [expiresAt + 120n] : [];
  return [BigInt(closesAt), expiresAt, ...window, BigInt(refundAt)];
}

/** Only where somebody bet in this slot: nothing else asks for the slot. */
const nextSlot = step('next slot', fc.constant(null), (model) => {
  const isBet = model.markets.some(({ lastBetSlot }) => lastBetSlot === model.slot);
  return isBet ? moveClock(model, model.now) : null;
});

export const clockSteps: StepArbitrary[] = [clock, clock, clock, clock, nextSlot, nextSlot];
