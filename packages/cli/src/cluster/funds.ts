import { fromBaseUnits } from '@tote/sdk';
import { RefusedError } from '../failures.ts';

interface Costs {
  readonly held: bigint;
  readonly needed: bigint;
}

export const canPay = ({ held, needed }: Costs) => held >= needed;

export function expectFunds(costs: Costs, payer: string): void {
  if (canPay(costs)) return;
  const { held, needed } = costs;
  const [has, needs, more] = [held, needed, needed - held].map((each) =>
    fromBaseUnits(each, 'SOL'),
  );
  throw new RefusedError(
    `The payer ${payer} holds ${has} SOL and needs ${needs}: ${more} more. Nothing was sent.`,
  );
}
