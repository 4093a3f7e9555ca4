import type { Instruction } from '@solana/kit';
import type { ToteEvent } from '@tote/program-client';
import fc from 'fast-check';
import type { World } from '../../support/world.ts';
import { remember } from '../copies.ts';
import type { Model } from '../model.ts';
import { type Plan, predict, type Refusal, type Transaction } from '../plan.ts';
import type { Profile } from '../profile.ts';
import { balanceSteps } from './balances.ts';
import { betSteps } from './bets.ts';
import { bettorSteps } from './bettors.ts';
import { clockSteps } from './clock.ts';
import { configSteps } from './config.ts';
import { decisionSteps, observe } from './decisions.ts';
import { marketSteps } from './markets.ts';
import { feeSteps, settlementSteps } from './settlements.ts';
import { type StepArbitrary, step } from './step.ts';

/** Each as likely as the others; some are listed several times. */
export function allSteps(profile: Profile): StepArbitrary[] {
  const transactions = [
    ...bettorSteps,
    ...balanceSteps(profile),
    ...configSteps(profile),
    ...marketSteps,
    ...betSteps(profile),
    ...decisionSteps,
    ...settlementSteps,
    ...feeSteps,
  ];
  const several = togetherStep(transactions);
  return [...transactions, several, several, several, ...clockSteps, observe, observe];
}

/** Two or three of them in one transaction. */
function togetherStep(steps: StepArbitrary[]): StepArbitrary {
  const parts = fc.array(fc.oneof(...steps), { minLength: 2, maxLength: 3 });
  return step('together', parts, (model, chosen) => {
    const [first] = chosen;
    if (!first?.resolve(model)) return null;
    return sendTogether(
      model,
      chosen.map((part) => (now) => part.resolve(now)),
    );
  });
}

/** Each makes its choices when those before it are done. */
type Resolvers = readonly ((model: Model) => Plan | null)[];

/** Several instructions in one transaction: all of them happen, or none. */
function sendTogether(model: Model, resolvers: Resolvers): Transaction {
  const events: (ToteEvent | null)[] = [];
  let refusal: Refusal | undefined;

  function add(world: World, plan: Transaction): readonly Instruction[] {
    const built = plan.build(world);
    const prediction = predict(plan);
    if ('refusal' in prediction) refusal = prediction.refusal;
    else events.push(...prediction.events);
    return 'programAddress' in built ? [built] : built;
  }

  return {
    kind: 'several in one transaction',
    /** Later instructions are made for what earlier ones leave, so the model goes along. */
    build(world) {
      const restore = remember(model);
      const instructions: Instruction[] = [];
      for (const resolve of resolvers) {
        const plan = refusal ? null : resolve(model);
        if (plan && 'build' in plan) instructions.push(...add(world, plan));
      }
      if (refusal) restore();
      return instructions;
    },
    apply() {
      if (refusal) throw refusal;
      return events;
    },
  };
}
