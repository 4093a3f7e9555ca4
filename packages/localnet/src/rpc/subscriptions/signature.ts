import type { Commitment } from '../../ledger/ledger.ts';
import { parseSignature } from '../encodings.ts';
import { bool, commitmentOf, config, expectCount, optional, text } from '../params.ts';
import type { Subscribe, SubscriptionContext } from './subscription.ts';

const ORDER: readonly Commitment[] = ['processed', 'confirmed', 'finalized'];

export const subscribeSignature: Subscribe = (params, context) => {
  expectCount(params, 1, 2);
  const signature = parseSignature(text(params[0]));
  const settings = config(params[1]);
  const wanted = commitmentOf(settings);
  let isReceiptDue = optional(settings.enableReceivedNotification, bool) ?? false;

  const check = (searchHistory = false) => {
    const status = context.ledger.findStatus(signature, { searchHistory });
    if (!status) return;
    const reached = context.ledger.commitmentOf(status);
    if (isReceiptDue) sendResult(context, status.slot, 'receivedSignature');
    isReceiptDue = false;
    if (ORDER.indexOf(reached) < ORDER.indexOf(wanted)) return;
    sendResult(context, status.slot, { err: status.error });
    context.end();
  };
  return {
    begin: () => check(true),
    transaction: ({ status }) => status.signature === signature && check(),
    // An earlier transaction becomes final without a notification, so each slot is checked.
    slot: () => wanted === 'finalized' && check(),
  };
};

const sendResult = ({ send }: SubscriptionContext, slot: bigint, value: unknown) =>
  send({ context: { slot }, value });
