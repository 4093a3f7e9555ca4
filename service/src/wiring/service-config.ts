// The configuration that `GET /v1/config` reports and commands check against. Values of the Config
// on chain are read on each access, because they change while the service runs.

import type { LiveConfig } from '@tote/chain/live-config';
import { amount, clusterOf, DECIMALS, OTHER_CLUSTER } from '@tote/domain';
import type { UtilityToken } from '@tote/program-client';
import type { Platform } from '../embedded/platform.ts';
import type { WebReader } from '../keeper/observe/web/web-reader.ts';
import type { Settings } from '../settings/read-settings.ts';
import type { DemoData, ServiceConfig } from '../settings/service-config.ts';
import type { Relayers } from '../submissions/relayers.ts';

interface ServiceConfigOptions {
  readonly platform: Pick<Platform, 'chain' | 'keys' | 'localnet'>;
  readonly relayers: Relayers;
  readonly live: Pick<LiveConfig, 'current'>;
  readonly utility: UtilityToken;
  readonly config: Pick<Settings, 'isSandbox' | 'publicRpcUrl' | 'explorerUrl'>;
  readonly origin: string;
  readonly demo?: DemoData;
  readonly web: Pick<WebReader, 'listed'>;
  refuseUnlandable?: ServiceConfig['refuseUnlandable'];
}

/** Has getters, so do not copy it: `{...config}` would freeze the values. */
export function createServiceConfig(options: ServiceConfigOptions): ServiceConfig {
  const { platform, relayers, live, config, origin, demo } = options;
  const { chain, keys, localnet } = platform;
  const rpcUrl = config.publicRpcUrl ?? localnet?.url;
  const fixed = live.current;
  return {
    programAddress: chain.programAddress,
    ...options.utility,
    decimals: { SOL: DECIMALS.SOL, UTILITY: fixed.utilityDecimals },
    origin,
    genesisHash: chain.genesisHash,
    cluster: localnet ? 'embedded' : 'remote',
    rpcUrl,
    explorerUrl: config.explorerUrl ?? findExplorer(chain.genesisHash, rpcUrl),
    hasSandbox: config.isSandbox,
    ...(demo && { demo }),
    webSources: options.web.listed,
    refuseUnlandable: options.refuseUnlandable,
    delegates: relayers.keys.map(({ address }) => address),
    get delegate() {
      return relayers.operator.address;
    },
    get minimumStake() {
      const [sol = 0n, utility = 0n] = live.current.minimumStake;
      return { SOL: amount(sol), UTILITY: amount(utility) };
    },
    get feeRates() {
      const { burnBps, developerBps } = live.current;
      return { burnBps, developerBps };
    },
    get vetoSeconds() {
      return live.current.vetoSeconds;
    },
    get leadSeconds() {
      return live.current.leadSeconds;
    },
    get horizonSeconds() {
      return live.current.horizonSeconds;
    },
    get oracle() {
      return live.current.oracle;
    },
    get treasury() {
      return live.current.treasury;
    },
    get knownPrograms() {
      const { knownPrograms, knownProgramsLen } = live.current;
      return knownPrograms.slice(0, knownProgramsLen);
    },
    get isOperatorDisabled() {
      return relayers.find(live.current.operator) === undefined;
    },
    get operatorDisabledBelow() {
      return live.current.operatorDisabledBelow;
    },
    get isOracleDisabled() {
      return live.current.oracle !== keys.oracle.address;
    },
  };
}

const EXPLORER = 'https://explorer.solana.com/{kind}/{id}';
/** It can show any chain whose node a browser reaches. */
function findExplorer(genesisHash: string, rpcUrl: string | undefined): string | undefined {
  const cluster = clusterOf(genesisHash);
  if (cluster === 'solana:mainnet') return EXPLORER;
  if (cluster !== OTHER_CLUSTER) return `${EXPLORER}?cluster=${cluster.replace('solana:', '')}`;
  if (rpcUrl === undefined) return undefined;
  return `${EXPLORER}?cluster=custom&customUrl=${encodeURIComponent(rpcUrl)}`;
}
