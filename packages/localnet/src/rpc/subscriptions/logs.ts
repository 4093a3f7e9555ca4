import type { Key } from '../../ledger/key.ts';
import { readReceipt } from '../../ledger/packed-receipt.ts';
import { mentionsAddress } from '../../ledger/transaction-accounts.ts';
import { parseAddress, signatureText } from '../encodings.ts';
import { commitmentOf, config, expectCount, oneOf, type Params, texts } from '../params.ts';
import { invalidParams } from '../rpc-error.ts';
import type { Subscribe } from './subscription.ts';

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
