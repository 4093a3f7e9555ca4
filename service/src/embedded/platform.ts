import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Address,
  createDefaultRpcSubscriptionsTransport,
  createDefaultSolanaRpcSubscriptionsChannelCreator,
  type RpcSubscriptionsTransport,
} from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import { isChainUnavailable } from '@tote/chain/chain-unavailable';
import { DeployedProgramReader, hashProgram } from '@tote/chain/deployed-program';
import { findConfig } from '@tote/chain/deployment/find-config';
import { createFailoverTransport } from '@tote/chain/failover-transport';
import { createHttpTransport } from '@tote/chain/http-transport';
import { openChain } from '@tote/chain/open-chain';
import { findWebSocketUrl } from '@tote/chain/web-socket-url';
import { type Localnet, startLocalnet } from '@tote/localnet';
import { TOTE_PROGRAM_ADDRESS } from '@tote/program-client';
import { explainListen } from '../settings/explain-listen.ts';
import {
  type EmbeddedKeys,
  type KeysFolder,
  loadEmbeddedKeys,
  loadKey,
  loadServiceKeys,
} from '../settings/keys.ts';
import type { Settings } from '../settings/read-settings.ts';
import type { Log } from '../telemetry/log.ts';
import { HISTORY_SECONDS } from './demo-markets/templates.ts';
import { checkInitialized, initializeEmbedded, listFunded, REMEDIES } from './initialize.ts';

const PROGRAM_FILE = new URL('../../../program/tote.so', import.meta.url);
/** The embedded chain replies in microseconds; a cluster is polled less often. */
const SAMPLE_MS = { embedded: 200, remote: 1_000 } as const;

export type Platform = Readonly<Awaited<ReturnType<typeof openPlatform>>>;

export async function openPlatform(
  config: Settings,
  wallMs: () => number,
  log?: Pick<Log, 'warn'>,
) {
  const isEmbedded = config.rpcUrl === undefined;
  const keysFolder: KeysFolder = { dir: config.keysDir, mayCreate: isEmbedded };
  const embeddedKeys = isEmbedded ? await loadEmbeddedKeys(keysFolder) : undefined;
  const keys = embeddedKeys ?? (await loadServiceKeys(keysFolder));
  const programAddress = config.programAddress ?? TOTE_PROGRAM_ADDRESS;
  const embedded = embeddedKeys && {
    keys: embeddedKeys,
    treasury: (await loadKey(keysFolder, 'treasury')).address,
  };
  const localnet = embedded && (await openLocalnet(config, programAddress, embedded));
  let chain: Chain | undefined;
  try {
    chain = await connect(config, localnet, { programAddress, wallMs });
    if (localnet) await upgradeProgram({ chain, ...embedded, localnet, wallMs, log });
    const programConfig = embedded
      ? await initializeEmbedded({ chain, ...embedded })
      : await checkInitialized(chain, keys);
    const close = () => closeBoth(chain, localnet);
    return { chain, keys, embeddedKeys, keysFolder, programConfig, localnet, close };
  } catch (error) {
    await closeBoth(chain, localnet);
    throw error;
  }
}

/** The embedded chain always answers, but slowly while it reads all its accounts. */
const EMBEDDED_TIMEOUT_MS = 60_000;

/** How many endpoints notify us of results. They must agree, and each sends all of them. */
const NOTICED_BY = 2;

