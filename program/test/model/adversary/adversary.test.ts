import { expect, test } from 'vitest';
import { count } from '../../../../tools/test-setup/stage.ts';
import { runHistories } from './run-histories.ts';

const HISTORIES = count(30, 2_500);
/** A history without these proves nothing. */
const NEEDED = 'announce bet cancel collect create disable resolve settle withdraw';

test('whoever steals one key locks up nothing, and keeps nothing once it is disabled', async () => {
  const { histories, transactions, steps } = await runHistories(HISTORIES);
  const counts = [...steps].sort().map(([verb, count]) => `${verb} ${count}`);
  console.log(`adversary: ${histories} histories, ${transactions} transactions; with an effect:`);
  console.log(counts.join(', '));
  expect([...steps.keys()]).toEqual(expect.arrayContaining(NEEDED.split(' ')));
});
