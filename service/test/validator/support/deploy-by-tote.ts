// The program on an empty chain, as an operator gets it there: by `tote deploy` and `tote init`.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Address, createSolanaRpc, lamports } from '@solana/kit';
import { readKeyFile, writeNewKeyFile } from '@tote/chain/key';
import { pollUntil } from '@tote/chain/lib/poll-until';
import { expect } from 'vitest';
import { type Ran, runBin } from '../../../../packages/cli/test/support/run-bin.ts';
import { startValidator, type Validator } from '../../../../tools/validator/start-validator.ts';
import { topUp } from '../../../src/embedded/credit.ts';
import { loadKey, loadServiceKeys } from '../../../src/settings/keys.ts';
import { connect, type DeployedProgram } from './deployed-program.ts';
import type { Steps } from './steps.ts';

const SOL = 1_000_000_000n;
const PAYER_LAMPORTS = 10n * SOL;
/** From it comes what the wallets of a test deposit. */
const ADMIN_LAMPORTS = { atLeast: 5_000n * SOL, by: 10_000n * SOL };
/** Outcomes are final after a second, and the buyback sells a lot each minute. */
const TERMS = ['--veto', '1s', '--change-delay', '0', '--round', '60s'];
const OFFLINE = ['--admin', 'offline/admin.json', '--guardian', 'offline/guardian.json'];

export type StartNode = (options: { readonly ledger: string }) => Promise<Validator>;

/** Its keys are in `keys`, those that the service must not have in `offline`. */
export async function deployByTote(
  dir: string,
  steps: Steps,
  startNode: StartNode = startValidator,
): Promise<DeployedProgram> {
  const validator = await startNode({ ledger: join(dir, 'ledger') });
  try {
    return await deploy(dir, validator, steps);
  } catch (error) {
    await validator.stop('SIGKILL');
    throw error;
  }
}

async function deploy(dir: string, validator: Validator, steps: Steps): Promise<DeployedProgram> {
  mkdirSync(join(dir, 'offline'), { mode: 0o700 });
  const rpc = createSolanaRpc(validator.rpcUrl);
  const payer = (await writeNewKeyFile(join(dir, 'payer.json'))).address;
  const balanceOf = async () =>
    (await rpc.getBalance(payer, { commitment: 'confirmed' }).send()).value as bigint;
  await rpc.requestAirdrop(payer, lamports(PAYER_LAMPORTS)).send();
  await pollUntil(balanceOf, (held) => held > 0n, { everyMs: 200, reads: 300 });
  const counted = { rpc, address: payer };
  await steps.count(counted);
  const tote = (...args: string[]) => run(dir, args, validator.rpcUrl);

  await steps.step('`tote deploy`', counted, async () => {
    const { json } = await tote('deploy', '--program-key', 'program.json');
    return `the committed file, compared on chain; ${json.spent} SOL of rent and fees`;
  });
  const programAddress = (await readKeyFile(join(dir, 'program.json'))).address;
  await steps.step('`tote init`', counted, async () => {
    const places = ['--keys', 'keys', ...OFFLINE, '--treasury', 'offline/treasury.json'];
    const { json } = await tote('init', '--program', programAddress, ...places, ...TERMS, '--fund');
    const refused = json.findings.filter(({ state }: { state: string }) => state === 'refused');
    expect(refused).toEqual([]);
    return 'keys, UTILITY, Config; relayer and keeper funded; no finding refuses';
  });
  return readDeployed(dir, validator, programAddress);
}

async function run(dir: string, args: readonly string[], rpcUrl: string): Promise<Ran> {
  const env = { PATH: process.env.PATH ?? '', HOME: dir };
  const all = [...args, '--payer', 'payer.json', '--rpc', rpcUrl, '--yes', '--json'];
  const ran = await runBin(all, env, dir);
  expect(ran.code, ran.out + ran.err).toBe(0);
  return ran;
}

async function readDeployed(
  dir: string,
  validator: Validator,
  programAddress: Address,
): Promise<DeployedProgram> {
  const offline = { dir: join(dir, 'offline'), mayCreate: false };
  const service = await loadServiceKeys({ dir: join(dir, 'keys'), mayCreate: false });
  const keys = { ...service, admin: await loadKey(offline, 'admin') };
  const chain = await connect(validator.rpcUrl, programAddress);
  await topUp(chain, keys.admin.address, ADMIN_LAMPORTS);
  const { treasury, utilityMint } = await chain.accounts.getConfig();
  return { validator, chain, keys, treasury, utilityMint };
}