async function connect(
  config: Settings,
  localnet: Localnet | undefined,
  options: Pick<Parameters<typeof openChain>[0], 'programAddress' | 'wallMs'>,
): Promise<Chain> {
  const isEmbedded = localnet !== undefined;
  const nodeTransports = config.rpcUrls.map(createHttpTransport);
  const sends =
    config.sendUrls.length > 0 ? config.sendUrls.map(createHttpTransport) : nodeTransports;
  const webSocketUrls = config.rpcWebSocketUrl
    ? [config.rpcWebSocketUrl]
    : config.rpcUrls.map(findWebSocketUrl);
  try {
    return await openChain({
      ...options,
      transport: localnet?.rpcTransport ?? createFailoverTransport(nodeTransports, { sends }),
      ...(!isEmbedded && {
        nodeTransports,
        noticeTransports: webSocketUrls.slice(0, NOTICED_BY).map((url) => openWebSocket([url])),
      }),
      subscriptionsTransport: localnet?.rpcSubscriptionsTransport ?? openWebSocket(webSocketUrls),
      sampleMs: SAMPLE_MS[isEmbedded ? 'embedded' : 'remote'],
      hasLandTransaction: isEmbedded,
      ...(isEmbedded && { timeoutMs: EMBEDDED_TIMEOUT_MS }),
    });
  } catch (error) {
    if (isEmbedded || !isChainUnavailable(error)) throw error;
    // Without the paths, which may contain an access token.
    const hosts = config.rpcUrls.map((url) => new URL(url).host).join(', ');
    throw new Error(`No endpoint of TOTE_RPC_URL answers (${hosts}): ${reasonOf(error)}`);
  }
}

/** The innermost reason: the outer ones only say that the chain is unavailable. */
const reasonOf = (error: Error): string =>
  error.cause instanceof Error ? reasonOf(error.cause) : error.message;

async function closeBoth(chain: Chain | undefined, localnet: Localnet | undefined): Promise<void> {
  await chain?.close();
  await localnet?.close();
}

function openWebSocket(urls: readonly string[]): RpcSubscriptionsTransport {
  const creators = urls.map((url) => createDefaultSolanaRpcSubscriptionsChannelCreator({ url }));
  let opened = 0;
  return createDefaultRpcSubscriptionsTransport({
    createChannel: (options) => {
      const create = creators[opened % creators.length];
      opened += 1;
      if (!create) throw new RangeError('there is no endpoint');
      return create(options);
    },
  });
}

function openLocalnet(
  { dataDir, slotMs, rpcHost: host, rpcPort, origin, allowedOrigins, kept, hasDemo }: Settings,
  program: Address,
  { keys, treasury }: { keys: EmbeddedKeys; treasury: Address },
): Promise<Localnet> {
  const upgradeAuthority = keys.admin.address;
  const settings = { host: 'TOTE_RPC_HOST', port: 'TOTE_RPC_PORT (it takes two ports)' };
  return explainListen(settings, host, () =>
    startLocalnet({
      dir: join(dataDir, 'chain'),
      slotMs,
      beginsSecondsAgo: hasDemo ? HISTORY_SECONDS : 0,
      programs: [{ address: program, file: PROGRAM_FILE, upgradeAuthority }],
      accounts: listFunded(keys, treasury),
      pruning: { keptPrograms: [program], afterMs: kept.transactions * 1_000 },
      http: {
        ...{ host, port: rpcPort },
        allowedOrigins: origin === undefined ? allowedOrigins : [...allowedOrigins, origin],
      },
    }),
  );
}

/** The `hashProgram` of program/tote.so; null where the file does not exist. */
export const hashCommittedProgram = (): string | null =>
  existsSync(PROGRAM_FILE) ? hashProgram(readFileSync(PROGRAM_FILE)) : null;

interface UpgradeOptions {
  readonly chain: Chain;
  readonly keys: EmbeddedKeys;
  readonly localnet: Localnet;
  readonly wallMs: () => number;
  readonly log?: Pick<Log, 'warn'>;
}

async function upgradeProgram({ chain, keys, localnet, wallMs, log }: UpgradeOptions) {
  const { programAddress } = chain;
  if (!localnet.programsKept.includes(programAddress)) return;
  await findConfig(chain, REMEDIES.embedded);
  const { upgradeAuthority } = await new DeployedProgramReader({ chain, wallMs }).read();
  if (upgradeAuthority !== keys.admin.address) {
    throw new Error(
      `The program on the embedded chain is not program/tote.so, and only ` +
        `${upgradeAuthority ?? 'nobody'} may replace it. ${REMEDIES.embedded}`,
    );
  }
  await localnet.sandbox.loadProgram(programAddress, PROGRAM_FILE, upgradeAuthority);
  const text = 'The program of an earlier version was replaced by program/tote.so';
  log?.warn({ programAddress }, text);
}
