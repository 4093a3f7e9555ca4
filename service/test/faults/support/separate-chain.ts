// A chain in the test's process, for services in other processes: it survives when they are killed.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Address } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import { openChain } from '@tote/chain/open-chain';
import { type Localnet, startLocalnet } from '@tote/localnet';
import { TOTE_PROGRAM_ADDRESS } from '@tote/program-client';
import { initializeEmbedded } from '../../../src/embedded/initialize.ts';
import { type EmbeddedKeys, loadKey, loadServiceKeys } from '../../../src/settings/keys.ts';
import type { Api } from './api.ts';
import { type FundedWallet, openFundedWallet } from './funded-wallet.ts';

const PROGRAM_FILE = new URL('../../../../program/tote.so', import.meta.url);
const SOL = 1_000_000_000n;

export type SeparateWallet = FundedWallet;

const UTILITY = 1_000_000_000n;

export class SeparateChain {
  readonly localnet: Localnet;
  readonly chain: Chain;
  readonly keys: EmbeddedKeys;
  readonly dir: string;
  readonly #utilityMint: Address;

  private constructor(
    parts: Pick<SeparateChain, 'localnet' | 'chain' | 'keys' | 'dir'>,
    utilityMint: Address,
  ) {
    this.localnet = parts.localnet;
    this.chain = parts.chain;
    this.keys = parts.keys;
    this.dir = parts.dir;
    this.#utilityMint = utilityMint;
  }

  static async start({ slotMs = 50 } = {}): Promise<SeparateChain> {
    const dir = mkdtempSync(join(tmpdir(), 'tote-separate-'));
    const folder = { dir: join(dir, 'keys'), mayCreate: true };
    // The service has no admin key, as on a cluster.
    const offline = { dir: join(dir, 'offline'), mayCreate: true };
    const keys = { ...(await loadServiceKeys(folder)), admin: await loadKey(offline, 'admin') };
    const program = { address: TOTE_PROGRAM_ADDRESS as Address, file: PROGRAM_FILE };
    const localnet = await startLocalnet({
      slotMs,
      programs: [{ ...program, upgradeAuthority: keys.admin.address }],
      http: { port: 0 },
    });
    const chain = await openChain({
      transport: localnet.rpcTransport,
      programAddress: program.address,
      wallMs: Date.now,
    });
    const treasury = (await loadKey(folder, 'treasury')).address;
    const { utilityMint } = await initializeEmbedded({ chain, keys, treasury });
    // So that the mint has a supply.
    await localnet.sandbox.mintTo(utilityMint, treasury, UTILITY);
    return new SeparateChain({ localnet, chain, keys, dir }, utilityMint);
  }

  /** For a service that uses it, directly or through a proxy. */
  env(databaseUrl?: string, rpcUrl = this.localnet.url ?? ''): Record<string, string> {
    return {
      TOTE_PORT: '0',
      TOTE_LOG_LEVEL: 'silent',
      TOTE_RPC_URL: rpcUrl,
      // All requests of a test come from one address.
      TOTE_RATE_LIMIT_IP: '0',
      TOTE_MARKETS_PER_CREATOR: '20',
      TOTE_KEYS_DIR: join(this.dir, 'keys'),
      TOTE_DATA_DIR: join(this.dir, 'data'),
      ...(databaseUrl !== undefined && { TOTE_DATABASE_URL: databaseUrl }),
    };
  }

  /** A wallet with SOL to stake, us as its delegate, and an API key of this service. */
  openWallet(api: Api, sol = 100n, { skewMs = 0 } = {}): Promise<SeparateWallet> {
    const { chain, keys } = this;
    const credit = { chain, keys, utilityMint: this.#utilityMint };
    return openFundedWallet(credit, api, { SOL: sol * SOL, skewMs });
  }

  async close(): Promise<void> {
    await this.chain.close();
    await this.localnet.close();
    rmSync(this.dir, { recursive: true, force: true });
  }
}
