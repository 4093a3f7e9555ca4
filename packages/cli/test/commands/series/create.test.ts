import { join } from 'node:path';
import { beforeAll, expect, inject, test } from 'vitest';
import { newWallet, useHome } from '../../support/home.ts';

const home = useHome();
const QUESTION = 'Will SOL be higher at {end} than at {start}?';
const CONDITION = '{"type":"change","of":"price_feed","feed":"SOL","comparator":"gt","times":"1"}';
const CREATE = ['series', 'create', QUESTION, '--condition', CONDITION, '--yes', '--json'];
const AS_ADMIN = ['--wallet', 'admin'];

beforeAll(async () => {
  await newWallet(home);
  const file = join(inject('toteDataDir'), 'keys', 'admin.json');
  await home.here(['wallet', 'import', file, 'admin', '--plain']);
});

test('the admin creates, lists, shows and stops a series; others cannot', async () => {
  const without = await home.here([...CREATE, ...AS_ADMIN]);
  expect([without.code, without.out]).toEqual([2, expect.stringContaining('--cadence')]);
  const wrong = await home.here([...CREATE, '--cadence', '1d', '--opens', '1h', ...AS_ADMIN]);
  expect([wrong.code, wrong.out]).toEqual([2, expect.stringContaining('--opens')]);
  const other = await home.here([...CREATE, '--cadence', '1d']);
  expect(other).toMatchObject({ code: 1, json: { code: 'wallet_not_operator' } });
  const made = await home.tote([...CREATE, '--cadence', '1d', '--closes', '60', ...AS_ADMIN]);
  expect(made).toMatchObject({ code: 0, json: { cadence: '1d', closesAfterStart: 60 } });
  const { id } = made.json;
  const listed = await home.tote(['series', 'list']);
  expect(listed.out).toMatch(new RegExp(`${id} +1d +SOL +runs +Will SOL`));
  await expect
    .poll(async () => (await home.here(['series', 'show', id])).out)
    .toMatch(/open +market_/);
  const refused = await home.here(['series', 'stop', id, '--yes', '--json']);
  expect(refused).toMatchObject({ code: 1, json: { code: 'wallet_not_operator' } });
  const stopped = await home.tote(['series', 'stop', id, '--yes', ...AS_ADMIN]);
  expect([stopped.code, stopped.out]).toEqual([0, `Stopped: ${id} ${QUESTION}\n`]);
  expect((await home.here(['series', 'list'])).out).toMatch(new RegExp(`${id} +1d +SOL +stopped`));
});
