import { isDeepStrictEqual } from 'node:util';
import { type Config, MarketSource, MarketState } from '@tote/program-client';
import { keys } from '../../../support/genesis.ts';
import { findKey, type Key } from '../../../support/key.ts';
import { FOREIGN } from '../../../support/terms.ts';
import { listActions } from '../actions.ts';
import { listBettors } from '../cast.ts';
import type { Stage } from '../stage.ts';
import { violate } from './violation.ts';

const POWERLESS = 'a disabled key can do nothing that a stranger cannot';
const { operator, oracle, stranger } = keys;

/** Slots that it pays for are its own affair. */
export function disabledKeysArePowerless(stage: Stage): void {
  for (const key of listDisabled(stage)) {
    for (const { name, triedBy, by } of listActions(stage)) {
      if (!triedBy.includes(key) || name.startsWith('grow ')) continue;
      if (!stage.world.whatIf(() => stage.try(by(key)))) continue;
      const isCommon = stage.world.whatIf(() => {
        chooseStranger(stage, key);
        return stage.try(by(stranger));
      });
      if (!isCommon) violate(POWERLESS, `${key.name} can ${name}`);
    }
  }
}

/** Wallets that chose the key although it was disabled could as well choose the stranger. */
function chooseStranger(stage: Stage, key: Key): void {
  for (const wallet of listBettors(stage.world)) {
    const { delegate, delegateGeneration } = stage.getBettor(wallet);
    if (delegate !== key.address || delegateGeneration !== FOREIGN) continue;
    stage.try(stage.world.build.setDelegate(wallet, { delegate: stranger.address }));
  }
}

function listDisabled(stage: Stage): Key[] {
  const config = stage.getConfig();
  const isOperator = config.operator === operator.address || config.operatorDisabledBelow === 0;
  const isOracle = config.oracle === oracle.address || config.oracleDisabledBelow === 0;
  return [...(isOperator ? [] : [operator]), ...(isOracle ? [] : [oracle])];
}

const OUTCOMES_FALL = 'anybody can veto what a disabled oracle said while the veto time runs';

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
    if (!stage.world.whatIf(() => stage.try(veto)))
      violate(OUTCOMES_FALL, `the outcome of ${address} stands`);
  }
}

const CHANGES_STOP = 'the guardian can stop a change, but not one that only replaces the guardian';

export function guardianStopsChanges(stage: Stage): void {
  const { world } = stage;
  const config = stage.getConfig();
  const guardian = findKey(config.guardian);
  const changed = listChanged(config);
  if (config.pendingAt <= world.now || changed.length === 0 || !guardian) return;
  const isOwn = changed.every((field) => field === 'guardian');
  const cancel = world.build.cancelConfig({ authority: guardian });
  const isStopped = stage.world.whatIf(() => stage.try(cancel));
  if (isStopped === isOwn) {
    violate(CHANGES_STOP, `of a change of ${changed.join(', ')} it ${isOwn ? 'can' : 'cannot'}`);
  }
}

function listChanged({ pending, ...config }: Config): string[] {
  const now: Record<string, unknown> = config;
  return Object.entries(pending)
    .filter(([field, value]) => !isDeepStrictEqual(value, now[field]))
    .map(([field]) => field);
}
