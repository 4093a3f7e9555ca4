// A validator, a folder, and `tote` in it.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Address, createSolanaRpc, lamports } from '@solana/kit';
import { type Key, writeNewKeyFile } from '@tote/chain/key';
import { startValidator, type Validator } from '../../../../../tools/validator/start-validator.ts';
import { type Ran, runBin } from '../../support/run-bin.ts';

export interface Cluster {
  readonly validator: Validator;
  readonly rpc: ReturnType<typeof createSolanaRpc>;
  makeFolder(): Folder;
  lamportsOf(address: string): Promise<bigint>;
  airdrop(address: string, sol: number): Promise<void>;
  close(): Promise<void>;
}

export interface Folder {
  readonly dir: string;
  readonly env: Record<string, string>;
  tote(args: readonly string[], env?: Record<string, string>): Promise<Ran>;
  /** Makes a key file and puts SOL there. */
  makeKey(name: string, sol?: number): Promise<Key>;
  list(): string[];
}

const SOL = 1_000_000_000;

/** Slots of 100 ms: a blockhash lives for fifteen seconds. */
export async function startCluster(ticksPerSlot = 16): Promise<Cluster> {
  const root = mkdtempSync(join(tmpdir(), 'tote-cluster-'));
  const validator = await startValidator({ ledger: join(root, 'ledger'), ticksPerSlot });
  const rpc = createSolanaRpc(validator.rpcUrl);
  const lamportsOf = async (address: string) =>
    (await rpc.getBalance(address as Address, { commitment: 'confirmed' }).send()).value as bigint;
  const airdrop = async (address: string, sol: number) => {
    const before = await lamportsOf(address);
    await rpc.requestAirdrop(address as Address, lamports(BigInt(Math.round(sol * SOL)))).send();
    while ((await lamportsOf(address)) === before) await pause();
  };
  const makeFolder = (): Folder => {
    const dir = mkdtempSync(join(root, 'folder-'));
    const env = { PATH: process.env.PATH ?? '', HOME: dir };
    return {
      ...{ dir, env },
      tote: (args, more = {}) =>
        runBin([...args, '--rpc', validator.rpcUrl], { ...env, ...more }, dir),
      async makeKey(name, sol) {
        const key = await writeNewKeyFile(join(dir, name));
        if (sol !== undefined) await airdrop(key.address, sol);
        return key;
      },
      list: () => readdirSync(dir).sort(),
    };
  };
  const close = async () => {
    await validator.stop('SIGKILL');
    rmSync(root, { recursive: true, force: true });
  };
  return { validator, rpc, makeFolder, lamportsOf, airdrop, close };
}

export const pause = (ms = 100) => new Promise<void>((resolve) => setTimeout(resolve, ms));
