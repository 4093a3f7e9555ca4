import { expect, test } from 'vitest';
import { call, createMarket, refused, useHome } from '../support/home.ts';

const home = useHome();
const AS = ['--wallet', 'oracle', '--yes'];

test('the oracle ends a market; nobody else can', async () => {
  const id = await createMarket();
  await refused(home.here(['attest', id, 'yes', ...AS]), 2, 'evidence');
  const evidence = ['--evidence', 'Seen "twice".'];
  const other = await home.here(['attest', id, 'yes', ...evidence, '--wallet', 'alice', '--yes']);
  expect(other.code).toBe(1);
  expect((await call(`/markets/${id}`)).status).toBe('open');
  const said = await home.tote(['attest', id, 'yes', ...evidence, ...AS, '--json']);
  expect(said, said.out).toMatchObject({ code: 0, json: { id } });
  await expect.poll(async () => (await call(`/markets/${id}`)).winningOutcome).toBe('Yes');
});

test('alone it lists what waits', async () => {
  const { code, json } = await home.here(['attest', '--wallet', 'oracle', '--json']);
  expect([code, Array.isArray(json)]).toEqual([0, true]);
  const { out } = await home.tote(['attest', '--wallet', 'alice']);
  expect(out).toBe('No market waits for an attestation.\n');
});

test('an API key of scope attest can answer, and one without it cannot', async () => {
  const id = await createMarket();
  const make = async (scope: string) => {
    const args = ['keys', 'create', scope, '--scopes', scope, '--wallet', 'oracle', '--json'];
    return { TOTE_API_KEY: (await home.here(args)).json.key as string };
  };
  const answer = ['attest', id, 'yes', '--evidence', 'IPMA: 3 mm', '--yes', '--json'];
  const [reading, attesting] = [await make('read'), await make('attest')];
  const { json } = await refused(home.here(answer, reading), 1, 'lacks the scope attest');
  expect(json.code).toBe('not_allowed');
  expect((await call(`/markets/${id}`)).status).toBe('open');
  expect((await home.here(['attest', '--json'], attesting)).code).toBe(0);
  const said = await home.here(answer, attesting);
  expect(said, said.out + said.err).toMatchObject({ code: 0, json: { id } });
  expect((await home.here(['bet', id, 'yes', '1', '--yes', '--json'], attesting)).code).toBe(1);
});
