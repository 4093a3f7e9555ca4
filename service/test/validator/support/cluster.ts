// A cluster of one node that nobody here wrote, with the program, its Config and the keys of a
// service, for services in processes of their own.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Address, createDefaultRpcTransport } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import { createKey } from '@tote/chain/key';
import { openChain } from '@tote/chain/open-chain';
import { mapConcurrently } from '@tote/lib/map-concurrently';
import { startValidator, type Validator } from '../../../../tools/validator/start-validator.ts';
import { initializeEmbedded } from '../../../src/genesis/initialize.ts';
import { type EmbeddedKeys, loadKey, loadServiceKeys } from '../../../src/genesis/keys.ts';
import type { Api } from '../../faults/support/api.ts';
import { type FundedWallet, openFundedWallet } from '../../faults/support/funded-wallet.ts';

const PROGRAM_FILE = fileURLToPath(new URL('../../../../program/tote.so', import.meta.url));
const OPENED_AT_ONCE = 24;

interface DeployedProgram {
  readonly validator: Validator;
  readonly chain: Chain;
  readonly keys: EmbeddedKeys;
  readonly treasury: Address;
  readonly utilityMint: Address;
}

/**
 * Everything that is done once before a service can start. The program is in genesis; on another
 * cluster it is deployed, to an address of its own, too.
 */
async function deploy(dir: string): Promise<DeployedProgram> {
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

function connect(url: string, programAddress: Address): Promise<Chain> {
  const transport = createDefaultRpcTransport({ url });
  return openChain({ transport, programAddress, wallMs: Date.now });
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
    return new Cluster(dir, await deploy(dir));
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
    };
  }

  /** With this much SOL and UTILITY to stake, in base units. */
  openWallet(api: Api, funds: { SOL?: bigint; UTILITY?: bigint }): Promise<FundedWallet> {
    return openFundedWallet(this, api, funds);
  }

  openWallets(api: Api, count: number, funds: { SOL?: bigint }): Promise<FundedWallet[]> {
    return mapConcurrently(Array(count).fill(0), OPENED_AT_ONCE, () => this.openWallet(api, funds));
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
