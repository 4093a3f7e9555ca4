import { expectCount } from '../params.ts';
import type { Subscribe } from './subscription.ts';

export const subscribeSlot: Subscribe = (params, { ledger, send }) => {
  expectCount(params, 0, 0);
  return {
    slot: (slot) => send({ parent: slot - 1n, root: ledger.slotAt('finalized'), slot }),
  };
};
