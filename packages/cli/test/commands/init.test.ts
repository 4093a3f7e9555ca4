// packages/cli/test/validator/init.test.ts has the same on a real node, and more.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Address, createDefaultRpcTransport } from '@solana/kit';
import { createKey, readKeyFile, writeNewKeyFile } from '@tote/chain/key';
import { openChain } from '@tote/chain/open-chain';
import { findTokenAccount, TOTE_PROGRAM_ADDRESS } from '@tote/program-client';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { createToken2022 } from '../../../../service/test/support/create-token-2022.ts';
import { airdrop, lamportsOf, readService, refused, useHome } from '../support/home.ts';

const home = useHome();
const at = (name: string) => join(home.dir, name);
let payer: string;
let program: string;
beforeAll(async () => {
  payer = (await writeNewKeyFile(at('payer.json'))).address;
  await airdrop(payer, 5);
  const { json, code, out, err } = await home.here([
    ...['deploy', '--rpc', readService().rpcUrl, '--payer', at('payer.json'), '--yes', '--json'],
    ...['--program-key', at('program.json')],
  ]);
  expect(code, out + err).toBe(0);
  program = json.program;
});

const init = (...more: string[]) =>
  home.here([
    ...['init', '--rpc', readService().rpcUrl, '--program', program, '--json'],
    ...['--payer', at('payer.json'), '--keys', at('keys'), '--admin', at('admin.json')],
    ...['--guardian', at('guardian.json'), '--treasury', at('treasury.json'), ...more],
  ]);

const settingsOf = ({ settings }: { settings: { name: string; value: string }[] }) =>
  Object.fromEntries(settings.map(({ name, value }) => [name, value]));

test('refuses what is wrong before it sends anything', async () => {
  const { address: stranger } = await writeNewKeyFile(at('other.json'));
  const { address: absent } = await createKey();
  await airdrop(stranger, 0.001);
  const keys = ['--keys', at('others'), '--admin', at('other-admin.json')];
  const before = await lamportsOf(payer);
  await refused(init(...keys), 2, 'add --yes');
  for (const [args, code, text] of [
    [['--admin', stranger], 2, 'the admin signs'],
    [['--authority', at('other.json')], 1, 'Only the upgrade authority'],
    [['--mint', absent], 1, 'There is no token'],
    [['--mint', program], 1, 'belongs to no token program'],
    [['--program', absent], 1, 'tote deploy first'],
    [
      ['--payer', at('other.json'), '--authority', at('payer.json')],
      1,
      'holds 0.001 SOL and needs',
    ],
    [['--burn-bps', 'many'], 2, 'not a whole number'],
    [['--burn-bps', '1500', '--developer-bps', '501'], 2, 'at most 2000 basis points'],
    [['--veto', 'long'], 2, 'must look like 90s'],
    [['--veto', '169h'], 2, 'at most 7 days'],
    [['--change-delay', '31d'], 2, 'at most 30 days'],
    [['--minimum-stake-sol', '0'], 2, 'above 0'],
    [['--round', '59s'], 2, '1 minute to'],
    [['--lot', '0'], 2, 'above 0'],
  ] as const) {
    await refused(init(...keys, '--yes', ...args), code, text);
  }
  expect(await lamportsOf(payer)).toBe(before);
});

test('proposes terms for the embedded chain, and takes others within their limits', async () => {
  const proposed = await init('--dry-run', '--veto', '0');
  expect(proposed.code, proposed.out + proposed.err).toBe(0);
  expect(settingsOf(proposed.json)).toMatchObject({
    ...{ 'veto time': '0 s', lead: '0 s', horizon: '315360000 s (3650 days)' },
  });
  for (const [option, value, error] of [
    ['--lead', '300s', undefined],
    ['--lead', '301s', 'at most 300 seconds'],
    ['--horizon', '86399s', '1 to 3,650 days'],
    ['--horizon', '1d', undefined],
    ['--horizon', '3650d', undefined],
    ['--horizon', '3651d', '1 to 3,650 days'],
  ] as const) {
    const { code, json } = await init('--dry-run', option, value);
    const expected = error ? [2, expect.stringContaining(error)] : [0, undefined];
    expect([code, json.error], `${option} ${value}`).toEqual(expected);
  }
});

test('makes what is missing, once', async () => {
  const dry = await init('--dry-run');
  expect(dry.code, dry.out + dry.err).toBe(0);
  expect([existsSync(at('keys')), existsSync(at('admin.json'))]).toEqual([false, false]);
  const times = ['--lead', '45s', '--horizon', '30d'];
  const done = await init('--yes', '--fund', '--markets', '1', ...times);
  expect(done.code, done.out + done.err).toBe(0);
  expect(done.json.steps).toHaveLength(7);
  // 10,000 transactions with two signatures, and 0.1 SOL of priority fees on each of 7 days.
  const keeper = done.json.needs.find(({ name }: { name: string }) => name === 'keeper');
  expect(Number(keeper.needed)).toBe(0.8);
  const left = await lamportsOf(payer);
  const again = await init('--yes', '--fund', '--markets', '1');
  expect(again).toMatchObject({ code: 0, json: { steps: ['nothing'], mint: done.json.mint } });
  expect(await lamportsOf(payer)).toBe(left);
  const where = ['--rpc', readService().rpcUrl, '--program', program, '--json'];
  const shown = await home.here(['config', 'show', ...where]);
  const expected = { lead: '45 s', horizon: '2592000 s (30 days)' };
  for (const json of [done.json, shown.json]) expect(settingsOf(json)).toMatchObject(expected);
});

test('takes a mint of Token-2022, and makes the accounts that it needs', async () => {
  const transport = createDefaultRpcTransport({ url: readService().rpcUrl });
  const key = await readKeyFile(at('payer.json'));
  const programAddress = TOTE_PROGRAM_ADDRESS as Address;
  const chain = await openChain({ transport, programAddress, wallMs: Date.now });
  onTestFinished(() => chain.close());
  const utility = await createToken2022(chain, key, 9);
  const where = ['--rpc', readService().rpcUrl, '--payer', at('payer.json'), '--yes', '--json'];
  const deployed = await home.here(['deploy', ...where, '--program-key', at('second.json')]);
  expect(deployed.code, deployed.out + deployed.err).toBe(0);
  const ofSecond = ['--program', deployed.json.program];
  const done = await init(...ofSecond, '--yes', '--mint', utility.utilityMint);
  expect(done.code, done.out + done.err).toBe(0);
  expect(done.json).toMatchObject({ mint: utility.utilityMint });
  const treasury = await readKeyFile(at('treasury.json'));
  const account = await findTokenAccount(treasury.address, utility);
  const { value } = await chain.rpc.getAccountInfo(account, { encoding: 'base64' }).send();
  expect([value?.owner, value?.space]).toEqual([utility.tokenProgram, 170n]);
  const left = await lamportsOf(payer);
  const again = await init(...ofSecond, '--yes');
  expect(again).toMatchObject({ code: 0, json: { steps: ['nothing'] } });
  expect(await lamportsOf(payer)).toBe(left);
});
