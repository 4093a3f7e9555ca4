import { getApplyConfigInstruction } from '@tote/program-client';
import {
  findProgramError,
  type KeeperContext,
  landAndIngest,
} from '../../submissions/land-and-ingest.ts';
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

/** Anybody may send this instruction: "nothing pending" means that somebody else was faster. */
async function applyConfig(context: KeeperContext): Promise<void> {
  const { chain, keys } = context;
  const { config } = chain.addresses;
  try {
    const instruction = getApplyConfigInstruction({ config }, chain);
    await landAndIngest(context, [instruction], [keys.keeper]);
  } catch (error) {
    if (findProgramError(error) !== 'NothingPending') throw error;
  }
}
