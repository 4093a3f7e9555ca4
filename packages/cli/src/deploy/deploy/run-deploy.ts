// Deploys or upgrades the program. Every step first reads the chain, so that an interrupted
// deployment resumes where it was.

import { existsSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  getAllocateInstruction,
  getAssignInstruction,
  getCreateAccountInstruction,
  getTransferSolInstruction,
} from '@solana-program/system';
import type { Chain } from '@tote/chain/chain';
import { findProgramData, UPGRADEABLE_LOADER } from '@tote/chain/deployed-program';
import { ensureKeyFile, removeDrafts } from '@tote/chain/deployment/key-files';
import { type Key, readKeyFile } from '@tote/chain/key';
import { TransactionFailed } from '@tote/chain/landed';
import { retry } from '@tote/chain/lib/retry';
import { readLamports, readRents } from '../costs.ts';
import {
  BUFFER_HEAD_BYTES,
  hasCode,
  type OnChainProgram,
  PROGRAM_BYTES,
  readBuffer,
  readLoaderFeatures,
  readProgram,
} from '../loader/loader-accounts.ts';
import {
  closeBuffer,
  deployProgram,
  extendProgram,
  initializeBuffer,
  type ProgramAccounts,
  setUpgradeAuthority,
  upgradeProgram,
} from '../loader/loader-instructions.ts';
import { SentFile } from '../sent-file.ts';
import { fillBuffer } from './buffer-chunks.ts';
import { bufferFile, type DeployRequest, sentFile } from './deploy-request.ts';

/** A program cannot change twice in a slot, and a node may answer with old data. */
const ATTEMPTS = { attempts: 5, pauseMs: () => 1_000 } as const;
const isRefused = (error: unknown) => error instanceof TransactionFailed;
const READS = 10;
const READ_PAUSE_MS = 500;

type OnProgress = (text: string) => void;

interface Run {
  readonly request: DeployRequest;
  readonly sent: SentFile;
  readonly accounts: ProgramAccounts;
  readonly onProgress: OnProgress;
}

export async function runDeploy(
  request: DeployRequest,
  onProgress: OnProgress,
): Promise<OnChainProgram> {
  const run = await openRun(request, onProgress);
  await retry(() => replaceCode(run), { ...ATTEMPTS, isRetried: isRefused });
  await expectCode(run);
  await reclaim(run);
  const { nextAuthority } = request;
  if (nextAuthority !== undefined) await changeAuthority(run, nextAuthority);
  return expectCode(run);
}

export async function abandonDeploy(
  request: DeployRequest,
  onProgress: OnProgress,
): Promise<bigint> {
  return reclaim(await openRun(request, onProgress));
}

async function openRun(request: DeployRequest, onProgress: OnProgress): Promise<Run> {
  const { chain, authority } = request;
  const program = chain.programAddress;
  const programData = await findProgramData(program);
  const accounts = { program, programData, authority: authority.address };
  const sent = new SentFile(sentFile(request), chain);
  if (sent.isPending) onProgress('Waiting for the transactions of an interrupted run');
  await sent.finish();
  return { request, sent, accounts, onProgress };
}

async function replaceCode(run: Run): Promise<void> {
  const { request, sent, accounts, onProgress } = run;
  const { chain, payer, authority, programKey, code } = request;
  const program = await readProgram(chain, accounts.program);
  if (program && hasCode(program, code)) return;
  const buffer = await prepareBuffer(run);
  await fillBuffer(request, buffer, onProgress);
  if (!program) {
    onProgress('Deploying');
    const created = await createAccount(chain, payer, programKey, PROGRAM_BYTES);
    const from = { payer: payer.address, buffer: buffer.address };
    const deploy = deployProgram(accounts, from, code.length);
    await sent.send([...created, deploy], [payer, programKey, authority]);
    return;
  }
  await growProgram(run, program);
  onProgress('Upgrading');
  const places = { buffer: buffer.address, spill: payer.address };
  await sent.send([upgradeProgram(accounts, places)], [payer, authority]);
}

