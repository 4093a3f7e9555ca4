import { isSameAccount, type MaybeAccount, systemAccount } from '../../ledger/account.ts';
import type { Key } from '../../ledger/key.ts';
import { readFormat, viewAccount } from '../account-view.ts';
import { parseAddress } from '../encodings.ts';
import { commitmentOf, config, expectCount, text } from '../params.ts';
import { MergedNotices } from './merged-notices.ts';
import type { Subscribe } from './subscription.ts';

const DELETED = systemAccount(0n);

export const subscribeAccount: Subscribe = (params, { ledger, send }) => {
  expectCount(params, 1, 2);
  const address = parseAddress(text(params[0]));
  const settings = config(params[1]);
  const format = { ...readFormat(settings, 'binary'), isNotification: true };
  const wanted = commitmentOf(settings);
  const get = (key: Key) => ledger.getAccount(key, wanted);
  const view = (slot: bigint, account: MaybeAccount) => ({
    context: { slot },
    value: viewAccount(account ?? DELETED, format, get),
  });
  if (wanted === 'finalized') {
    let last = get(address);
    // Writes before the subscription become final without a notification, so each slot is checked.
    const poll = () => {
      const account = get(address);
      if (account === last || isSameAccount(account, last)) return;
      last = account;
      send(view(ledger.slotAt(wanted), account));
    };
    return { slot: poll };
  }
  const notices = new MergedNotices(send);
  return {
    address,
    slot: () => notices.slotEnded(),
    accounts: ({ status, accounts }, at) => {
      const written = at === wanted ? accounts.get(address) : undefined;
      if (written !== undefined) notices.add(address, () => view(status.slot, written));
    },
  };
};
