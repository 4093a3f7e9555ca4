import { vi } from 'vitest';
import { WAIT_MS } from './limits.ts';

/** Waits until the check does not throw, also in hooks, where there is no `expect.poll`. */
export function until<T>(check: () => T | Promise<T>, interval = 20): Promise<T> {
  return vi.waitFor(check, { timeout: WAIT_MS, interval });
}
