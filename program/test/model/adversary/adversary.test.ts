import { expect, test } from 'vitest';
import { runHistories } from './run-histories.ts';

const TIMEOUT_MS = process.env.TOTE_TEST === 'long' ? 7_200_000 : 240_000;
/** A history without these proves nothing. */
const NEEDED = 'announce bet cancel collect create disable resolve settle withdraw';

test(
  'whoever steals one key locks up nothing, and keeps nothing once it is disabled',
  async () => {
    const { histories, transactions, steps } = await runHistories();
    const counts = [...steps].sort().map(([verb, count]) => `${verb} ${count}`);
    console.log(`adversary: ${histories} histories, ${transactions} transactions; with an effect:`);
    console.log(counts.join(', '));
    expect([...steps.keys()]).toEqual(expect.arrayContaining(NEEDED.split(' ')));
  },
  TIMEOUT_MS,
);
