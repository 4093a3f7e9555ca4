import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { call, refused, useHome } from '../support/home.ts';

const home = useHome();
const AS = ['--wallet', 'alice', '--yes'];

test('previews, and creates only after a yes', async () => {
  const question = `Will cli ${process.pid} be seen?`;
  const { now } = await call('/config');
  const inDays = (days: number) =>
    new Date(Date.parse(now) + days * 86_400_000).toISOString().replace(/\.\d+/, '');
  const args = ['create', question, '--expires', inDays(10)];
  const preview = await home.tote([...args, '--preview']);
  expect([preview.code, preview.out]).toEqual([0, expect.stringContaining('Warning: ')]);
  expect(preview.out).toMatch(/Decided by +the oracle’s attestation/);
  await refused(home.here(args), 2, 'add --yes');
  const list = async () => (await call(`/markets?q=cli+${process.pid}`)) as unknown[];
  expect(await list()).toHaveLength(0);
  const stake = [
    '--stake',
    'no:0.5',
    '--silence',
    'refund',
    '--json',
    '--key',
    question.slice(0, 30),
  ];
  const made = await home.tote([...args, ...AS, ...stake]);
  expect(made, made.out).toMatchObject({ code: 0, json: { question, state: 'confirmed' } });
  expect(made.json.outcomes[1]).toMatchObject({ name: 'No', totalStake: '0.5' });
  expect(made.json.attestation.silence).toBe('refund');
  const again = await home.here([...args, ...AS, ...stake]);
  expect(again).toMatchObject({ code: 0, json: { id: made.json.id } });
  await refused(
    home.here(['create', question, '--expires', inDays(11), ...AS, ...stake]),
    1,
    'This --key was used with a different request',
  );
  expect(await list()).toHaveLength(1);
});

test('takes a condition from a file, and the expiry from the question', async () => {
  const { demo } = await call('/config');
  const condition = {
    type: 'price_feed',
    feed: demo.feeds[0].symbol,
    comparator: 'gt',
    threshold: '1',
  };
  const file = join(home.dir, 'condition.json');
  writeFileSync(file, JSON.stringify(condition));
  const question = `Will ${demo.feeds[0].symbol} be above $1 at expiry?`;
  const args = ['create', question, '--expires', '10d', '--condition', `@${file}`];
  const { json } = await home.here([...args, '--preview', '--json']);
  expect(json).toMatchObject({ decidedBy: 'fact', condition: { threshold: '1' } });
});

test('what is wrong is refused, and nothing is created', async () => {
  const cases = [
    [['--expires', 'soon'], 2, '--expires: soon'],
    [['--expires', '2026-12-31'], 2, '--expires'],
    [['--expires', '1d', '--stake', 'maybe:1'], 2, '--stake'],
    [['--expires', '1d', '--condition', '{'], 2, '--condition'],
    [['--expires', '1d', '--condition', '@/nowhere'], 2, '/nowhere'],
    [['--expires', '1d', '--condition', '{"type":"x"}'], 1, 'condition'],
  ] as const;
  for (const [args, code, text] of cases) {
    const ran = await home.here(['create', `Will wrong${process.pid} be?`, ...args, ...AS]);
    expect([ran.code, ran.err]).toEqual([code, expect.stringContaining(text)]);
  }
  expect(await call(`/markets?q=wrong${process.pid}`)).toEqual([]);
});
