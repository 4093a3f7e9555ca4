// What happens without a transaction.
import { writeObserved } from '../deciders.ts';
import type { Model, Observed, ObservedContent } from '../model.ts';
import type { Change } from '../plan.ts';

export function moveClock(model: Model, time: bigint): Change {
  return {
    kind: time === model.now ? 'next slot' : 'move the clock',
    change(world) {
      world.at(time);
      model.now = world.now;
      model.slot = world.slot;
    },
  };
}

export function changeObserved(observed: Observed, content: ObservedContent): Change {
  return {
    kind: 'change an observed account',
    change(world) {
      observed.content = content;
      writeObserved(world, observed);
    },
  };
}
