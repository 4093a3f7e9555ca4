import { join } from 'node:path';
import { writeNewKeyFile } from '@tote/chain/key';
import { TOTE_PROGRAM_ADDRESS } from '@tote/program-client';
import { beforeAll, expect, inject, test } from 'vitest';
import { call, createMarket, readService, refused, useHome } from '../../support/home.ts';
import { makeProgram, type OwnProgram } from '../../support/own-program.ts';

const home = useHome();
let own: OwnProgram;
beforeAll(async () => {
  own = await makeProgram(home, '0');
});

const settingOf = async (name: string) => {
  const { json } = await own.config('show');
  return json.settings.find((each: { name: string }) => each.name === name).value;
};

test('the guardian takes the power from the oracle at once; the admin gives it to another', async () => {
  const by = ['--by', own.key('guardian'), '--payer', own.key('payer')];
  const oracle = await settingOf('oracle');
  expect((await own.config('disable-keys', ...by, '--oracle')).code).toBe(2);
  expect((await own.config('disable-keys', ...by, '--yes')).code).toBe(2);
  const both = ['--operator', '--oracle', '--generation', '0', '--yes'];
  expect((await own.config('disable-keys', ...by, ...both)).code).toBe(2);
  await refused(
    own.config('disable-keys', ...by, '--oracle', '--generation', '1', '--yes'),
    1,
    'no generation 1',
  );
  const dry = await own.config('disable-keys', ...by, '--oracle', '--dry-run');
  expect([dry.code, await settingOf('oracle')]).toEqual([0, oracle]);
  const done = await own.config('disable-keys', ...by, '--oracle', '--yes');
  expect(done.code, done.out).toBe(0);
  expect(done.json.disabled).toEqual({ operatorGeneration: null, oracleGeneration: 0 });
  expect(done.err).toContain('for stolen keys, not for rotation');
  expect(await settingOf('oracle')).toBe('nobody (disabled)');
  expect(await settingOf('operator')).not.toBe('nobody (disabled)');
  // There is no delay.
  const again = ['--admin', own.key('admin'), '--payer', own.key('payer'), '--oracle', oracle];
  expect((await own.config('announce', ...again, '--yes')).code).toBe(0);
  expect(await settingOf('oracle')).toBe(oracle);
});

test('an operator is disabled up to a generation, and a later one stays', async () => {
  const by = ['--by', own.key('guardian'), '--payer', own.key('payer'), '--yes'];
  const other = (await writeNewKeyFile(own.key('other'))).address;
  const admin = ['--admin', own.key('admin'), '--payer', own.key('payer'), '--yes'];
  expect((await own.config('announce', ...admin, '--operator', other)).code).toBe(0);
  const old = await own.config('disable-keys', ...by, '--operator', '--generation', '0');
  expect(old.code, old.out).toBe(0);
  expect(old.json).toMatchObject({ disabled: { operatorGeneration: 0 }, delegations: 0 });
  const generations = async () => {
    const { operatorGeneration, operatorDisabledBelow } = (await own.config('show')).json;
    return [operatorGeneration, operatorDisabledBelow];
  };
  expect([await settingOf('operator'), await generations()]).toEqual([other, [1, 1]]);
  expect((await own.config('disable-keys', ...by, '--operator')).code).toBe(0);
  expect([await settingOf('operator'), await generations()]).toEqual(['nobody (disabled)', [1, 2]]);
});

test('says what it would free, and how many delegations would end', async () => {
  const id = await createMarket();
  await call(`/markets/${id}/bets`, { outcome: 'Yes', amount: 1 });
  const keys = join(inject('toteDataDir'), 'keys', 'admin.json');
  const at = ['--rpc', readService().rpcUrl, '--program', TOTE_PROGRAM_ADDRESS, '--json'];
  const dry = ['--by', keys, '--operator', '--oracle', '--dry-run'];
  const { code, json, err } = await home.here(['config', 'disable-keys', ...at, ...dry]);
  expect(code, err).toBe(0);
  expect(json.signature).toBe(null);
  const { markets, outcomes, stakes } = json.freed;
  expect([markets >= 1, Number(stakes.SOL) >= 1, json.delegations >= 1]).toEqual([
    ...[true, true, true],
  ]);
  expect(err).toContain(`${markets} markets without an outcome are refunded`);
  expect(err).toContain(`${outcomes} outcomes in their veto time are void`);
  expect(err).toContain(`${stakes.SOL} SOL and ${stakes.UTILITY} UTILITY are refunded`);
  expect(err).toContain(`${json.delegations} delegations end`);
});
