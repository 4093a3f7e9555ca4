import { Currency } from '@tote/program-client';
import { addresses } from '../../../support/genesis.ts';
import { withAccount } from '../../../support/tamper.ts';
import { associatedTokenAddress } from '../../../support/tokens.ts';
import type { Stage } from '../stage.ts';
import { violate } from './violation.ts';

const CHECK = 'anybody can have the burn share of UTILITY destroyed';
const TREASURY_TOKEN = 2;

/** Whatever the treasury does with its token account. */
export function burnSharesAreDestroyed(stage: Stage): void {
  const { world } = stage;
  const { feesBurn } = world.getVault(Currency.Utility);
  const token = associatedTokenAddress(stage.getConfig().treasury, addresses.utilityMint);
  const collect = withAccount(world.build.collectFees(Currency.Utility), TREASURY_TOKEN, token);
  if (feesBurn === 0n || stage.whatIf(() => stage.try(collect))) return;
  violate(CHECK, `${feesBurn} of it stay`);
}
