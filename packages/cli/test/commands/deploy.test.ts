// packages/cli/test/validator/deploy.test.ts has the same on a real node, and more.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { writeNewKeyFile } from '@tote/chain/key';
import { beforeAll, expect, test } from 'vitest';
import { airdrop, lamportsOf, readService, refused, useHome } from '../support/home.ts';

const home = useHome();
const at = (name: string) => join(home.dir, name);
let payer: string;
beforeAll(async () => {
  payer = (await writeNewKeyFile(at('payer.json'))).address;
  await airdrop(payer, 5);
});

const deploy = (...more: string[]) =>
  home.here([
    ...['deploy', '--rpc', readService().rpcUrl, '--payer', at('payer.json')],
    ...['--program-key', at('program.json'), '--json', ...more],
  ]);

let planned: string;

test('a dry run shows the costs and the address, and sends nothing', async () => {
  const { code, json, err } = await deploy('--dry-run');
  expect([code, err]).toEqual([0, expect.stringContaining(`program.json: ${json.program}`)]);
  expect(json).toMatchObject({ action: 'deploy', canPay: true, costs: { held: '5' } });
  expect(Number(json.costs.needed)).toBeGreaterThan(Number(json.costs.rent));
  expect((await deploy('--dry-run')).json.program).toBe(json.program);
  expect(await lamportsOf(payer)).toBe(5e9);
  planned = json.program;
});

test('deploys once, and is up to date then', async () => {
  const done = await deploy('--yes');
  expect(done.code, done.out + done.err).toBe(0);
  expect(done.err).toContain('Written: ');
  expect(done.json.program).toBe(planned);
  expect(readdirSync(home.dir).filter((name) => name.startsWith('program'))).toEqual([
    'program.json',
  ]);
  const left = await lamportsOf(payer);
  const again = await deploy('--yes');
  expect(again).toMatchObject({ code: 0, json: { action: 'none', program: done.json.program } });
  expect(await lamportsOf(payer)).toBe(left);
});

test('wants a node that is named, and a payer', async () => {
  await refused(home.here(['deploy', '--payer', at('payer.json')]), 2, 'Name a node');
  await refused(
    home.here(['deploy', '--url', readService().rpcUrl, '--program-key', 'x']),
    2,
    '--payer is missing',
  );
  expect((await home.here(['deploy', '--rpc', 'nothing'])).code).toBe(2);
  const silent = 'http://127.0.0.1:9/secret';
  const { out } = await refused(deploy('--yes', '--rpc', silent), 3, 'No node responds');
  expect(out).not.toContain('secret');
});
