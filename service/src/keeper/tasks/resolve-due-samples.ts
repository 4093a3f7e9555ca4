// Resolves expired measured markets, by their samples.
import { resolveDueMeasured } from '../resolve-due-measured.ts';
import { resolveSampled } from '../resolve-sampled.ts';
import type { Task, TaskContext } from '../task.ts';

export function resolveDueSamples(context: TaskContext): Task {
  return resolveDueMeasured(context, {
    name: 'resolve-due-samples',
    atOnce: 8,
    by: 'samples',
    resolve: (given, market, { sampled }) => resolveSampled(given, market, sampled),
  });
}
