import { DeployedProgramReader } from '@tote/chain/deployed-program';
import { LiveConfig } from '@tote/chain/live-config';
import {
  amountsOf,
  clusterOf,
  DECIMALS,
  formatInstant,
  LIMITS,
  OTHER_CLUSTER,
  unixSeconds,
} from '@tote/domain';
import type { Config, UtilityToken } from '@tote/program-client';
import { hashCommittedProgram, type Platform } from '../embedded/platform.ts';
import { TrustReader } from '../queries/read-trust.ts';
import type { Settings } from '../settings/read-settings.ts';
import type { ConfigOnChain, DemoData, ServiceConfig } from '../settings/service-config.ts';
import type { Relayers } from '../submissions/relayers.ts';
import type { Log } from '../telemetry/log.ts';

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

export async function followConfig(platform: Platform, log: Log, wallMs: () => number) {
  const { chain, programConfig } = platform;
  let version = 0;
  let trust: TrustReader | undefined;
  const live = new LiveConfig({
    accounts: chain.accounts,
    first: programConfig,
    onChange: (before, now) => {
      version += 1;
      trust?.expire();
      logChange(log, before, now);
    },
    onFailure: (error) => log.warn({ error }, 'The Config could not be read; using the last one'),
  });
  const program = new DeployedProgramReader({ chain, wallMs });
  const committedHash = hashCommittedProgram();
  trust = await TrustReader.start({ chain, live, program, committedHash, wallMs });
  warnOfTrust(log, platform, await trust.get());
  return { live, trust, version: () => version };
}

function warnOfTrust(
  log: Log,
  { localnet, programConfig }: Platform,
  { programMatches, upgradeAuthority }: Awaited<ReturnType<TrustReader['get']>>,
): void {
  if (programMatches === false) {
    log.warn({}, 'The deployed program is not the program/tote.so of this service');
  }
  if (localnet) return;
  if (upgradeAuthority) {
    log.info({ upgradeAuthority }, 'The upgrade authority may replace the program at any time');
  }
  const { changeDelay } = programConfig;
  if (changeDelay < LIMITS.changeDelaySecondsDefault) {
    const fields = { changeDelay, recommended: LIMITS.changeDelaySecondsDefault };
    log.warn(fields, 'Changes of the Config take effect sooner than recommended');
  }
}

const SETTINGS = [
  ...['burnBps', 'developerBps', 'vetoSeconds', 'minimumStake', 'changeDelay'],
  ...['leadSeconds', 'horizonSeconds'],
  ...['admin', 'operator', 'oracle', 'guardian', 'treasury'],
  ...['knownPrograms', 'oracleDisabledBelow', 'operatorDisabledBelow'],
] as (keyof Config)[];

function logChange(log: Log, before: Config, now: Config): void {
  const changed = SETTINGS.filter((name) => show(before[name]) !== show(now[name]));
  if (changed.length > 0) {
    const fields = Object.fromEntries(changed.map((name) => [name, show(now[name])]));
    log.warn(fields, 'The Config has changed');
  }
  if (now.pendingAt === before.pendingAt) return;
  if (now.pendingAt !== 0n) {
    const effectiveAt = formatInstant(unixSeconds(now.pendingAt));
    log.warn({ effectiveAt, ...describePending(now) }, 'A change of the Config is announced');
  } else if (changed.length === 0) {
    log.warn({}, 'The announced change of the Config was cancelled, or changes nothing');
  }
}

function describePending({ pending, ...now }: Config): Record<string, string> {
  const names = SETTINGS.filter((name) => name in pending) as (keyof typeof pending)[];
  const changed = names.filter((name) => show(pending[name]) !== show(now[name]));
  return Object.fromEntries(changed.map((name) => [name, show(pending[name])]));
}

/** JSON cannot represent bigint. */
const show = (value: unknown): string => String(value);
