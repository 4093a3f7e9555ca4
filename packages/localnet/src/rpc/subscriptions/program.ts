import type { Key } from '../../ledger/key.ts';
import { passes, readFilters } from '../account-filters.ts';
import { readFormat, viewAccount } from '../account-view.ts';
import { addressText, parseAddress } from '../encodings.ts';
import { commitmentOf, config, expectCount, text } from '../params.ts';
import { MergedNotices } from './merged-notices.ts';
import type { Subscribe } from './subscription.ts';

export const subscribeProgram: Subscribe = (params, { ledger, send }) => {
  expectCount(params, 1, 2);
  const program = parseAddress(text(params[0]));
  const settings = config(params[1]);
  const filters = readFilters(settings.filters);
  const format = { ...readFormat(settings, 'binary'), isNotification: true };
  const wanted = commitmentOf(settings);
  const get = (key: Key) => ledger.getAccount(key, wanted);
  const notices = new MergedNotices(send);
  return {
    slot: () => notices.slotEnded(),
    accounts: ({ status, accounts }, at) => {
      if (at !== wanted) return;
      for (const [address, account] of accounts) {
        if (account?.owner !== program || !passes(account, filters)) continue;
        notices.add(address, () => ({
          context: { slot: status.slot },
          value: { pubkey: addressText(address), account: viewAccount(account, format, get) },
        }));
      }
    },
  };
};
