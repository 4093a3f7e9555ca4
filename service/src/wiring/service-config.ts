import type { LiveConfig } from '@tote/chain/live-config';
import { amountsOf, clusterOf, DECIMALS, OTHER_CLUSTER } from '@tote/domain';
import type { Config, UtilityToken } from '@tote/program-client';
import type { Platform } from '../embedded/platform.ts';
import type { Settings } from '../settings/read-settings.ts';
import type { ConfigOnChain, DemoData, ServiceConfig } from '../settings/service-config.ts';
import type { Relayers } from '../submissions/relayers.ts';

interface ServiceConfigOptions {
  readonly platform: Pick<Platform, 'chain' | 'keys' | 'localnet'>;
  readonly relayers: Relayers;
  readonly live: Pick<LiveConfig, 'current'>;
  readonly utility: UtilityToken;
  readonly settings: Pick<
    Settings,
    'branding' | 'countryPolicy' | 'isSandbox' | 'publicRpcUrl' | 'explorerUrl'
  >;
  readonly origin: string;
  readonly demoWorld: { readonly data: DemoData } | undefined;
  readonly webSources: readonly string[];
  readonly refuseUnlandable: ServiceConfig['refuseUnlandable'];
}

export function createServiceConfig(options: ServiceConfigOptions): ServiceConfig {
  const { platform, relayers, live, settings, origin, webSources, refuseUnlandable } = options;
  const { chain, localnet } = platform;
  const { genesisHash, programAddress } = chain;
  const rpcUrl = settings.publicRpcUrl ?? localnet?.url;
  let shown = { current: live.current, onChain: toOnChain(options, live.current) };
  return {
    ...options.utility,
    decimals: { SOL: DECIMALS.SOL, UTILITY: live.current.utilityDecimals },
    cluster: localnet ? 'embedded' : 'remote',
    explorerUrl: settings.explorerUrl ?? findExplorer(genesisHash, rpcUrl),
    branding: settings.branding,
    countryPolicy: settings.countryPolicy,
    hasSandbox: settings.isSandbox,
    delegates: relayers.keys.map(({ address }) => address),
    ...{ programAddress, genesisHash, origin, rpcUrl, webSources, refuseUnlandable },
    get demo() {
      return options.demoWorld?.data;
    },
    onChain() {
      // The same object while the Config is the same: every bet asks.
      const { current } = live;
      if (shown.current !== current) shown = { current, onChain: toOnChain(options, current) };
      return shown.onChain;
    },
  };
}

function toOnChain({ relayers, platform }: ServiceConfigOptions, current: Config): ConfigOnChain {
  const { burnBps, developerBps, vetoSeconds, leadSeconds, horizonSeconds } = current;
  const { oracle, treasury, operatorDisabledBelow, knownPrograms, knownProgramsLen } = current;
  return {
    minimumStake: amountsOf(current.minimumStake),
    feeRates: { burnBps, developerBps },
    ...{ vetoSeconds, leadSeconds, horizonSeconds, oracle, treasury, operatorDisabledBelow },
    delegate: relayers.operator.address,
    knownPrograms: knownPrograms.slice(0, knownProgramsLen),
    isOperatorDisabled: relayers.find(current.operator) === undefined,
    isOracleDisabled: oracle !== platform.keys.oracle.address,
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
