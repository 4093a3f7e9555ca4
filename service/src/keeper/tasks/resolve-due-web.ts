// Polls web sources, and resolves expired markets by them. Apart from the other measured markets:
// they must not wait for a source that hangs.
import { firstRoundAt } from '@tote/conditions/web-value';
import { resolveDueMeasured } from '../resolve-due-measured.ts';
import { resolveWeb } from '../resolve-web.ts';
import type { Task, TaskContext } from '../task.ts';

export function resolveDueWeb(context: TaskContext): Task {
  return resolveDueMeasured(context, {
    name: 'resolve-due-web',
    atOnce: 16,
    by: 'web',
    begin: () => context.webPoller?.forget(),
    prepare: () => context.webPoller?.pollDue(),
    isDue: ({ condition }, expiresAt, now) => now >= firstRoundAt(condition, expiresAt),
    resolve: (given, market, { condition }) => resolveWeb(given, market, condition),
  });
}
