import type { Key } from '../ledger/key.ts';
import type { Commitment } from '../ledger/ledger.ts';
import { readReceipt } from '../ledger/packed-receipt.ts';
import { mentionsAddress } from '../ledger/transaction-accounts.ts';
import type { Subscribe, SubscriptionContext } from './context.ts';
import { parseAddress, parseSignature, signatureText } from './encodings.ts';
import {
  bool,
  commitmentOf,
  config,
  expectCount,
  oneOf,
  optional,
  type Params,
  text,
  texts,
} from './params.ts';
import { invalidParams } from './rpc-error.ts';

export const subscribeLogs: Subscribe = (params, { send }) => {
  expectCount(params, 1, 2);
  const mentioned = readMentioned(params);
  const wanted = commitmentOf(config(params[1]));
  return {
    transaction: ({ status, record }, at) => {
      if (at !== wanted || (mentioned && !mentionsAddress(record, mentioned))) return;
      const { signature, slot, error: err } = status;
      const value = {
        signature: signatureText(signature),
        err,
        logs: readReceipt(record.receipt).logs,
      };
      send({ context: { slot }, value });
    },
  };
};

/** There are no vote transactions, so `all` and `allWithVotes` are the same. */
function readMentioned([filter]: Params): Key | undefined {
  if (typeof filter === 'string') {
    oneOf(filter, ['all', 'allWithVotes', 'mentions']);
    return undefined;
  }
  const settings = config(filter);
  const [name = ''] = Object.keys(settings);
  oneOf(name, ['mentions']);
  const addresses = texts(settings.mentions);
  const [address] = addresses;
  if (address === undefined || addresses.length > 1) {
    throw invalidParams('Invalid Request: Only 1 address supported');
  }
  return parseAddress(address);
}

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
