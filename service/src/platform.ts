// The ground that the service stands on: its keys, a chain with the program on it, and the Config.
import { join } from 'node:path';
import {
  type Address,
  address,
  createDefaultRpcSubscriptionsTransport,
  createDefaultRpcTransport,
  createDefaultSolanaRpcSubscriptionsChannelCreator,
  type RpcSubscriptionsTransport,
} from '@solana/kit';
import { amount, DECIMALS } from '@tote/domain';
import { type Localnet, startLocalnet } from '@tote/localnet';
import { type Config as ProgramConfig, TOTE_PROGRAM_ADDRESS } from '@tote/program-client';
import type { Chain } from './chain/chain.ts';
import { openChain } from './chain/open-chain.ts';
import { findWebSocketUrl } from './chain/web-socket-url.ts';
import type { Config } from './config.ts';
import { checkInitialized, initializeEmbedded } from './genesis/initialize.ts';
import { type KeysFolder, loadKey, loadServiceKeys, type ServiceKeys } from './genesis/keys.ts';
import type { ServiceConfig } from './use-cases.ts';

const PROGRAM_FILE = new URL('../../program/tote.so', import.meta.url);
/** The embedded chain answers in microseconds; a cluster is asked less often. */
const SAMPLE_MS = { embedded: 200, remote: 1_000 } as const;

export interface Platform {
  readonly chain: Chain;
  readonly keys: ServiceKeys;
  readonly keysFolder: KeysFolder;
  readonly programConfig: ProgramConfig;
  /** Undefined on a cluster. */
  readonly localnet: Localnet | undefined;
  close(): Promise<void>;
}

export async function openPlatform(config: Config, wallMs: () => number): Promise<Platform> {
  const isEmbedded = config.rpcUrl === undefined;
  const keysFolder: KeysFolder = { dir: config.keysDir, mayCreate: isEmbedded };
  const keys = await loadServiceKeys(keysFolder);
  const programAddress = config.programAddress
    ? address(config.programAddress)
    : TOTE_PROGRAM_ADDRESS;
  const localnet = isEmbedded
    ? await openLocalnet(config, programAddress, keys.admin.address)
    : undefined;
  try {
    const chain = await openChain({
      transport: localnet?.rpcTransport ?? createDefaultRpcTransport({ url: config.rpcUrl ?? '' }),
      subscriptionsTransport: localnet?.rpcSubscriptionsTransport ?? openWebSocket(config),
      programAddress,
      wallMs,
      sampleMs: SAMPLE_MS[isEmbedded ? 'embedded' : 'remote'],
      landsAtOnce: isEmbedded,
    });
    const programConfig = isEmbedded
      ? await initializeEmbedded({
          chain,
          keys,
          treasury: (await loadKey(keysFolder, 'treasury')).address,
        })
      : await checkInitialized(chain, keys);
    const close = async () => {
      await chain.close();
      await localnet?.close();
    };
    return { chain, keys, keysFolder, programConfig, localnet, close };
  } catch (error) {
    await localnet?.close();
    throw error;
  }
}

/** Connects when somebody subscribes. */
function openWebSocket({ rpcUrl = '', rpcWebSocketUrl }: Config): RpcSubscriptionsTransport {
  const url = rpcWebSocketUrl ?? findWebSocketUrl(rpcUrl);
  return createDefaultRpcSubscriptionsTransport({
    createChannel: createDefaultSolanaRpcSubscriptionsChannelCreator({ url }),
  });
}

function openLocalnet(
  { dataDir, slotMs, host, rpcPort }: Config,
  program: Address,
  upgradeAuthority: Address,
): Promise<Localnet> {
  return startLocalnet({
    dir: join(dataDir, 'chain'),
    slotMs,
    programs: [{ address: program, file: PROGRAM_FILE, upgradeAuthority }],
    http: { host, port: rpcPort },
  });
}

/** What `GET /v1/config` says, and what commands check against. */
export function toServiceConfig(
  { chain, keys, programConfig, localnet }: Platform,
  { isSandbox }: Config,
  origin: string,
): ServiceConfig {
  const [minimumSol = 0n, minimumUtility = 0n] = programConfig.minimumStake;
  return {
    programAddress: chain.programAddress,
    utilityMint: programConfig.utilityMint,
    decimals: { SOL: DECIMALS.SOL, UTILITY: programConfig.utilityDecimals },
    minimumStake: { SOL: amount(minimumSol), UTILITY: amount(minimumUtility) },
    feeRates: { burnBps: programConfig.burnBps, developerBps: programConfig.developerBps },
    vetoSeconds: programConfig.vetoSeconds,
    delegate: keys.relayer.address,
    oracle: programConfig.oracle,
    treasury: programConfig.treasury,
    origin,
    genesisHash: chain.genesisHash,
    cluster: localnet ? 'embedded' : 'remote',
    hasSandbox: isSandbox,
    knownPrograms: programConfig.knownPrograms.slice(0, programConfig.knownProgramsLen),
  };
}
