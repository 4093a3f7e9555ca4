import { MarketSource, MarketState } from '@tote/program-client';
import { keys } from '../../../support/genesis.ts';
import type { Stage } from '../stage.ts';
import { violate } from './violation.ts';

const CHECK = 'anybody can veto what a disabled oracle said while the veto time runs';

export function disabledOutcomesFall(stage: Stage): void {
  const { world } = stage;
  const { oracleDisabledBelow } = stage.getConfig();
  for (const address of stage.listMarkets()) {
    const market = stage.getMarket(address);
    const { resolvedAt, vetoSeconds, oracleGeneration } = market;
    if (market.state !== MarketState.Resolved || market.source !== MarketSource.Oracle) continue;
    if (oracleGeneration >= oracleDisabledBelow) continue;
    if (world.now >= resolvedAt + BigInt(vetoSeconds)) continue;
    const veto = world.build.vetoMarket(address, { authority: keys.stranger });
    if (!stage.whatIf(() => stage.try(veto))) violate(CHECK, `the outcome of ${address} stands`);
  }
}
