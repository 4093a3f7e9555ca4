// A cluster of one node that nobody here wrote, with the program, its Config and the keys of a
// service, for services in processes of their own.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Address } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import { createKey } from '@tote/chain/key';
import { mapConcurrently } from '@tote/chain/lib/map-concurrently';
import { startValidator, type Validator } from '../../../../tools/validator/start-validator.ts';
import { initializeEmbedded } from '../../../src/embedded/initialize.ts';
import { type EmbeddedKeys, loadKey, loadServiceKeys } from '../../../src/settings/keys.ts';
import type { Api } from '../../faults/support/api.ts';
import { type FundedWallet, openFundedWallet } from '../../faults/support/funded-wallet.ts';
import { deployByTote, type StartNode } from './deploy-by-tote.ts';
import { connect, type DeployedProgram } from './deployed-program.ts';
import type { Steps } from './steps.ts';

const PROGRAM_FILE = fileURLToPath(new URL('../../../../program/tote.so', import.meta.url));
const OPENED_AT_ONCE = 24;

/** The program is in genesis, at an address of its own, which takes less time than deploying it. */
async function startWithProgram(dir: string): Promise<DeployedProgram> {
  const folder = { dir: join(dir, 'keys'), mayCreate: true };
  const offline = { dir: join(dir, 'offline'), mayCreate: true };
  // The service has no admin key, as on every cluster.
  const keys = { ...(await loadServiceKeys(folder)), admin: await loadKey(offline, 'admin') };
  const treasury = (await loadKey(offline, 'treasury')).address;
  const { address } = await createKey();
  const validator = await startValidator({
    ledger: join(dir, 'ledger'),
    programs: [{ address, file: PROGRAM_FILE, authority: keys.admin.address }],
  });
  try {
    const chain = await connect(validator.rpcUrl, address);
    const { utilityMint } = await initializeEmbedded({ chain, keys, treasury });
    return { validator, chain, keys, treasury, utilityMint };
  } catch (error) {
    await validator.stop('SIGKILL');
    throw error;
  }
}

export class Cluster implements AsyncDisposable {
  readonly dir: string;
  readonly validator: Validator;
  readonly chain: Chain;
  readonly keys: EmbeddedKeys;
  readonly treasury: Address;
  readonly utilityMint: Address;

  private constructor(dir: string, deployed: DeployedProgram) {
    this.dir = dir;
    this.validator = deployed.validator;
    this.chain = deployed.chain;
    this.keys = deployed.keys;
    this.treasury = deployed.treasury;
    this.utilityMint = deployed.utilityMint;
  }

  static async start(): Promise<Cluster> {
    const dir = mkdtempSync(join(tmpdir(), 'tote-cluster-'));
    return new Cluster(dir, await startWithProgram(dir));
  }

  /** The program is deployed and initialized by the command, in two steps. */
  static async deploy(steps: Steps, startNode?: StartNode): Promise<Cluster> {
    const dir = mkdtempSync(join(tmpdir(), 'tote-cluster-'));
    return new Cluster(dir, await deployByTote(dir, steps, startNode));
  }

  /** For a service on it; `name` is that of its data folder. */
  env(name = 'data', rpcUrl = this.validator.rpcUrl): Record<string, string> {
    return {
      TOTE_PORT: '0',
      TOTE_LOG_LEVEL: 'silent',
      TOTE_RPC_URL: rpcUrl,
      TOTE_RPC_WS_URL: this.validator.wsUrl,
      TOTE_PROGRAM_ADDRESS: this.chain.programAddress,
      TOTE_KEYS_DIR: join(this.dir, 'keys'),
      TOTE_DATA_DIR: join(this.dir, name),
      // All requests of a test come from one address.
      TOTE_RATE_LIMIT_IP: '0',
      TOTE_RATE_LIMIT_WALLET: '0',
      TOTE_MARKETS_PER_CREATOR: '20',
    };
  }

  /** With this much SOL and UTILITY to stake, in base units. */
  openWallet(api: Api, funds: { SOL?: bigint; UTILITY?: bigint }): Promise<FundedWallet> {
    return openFundedWallet(this, api, funds);
  }

  openWallets(api: Api, count: number, funds: { SOL?: bigint }): Promise<FundedWallet[]> {
    return mapConcurrently(Array(count).fill(0), OPENED_AT_ONCE, () => this.openWallet(api, funds));
  }

  /** The chain as it is now, while the node stands still. */
  copyLedger(): void {
    // Its socket cannot be copied; the node makes another one.
    const filter = (path: string) => !path.endsWith('.rpc');
    cpSync(this.#ledger, this.#copy, { recursive: true, filter });
  }

  /** What happened since the copy never happened. While the node stands still. */
  restoreLedger(): void {
    this.removeLedger();
    cpSync(this.#copy, this.#ledger, { recursive: true });
  }

  /** The next start begins another chain. While the node stands still. */
  removeLedger(): void {
    rmSync(this.#ledger, { recursive: true, force: true });
  }

  get #ledger(): string {
    return join(this.dir, 'ledger');
  }

  get #copy(): string {
    return join(this.dir, 'ledger-copy');
  }

  async close(): Promise<void> {
    await this.chain.close();
    await this.validator.stop('SIGKILL');
    rmSync(this.dir, { recursive: true, force: true });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}
