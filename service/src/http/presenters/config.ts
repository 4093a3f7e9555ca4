import { formatInstant, type UnixSeconds } from '@tote/domain';
import { BUILD } from '../../telemetry/build.ts';
import type { DemoData } from '../../use-cases/demo-data.ts';
import type { PendingChange, Trust } from '../../use-cases/trust.ts';
import type { ServiceConfig } from '../../use-cases/use-cases.ts';
import { type ConfigResponse, PUBLIC_LIMITS } from '../schemas/service.ts';
import { presentPerCurrency } from './amounts.ts';

interface ConfigParts {
  readonly config: ServiceConfig;
  readonly trust: Trust;
  readonly now: UnixSeconds;
}

export function presentConfig({ config, trust, now }: ConfigParts): ConfigResponse {
  return {
    program: config.programAddress,
    utilityMint: config.utilityMint,
    tokenProgram: config.tokenProgram,
    decimals: config.decimals,
    minimumStake: presentPerCurrency(config.minimumStake, config.decimals),
    feePercentage: { burn: config.feeRates.burnBps, developer: config.feeRates.developerBps },
    vetoSeconds: config.vetoSeconds,
    leadSeconds: config.leadSeconds,
    horizonSeconds: config.horizonSeconds,
    delegate: config.delegate,
    delegates: [...config.delegates],
    oracle: config.oracle,
    treasury: config.treasury,
    origin: config.origin,
    genesisHash: config.genesisHash,
    cluster: config.cluster,
    rpcUrl: config.rpcUrl ?? null,
    explorerUrl: config.explorerUrl ?? null,
    sandbox: config.hasSandbox,
    now: formatInstant(now),
    webSources: [...(config.webSources ?? [])],
    limits: PUBLIC_LIMITS,
    build: BUILD,
    trust: presentTrust(trust, config),
    ...(config.demo && { demo: presentDemo(config.demo) }),
  };
}

function presentTrust(
  { pendingChange, ...trust }: Trust,
  config: ServiceConfig,
): ConfigResponse['trust'] {
  return { ...trust, pendingChange: pendingChange && presentPending(pendingChange, config) };
}

function presentPending(
  { effectiveAt, feeRates, minimumStake, knownPrograms, ...change }: PendingChange,
  { decimals }: ServiceConfig,
): ConfigResponse['trust']['pendingChange'] {
  return {
    effectiveAt: formatInstant(effectiveAt),
    ...change,
    feePercentage: { burn: feeRates.burnBps, developer: feeRates.developerBps },
    minimumStake: presentPerCurrency(minimumStake, decimals),
    knownPrograms: [...knownPrograms],
  };
}

function presentDemo({ notice, feeds, tokens, webSources }: DemoData): ConfigResponse['demo'] {
  return {
    notice,
    feeds: feeds.map(({ symbol, feedId, account }) => ({ symbol, feedId, account })),
    tokens: tokens.map(({ curveCompletesAt, migratesAt, ...token }) => ({
      ...token,
      curveCompletesAt: formatInstant(curveCompletesAt),
      migratesAt: formatInstant(migratesAt),
    })),
    webSources: webSources.map(({ url, pointer = '' }) => ({ url, pointer })),
  };
}
