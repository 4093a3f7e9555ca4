import { beforeAll, expect, test } from 'vitest';
import { refused, useHome } from '../../support/home.ts';
import { makeProgram, type OwnProgram } from '../../support/own-program.ts';

const home = useHome();
let own: OwnProgram;
beforeAll(async () => {
  own = await makeProgram(home, '1d');
});

const announce = (...args: string[]) =>
  own.config(
    'announce',
    ...['--admin', own.key('admin'), '--payer', own.key('payer'), '--yes', ...args],
  );

test.each([
  ['apply', '--payer', 'payer'],
  ['cancel', '--by', 'admin'],
])('%s wants a key, and a change that was announced', async (name, option, key) => {
  await refused(own.config(name, '--yes'), 2, `${option} is missing`);
  await refused(own.config(name, option, own.key(key), '--yes'), 1, 'There is no pending change.');
});

test('announces a change, which cannot be applied yet, and takes it back', async () => {
  const times = ['--veto', '2h', '--lead', '1m', '--horizon', '500d'];
  const done = await announce('--burn-bps', '250', ...times);
  expect(done.code, done.out).toBe(0);
  const changed = [
    { name: 'burn share', before: expect.stringContaining('500'), after: expect.any(String) },
    { name: 'veto time', before: '3600 s (1 h)', after: '7200 s (2 h)' },
    { name: 'lead', before: '0 s', after: '60 s' },
    { name: 'horizon', before: '315360000 s (3650 days)', after: '43200000 s (500 days)' },
  ];
  expect(done.json.changes).toEqual(changed);
  const shown = await own.config('show');
  expect(shown.json.pending.changes).toEqual(changed);
  await refused(own.config('apply', '--payer', own.key('payer'), '--yes'), 1, 'can be applied');
  const by = ['--admin', own.key('admin'), '--payer', own.key('payer'), '--yes'];
  expect((await own.config('cancel', ...by)).code).toBe(0);
  expect((await own.config('show')).json.pending).toBe(null);
});

test('an admin without SOL is told to name a payer, and nothing is sent', async () => {
  const before = await own.config('show');
  const args = ['--admin', own.key('admin'), '--yes', '--burn-bps', '250'];
  await refused(own.config('announce', ...args), 1, '--payer');
  expect((await own.config('show')).json).toEqual(before.json);
  expect((await own.config('announce', ...args, '--payer', own.key('payer'))).code).toBe(0);
  const cancel = ['--admin', own.key('admin'), '--yes'];
  await refused(own.config('cancel', ...cancel), 1, '--payer');
  expect((await own.config('cancel', ...cancel, '--payer', own.key('payer'))).code).toBe(0);
});

test('refuses what the program would refuse, and changes nothing', async () => {
  const before = await own.config('show');
  for (const args of [
    ['--burn-bps', '1501'],
    ['--veto', '8d'],
    ['--change-delay', '31d'],
    ['--lead', '301s'],
    ['--horizon', '0'],
    ['--horizon', '3651d'],
    ['--minimum-stake-sol', '0'],
    ['--burn-bps', '500'],
    ['--guardian', 'nobody'],
  ]) {
    expect((await announce(...args)).code, args.join(' ')).toBe(2);
  }
  await refused(announce('--burn-bps', '1', '--admin', own.key('guardian')), 1, 'The admin');
  expect((await own.config('show')).json).toEqual(before.json);
});
