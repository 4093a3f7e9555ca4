// Applies an announced change of the Config when its delay is over.
import { applyConfig } from '../apply-config.ts';
import type { Task, TaskContext } from '../task.ts';

export function applyConfigChange(
  context: TaskContext,
  live: NonNullable<TaskContext['live']>,
): Task {
  return {
    name: 'apply-config-change',
    part: 'apply-config-change',
    atOnce: 1,
    pollMs: 5_000,
    wakesEachSecond: true,
    wokenBy: [],
    async find(_limit, canTry) {
      const { pendingAt } = live.current;
      const subject = `change of ${pendingAt}`;
      const isDue = pendingAt !== 0n && BigInt(context.chain.clock.shown()) >= pendingAt;
      if (!isDue || !canTry(subject)) return [];
      return [
        {
          subject,
          run: async (signal) => {
            await applyConfig({ ...context, signal });
            await live.refresh();
          },
        },
      ];
    },
  };
}
