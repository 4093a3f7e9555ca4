import type { Instruction } from '@solana/kit';
import type { ToteEvent } from '@tote/program-client';
import type { World } from '../../support/world.ts';
import { remember } from '../copies.ts';
import type { Model } from '../model.ts';
import { type Plan, predict, type Refusal, type Transaction } from '../plan.ts';

/** Each makes its choices when those before it are done. */
type Resolvers = readonly ((model: Model) => Plan | null)[];

/** Several instructions in one transaction: all of them happen, or none. */
export function sendTogether(model: Model, resolvers: Resolvers): Transaction {
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
