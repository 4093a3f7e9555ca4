import { keys } from '../../../support/genesis.ts';
import type { Key } from '../../../support/key.ts';
import { FOREIGN } from '../../../support/terms.ts';
import { listActions } from '../actions.ts';
import { listBettors } from '../cast.ts';
import type { Stage } from '../stage.ts';
import { violate } from './violation.ts';

const CHECK = 'a disabled key can do nothing that a stranger cannot';
const { operator, oracle, stranger } = keys;

/** Slots that it pays for are its own affair. */
export function disabledKeysArePowerless(stage: Stage): void {
  for (const key of listDisabled(stage)) {
    for (const { name, triedBy, by } of listActions(stage)) {
      if (!triedBy.includes(key) || name.startsWith('grow ')) continue;
      if (!stage.whatIf(() => stage.try(by(key)))) continue;
      const isCommon = stage.whatIf(() => {
        chooseStranger(stage, key);
        return stage.try(by(stranger));
      });
      if (!isCommon) violate(CHECK, `${key.name} can ${name}`);
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
