import type { Commitment } from '../../ledger/ledger.ts';
import { parseSignature } from '../encodings.ts';
import { bool, commitmentOf, config, expectCount, optional, text } from '../params.ts';
import type { Outlet, Subscribe } from './subscription.ts';

const ORDER: readonly Commitment[] = ['processed', 'confirmed', 'finalized'];

/** Notifies once, at the commitment, and ends. */
export const subscribeSignature: Subscribe = (params, outlet) => {
  expectCount(params, 1, 2);
  const signature = parseSignature(text(params[0]));
  const settings = config(params[1]);
  const wanted = commitmentOf(settings);
  let isReceiptDue = optional(settings.enableReceivedNotification, bool) ?? false;

  const check = (searchHistory = false) => {
    const status = outlet.ledger.findStatus(signature, { searchHistory });
    if (!status) return;
    const reached = outlet.ledger.commitmentOf(status);
    if (isReceiptDue) sendResult(outlet, status.slot, 'receivedSignature');
    isReceiptDue = false;
    if (ORDER.indexOf(reached) < ORDER.indexOf(wanted)) return;
    sendResult(outlet, status.slot, { err: status.error });
    outlet.end();
  };
  return {
    begin: () => check(true),
    transaction: ({ status }) => status.signature === signature && check(),
    // An earlier transaction becomes final without a notification, so each slot is checked.
    slot: () => wanted === 'finalized' && check(),
  };
};

const sendResult = ({ send }: Outlet, slot: bigint, value: unknown) =>
  send({ context: { slot }, value });
