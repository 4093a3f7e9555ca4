import type { Stage } from '../stage.ts';
import { burnSharesAreDestroyed } from './burn-shares-are-destroyed.ts';
import { disabledKeysArePowerless } from './disabled-keys-are-powerless.ts';
import { disabledOutcomesFall } from './disabled-outcomes-fall.ts';
import { guardianStopsChanges } from './guardian-stops-changes.ts';
import { honestOracleSucceeds } from './honest-oracle-succeeds.ts';
import { marketsFreeTheirStakes } from './markets-free-their-stakes.ts';
import { walletsCanLeave } from './wallets-can-leave.ts';

/** What must hold in every state, whoever brought it about. Funds are watched at each step. */
export function checkAll(stage: Stage): void {
  marketsFreeTheirStakes(stage);
  honestOracleSucceeds(stage);
  disabledKeysArePowerless(stage);
  disabledOutcomesFall(stage);
  walletsCanLeave(stage);
  guardianStopsChanges(stage);
  burnSharesAreDestroyed(stage);
  stage.world.expectConserved();
}
