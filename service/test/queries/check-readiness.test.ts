// How far the clock of a replica may be off.
import { expect, test, vi } from 'vitest';
import { checkReadiness } from '../../src/queries/check-readiness.ts';
import type { QueryContext } from '../../src/queries/query-context.ts';
import { describeEngines } from '../store/support/engines.ts';
import { createHistory } from '../support/history.ts';

const CASES = [
  ['right', 0, null],
  ['28 s ahead', 28, null],
  ['28 s behind', -28, null],
  ['33 s ahead', 33, 's ahead of'],
  ['33 s behind', -33, 's behind'],
  ['10 minutes ahead', 600, 's ahead of'],
] as const;

describeEngines(['postgres', 'memory'], ({ name, open }) => {
  test('a clock that is half a minute off is a problem, in either direction', async () => {
    const { chain } = await createHistory();
    const store = await open();
    for (const [what, seconds, expected] of CASES) {
      const wallMs = () => Date.now() + seconds * 1_000;
      const check = async () =>
        (await checkReadiness({ chain, store, wallMs } as QueryContext)).clock ?? null;
      const match = expected === null ? null : expect.stringContaining(expected);
      expect(await check(), what).toEqual(match);
      // By the database alone: SQLite has the clock of this machine.
      const refresh = vi.spyOn(chain.clock, 'refresh').mockRejectedValue(new Error('away'));
      expect(await check(), what).toEqual(name === 'postgres' ? match : null);
      refresh.mockRestore();
    }
  });
});
