// A chain in the test's process, for services in other processes: it survives when they are killed.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Address } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import { createKey, type Key } from '@tote/chain/key';
import { openChain } from '@tote/chain/open-chain';
import { amount } from '@tote/domain';
import { type Localnet, startLocalnet } from '@tote/localnet';
import {
  findBettorAddress,
  getSetDelegateInstruction,
  TOTE_PROGRAM_ADDRESS,
} from '@tote/program-client';
import { type Credit, creditBettor, openBettor } from '../../../src/genesis/credit.ts';
import { initializeEmbedded } from '../../../src/genesis/initialize.ts';
import { type EmbeddedKeys, loadKey, loadServiceKeys } from '../../../src/genesis/keys.ts';
import { signRequest } from '../../support/new-wallet.ts';
import type { Api, Credential } from './api.ts';

const PROGRAM_FILE = new URL('../../../../program/tote.so', import.meta.url);
const SOL = 1_000_000_000n;

export interface SeparateWallet extends Credential {
  readonly key: Key;
}

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
      TOTE_KEYS_DIR: join(this.dir, 'keys'),
      TOTE_DATA_DIR: join(this.dir, 'data'),
      ...(databaseUrl !== undefined && { TOTE_DATABASE_URL: databaseUrl }),
    };
  }

  /** A wallet with SOL to stake, us as its delegate, and an API key of this service. */
  openWallet(api: Api, sol = 100n, { skewMs = 0 } = {}): Promise<SeparateWallet> {
    const { chain, keys } = this;
    return openSeparateWallet({ chain, keys, utilityMint: this.#utilityMint }, api, sol, skewMs);
  }

  async close(): Promise<void> {
    await this.chain.close();
    await this.localnet.close();
    rmSync(this.dir, { recursive: true, force: true });
  }
}

/** The same on any chain whose keys we have. */
export async function openSeparateWallet(
  credit: Credit,
  api: Api,
  sol: bigint,
  skewMs = 0,
): Promise<SeparateWallet> {
  const { chain, keys } = credit;
  const key = await createKey();
  const { programAddress } = chain;
  const bettor = await findBettorAddress(key.address, { programAddress });
  const wanted = { bettor, currency: 'SOL' as const, amount: amount(sol * SOL) };
  const delegation = {
    delegate: keys.relayer.address,
    expiresAt: BigInt(chain.clock.now()) + 86_400n,
    allowanceSol: 1_000_000n * SOL,
    allowanceUtility: 0n,
  };
  const instructions = [
    await openBettor(credit, { wallet: key.address, bettor }),
    ...(await creditBettor(credit, wanted)),
    getSetDelegateInstruction({ wallet: key.signer, bettor, delegation }, { programAddress }),
  ];
  await chain.send(instructions, [keys.relayer, keys.admin, key]);
  return { key, apiKey: await createApiKey(api, key, skewMs) };
}

/** The wallet signs the time of the service's clock. */
async function createApiKey(api: Api, key: Key, skewMs: number): Promise<string> {
  const { body: config } = await api.get('/config');
  const body = { name: `test ${randomUUID()}`, scopes: ['read', 'bet', 'create', 'manage'] };
  const rawBody = Buffer.from(JSON.stringify(body));
  const request = { method: 'POST', url: '/v1/api-keys', rawBody };
  const headers = signRequest(config, key, request, new Date(Date.now() + skewMs));
  const answer = await api.call('POST', '/api-keys', { body, headers });
  if (answer.status >= 300) throw new Error(`no API key: ${answer.text}`);
  return answer.body.key;
}