async function prepareBuffer(run: Run): Promise<Key> {
  const { request, sent } = run;
  const { chain, payer, authority, code } = request;
  const { key } = await ensureKeyFile(bufferFile(request));
  const there = await readBuffer(chain, key.address);
  if (there && there.code.length === code.length) return key;
  if (there) await close(run, key);
  run.onProgress('Creating the buffer');
  const created = await createAccount(chain, payer, key, BUFFER_HEAD_BYTES + code.length);
  const accounts = { buffer: key.address, authority: authority.address };
  await sent.send([...created, initializeBuffer(accounts)], [payer, key, authority]);
  return key;
}

async function growProgram({ request, sent, accounts, onProgress }: Run, program: OnChainProgram) {
  const { chain, payer, authority, code } = request;
  const missing = code.length - program.code.length;
  if (missing <= 0) return;
  const { isExtendChecked, extendBytesMin } = await readLoaderFeatures(chain);
  const bytes = Math.max(missing, extendBytesMin);
  onProgress(`Making room for ${bytes} more bytes`);
  const extension = { payer: payer.address, bytes, isChecked: isExtendChecked };
  await sent.send([extendProgram(accounts, extension)], [payer, authority]);
}

async function reclaim(run: Run): Promise<bigint> {
  const { request } = run;
  const file = bufferFile(request);
  for (const each of [file, `${request.files}.json`]) removeDrafts(each);
  if (!existsSync(file)) return 0n;
  const key = await readKeyFile(file);
  const buffer = await readBuffer(request.chain, key.address);
  if (buffer) await close(run, key);
  rmSync(file);
  return buffer?.lamports ?? 0n;
}

async function close({ request, sent, onProgress }: Run, buffer: Key): Promise<void> {
  const { payer, authority } = request;
  onProgress('Closing a buffer');
  const accounts = { buffer: buffer.address, authority: authority.address };
  await sent.send([closeBuffer(accounts, payer.address)], [payer, authority]);
}

async function changeAuthority(run: Run, next: Exclude<DeployRequest['nextAuthority'], undefined>) {
  const { request, sent, accounts, onProgress } = run;
  const { upgradeAuthority } = await expectCode(run);
  if (upgradeAuthority === next) return;
  onProgress(next === null ? 'Giving the upgrade authority up' : 'Handing the authority over');
  await retry(
    () => sent.send([setUpgradeAuthority(accounts, next)], [request.payer, request.authority]),
    { ...ATTEMPTS, isRetried: isRefused },
  );
}

async function expectCode({ request, accounts }: Run): Promise<OnChainProgram> {
  for (let reads = 1; ; reads += 1) {
    const program = await readProgram(request.chain, accounts.program);
    if (program && hasCode(program, request.code)) return program;
    if (reads >= READS) {
      throw new Error(
        'The program on this chain does not match the file. Run the same command again.',
      );
    }
    await sleep(READ_PAUSE_MS);
  }
}

/**
 * Creates an account of the loader. Anybody can send SOL to an address before its account exists,
 * and then it cannot be created in one step.
 */
async function createAccount(chain: Pick<Chain, 'rpc'>, payer: Key, account: Key, space: number) {
  const [rent = 0n] = await readRents(chain, [space]);
  const there = await readLamports(chain, account.address);
  const owner = UPGRADEABLE_LOADER;
  if (there === 0n) {
    const signers = { payer: payer.signer, newAccount: account.signer };
    return [
      getCreateAccountInstruction({ ...signers, lamports: rent, space, programAddress: owner }),
    ];
  }
  const { signer, address: destination } = account;
  const missing = rent - there;
  return [
    ...(missing > 0n
      ? [getTransferSolInstruction({ source: payer.signer, destination, amount: missing })]
      : []),
    getAllocateInstruction({ newAccount: signer, space }),
    getAssignInstruction({ account: signer, programAddress: owner }),
  ];
}
