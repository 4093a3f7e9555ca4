import { formatInstant, type UnixSeconds } from '@tote/domain';
import type { DemoData, ServiceConfig } from '../../use-cases.ts';
import { type ConfigAnswer, PUBLIC_LIMITS } from '../schemas/service.ts';
import { presentPerCurrency } from './amounts.ts';

export function presentConfig(config: ServiceConfig, now: UnixSeconds): ConfigAnswer {
  return {
    program: config.programAddress,
    utilityMint: config.utilityMint,
    decimals: config.decimals,
    minimumStake: presentPerCurrency(config.minimumStake, config.decimals),
    feePercentage: { burn: config.feeRates.burnBps, developer: config.feeRates.developerBps },
    vetoSeconds: config.vetoSeconds,
    delegate: config.delegate,
    oracle: config.oracle,
    treasury: config.treasury,
    origin: config.origin,
    genesisHash: config.genesisHash,
    cluster: config.cluster,
    sandbox: config.hasSandbox,
    now: formatInstant(now),
    limits: PUBLIC_LIMITS,
    ...(config.demo && { demo: presentDemo(config.demo) }),
  };
}

function presentDemo({ notice, feeds, tokens }: DemoData): ConfigAnswer['demo'] {
  return {
    notice,
    feeds: feeds.map(({ symbol, feedId, account }) => ({ symbol, feedId, account })),
    tokens: tokens.map(({ curveCompletesAt, ...token }) => {
      return { ...token, curveCompletesAt: formatInstant(curveCompletesAt) };
    }),
  };
}
