import type { Receipt } from '@tote/sdk';
import { Evidence } from './evidence.tsx';
import { Payouts } from './payouts.tsx';
import { Verify } from './verify.tsx';

interface EndedPartsProps {
  readonly receipt: Receipt;
  readonly settlements: number;
}

export function EndedParts({ receipt, settlements }: EndedPartsProps) {
  return (
    <>
      <Payouts receipt={receipt} settlements={settlements} />
      <Verify marketId={receipt.marketId} />
      <Evidence receipt={receipt} />
    </>
  );
}
