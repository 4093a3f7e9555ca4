import type { Receipt } from '@tote/sdk';
import { Evidence } from './evidence.tsx';
import { Payouts } from './payouts.tsx';
import { Verify } from './verify.tsx';

export function EndedParts({ receipt, settlements }: { receipt: Receipt; settlements: number }) {
  return (
    <>
      <Payouts receipt={receipt} settlements={settlements} />
      <Verify marketId={receipt.marketId} />
      <Evidence receipt={receipt} />
    </>
  );
}
