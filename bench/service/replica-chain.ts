// The chain of the replicas: the embedded one over HTTP, or Anza's validator.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Address, createDefaultRpcTransport } from '@solana/kit';
import { openChain } from '@tote/chain/open-chain';
import { TOTE_PROGRAM_ADDRESS } from '@tote/program-client';
import { initializeEmbedded } from '../../service/src/embedded/initialize.ts';
import { loadKey, loadServiceKeys } from '../../service/src/settings/keys.ts';
import type { Api } from '../../service/test/faults/support/api.ts';
import { openFundedWallet } from '../../service/test/faults/support/funded-wallet.ts';
import {
  SeparateChain,
  type SeparateWallet,
} from '../../service/test/faults/support/separate-chain.ts';
import { findValidator } from '../../tools/validator/find-validator.ts';
import { startValidator } from '../../tools/validator/start-validator.ts';
import { findChildren, readTreeMicros } from './process-tree.ts';

export type ChainKind = 'embedded' | 'validator';

export interface ReplicaChain {
  readonly rpcUrl: string;
  readonly wsUrl: string;
  readonly keysDir: string;
  openWallet(api: Api): Promise<SeparateWallet>;
  /** Processor time of the chain so far. */
  micros(): number;
  stop(): Promise<void>;
}

const SOL_PER_WALLET = 1_000n;
const SOL = 1_000_000_000n;
/** As on a cluster. */
const SLOT_MS = 400;
const PROGRAM = fileURLToPath(new URL('../../program/tote.so', import.meta.url));

export const hasChain = (kind: ChainKind) => kind === 'embedded' || findValidator() !== undefined;

export const startChain = (kind: ChainKind): Promise<ReplicaChain> =>
  kind === 'embedded' ? startEmbedded() : startNode();

/** In this process, which does nothing else during a measurement. */
async function startEmbedded(): Promise<ReplicaChain> {
  const separate = await SeparateChain.start({ slotMs: SLOT_MS });
  const rpcUrl = separate.localnet.url ?? '';
  return {
    ...{ rpcUrl, wsUrl: rpcUrl.replace('http', 'ws'), keysDir: join(separate.dir, 'keys') },
    openWallet: (api) => separate.openWallet(api, SOL_PER_WALLET),
    micros() {
      const { user, system } = process.cpuUsage();
      return user + system;
    },
    stop: () => separate.close(),
  };
}

async function startNode(): Promise<ReplicaChain> {
  const dir = mkdtempSync(join(tmpdir(), 'tote-bench-validator-'));
  const folder = { dir: join(dir, 'keys'), mayCreate: true };
  const offline = { dir: join(dir, 'offline'), mayCreate: true };
  const keys = { ...(await loadServiceKeys(folder)), admin: await loadKey(offline, 'admin') };
  const address = TOTE_PROGRAM_ADDRESS as Address;
  const node = await startValidator({
    ledger: join(dir, 'ledger'),
    programs: [{ address, file: PROGRAM, authority: keys.admin.address }],
  });
  const [pid = 0] = findChildren(process.pid, 'solana-test');
  const transport = createDefaultRpcTransport({ url: node.rpcUrl });
  const chain = await openChain({ transport, programAddress: address, wallMs: Date.now });
  const treasury = (await loadKey(folder, 'treasury')).address;
  await initializeEmbedded({ chain, keys, treasury });
  return {
    ...{ rpcUrl: node.rpcUrl, wsUrl: node.wsUrl, keysDir: folder.dir },
    openWallet: (api) => openFundedWallet({ chain, keys }, api, { SOL: SOL_PER_WALLET * SOL }),
    micros: () => readTreeMicros(pid),
    async stop() {
      await chain.close();
      await node.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
