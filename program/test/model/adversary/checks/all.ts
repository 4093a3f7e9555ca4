import type { Stage } from '../stage.ts';
import { burnSharesAreDestroyed } from './funds-reach-their-owners.ts';
import {
  disabledKeysArePowerless,
  disabledOutcomesFall,
  guardianStopsChanges,
} from './keys-stay-in-bounds.ts';
import { honestOracleSucceeds, marketsFreeTheirStakes } from './markets-end.ts';
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
