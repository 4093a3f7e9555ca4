import { expect, test } from 'vitest';
import { createMarket, useHome } from '../support/home.ts';

const home = useHome();

test('lists what was asked for, page by page', async () => {
  const word = `marker${process.pid}`;
  const ids = [];
  for (const question of [`Will ${word} rain?`, `Will ${word} snow?`, 'Will it hail?']) {
    ids.push(await createMarket({ question, currency: 'UTILITY' }));
  }
  const args = ['markets', '--q', word, '--currency', 'UTILITY', '--status', 'open'];
  const all = await home.tote([...args, '--json']);
  expect(all.json.markets.map(({ id }: { id: string }) => id)).toEqual([ids[1], ids[0]]);
  expect(all.json.nextCursor).toBeUndefined();

  const first = await home.tote([...args, '--limit', '1']);
  expect(first.out).toContain(`Will ${word} snow?`);
  expect(first.out).not.toContain(`Will ${word} rain?`);
  const [, cursor = ''] = /--cursor (\S+)/.exec(first.err) ?? [];
  const second = await home.here([...args, '--limit', '1', '--cursor', cursor]);
  expect(second.out).toContain(`Will ${word} rain?`);
  expect(second.err).toBe('');

  const none = await home.here([...args, '--creator', '11111111111111111111111111111111']);
  expect(none.out).toBe('No markets match.');
  const wrong = await home.here(['markets', '--limit', 'x', '--json']);
  expect(wrong).toMatchObject({ code: 1, json: { code: 'limit_out_of_range' } });
});
