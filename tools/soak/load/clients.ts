// How clients of a run ask the service: through any of its replicas, as behind a load balancer, and
// with a note of every answer.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, CallOptions } from '../../../service/test/faults/support/api.ts';
import type { Chance } from '../chance.ts';
import type { Record } from '../record.ts';
import type { Setup } from '../setups/setup.ts';

const ANSWER_MS_MAX = 60_000;
const AGAIN_MS = 250;

/** Retrying may help. */
const RETRIED: readonly number[] = [202, 408, 429];

export interface LoadContext {
  readonly seed: number;
  readonly setup: Setup;
  readonly record: Record;
  readonly markets: Markets;
  /** Aborts when no more requests are begun. */
  readonly stopping: AbortSignal;
  /** Aborts when those that are not decided by then are given up. */
  readonly ending: AbortSignal;
}

/** Ids of markets to bet in. */
export interface Markets {
  readonly hot: string;
  readonly many: readonly string[];
  /** They expire soon. */
  readonly short: string[];
}

/** Undefined if there was no answer. */
export async function ask(
  { setup, record }: LoadContext,
  chance: Chance,
  method: string,
  path: string,
  options: CallOptions = {},
): Promise<Answer | undefined> {
  const { api } = chance.pick(setup.replicas);
  const signal = AbortSignal.timeout(ANSWER_MS_MAX);
  try {
    const answer = await api.call(method, path, { ...options, signal });
    record.addAnswer(`${method} ${path}`, answer);
    return answer;
  } catch {
    if (signal.aborted) {
      record.hung += 1;
      record.addExample(`${method} ${path}: no answer within ${ANSWER_MS_MAX / 1_000} s`);
    } else {
      record.broken += 1;
    }
    return undefined;
  }
}

/** Asks again until there is an answer that asking again does not change; undefined: none came. */
export async function askUntilDecided(
  context: LoadContext,
  chance: Chance,
  send: () => Promise<Answer | undefined>,
): Promise<Answer | undefined> {
  for (;;) {
    const answer = await send();
    if (answer && answer.status < 500 && !RETRIED.includes(answer.status)) return answer;
    if (context.ending.aborted) return undefined;
    await pause(chance.between(AGAIN_MS / 2, AGAIN_MS), context.ending);
  }
}

/** Returns early when the signal aborts. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}
