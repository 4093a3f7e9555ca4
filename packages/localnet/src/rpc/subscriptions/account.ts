import { type Account, isSameAccount, type MaybeAccount } from '../../ledger/account.ts';
import type { Key } from '../../ledger/key.ts';
import { SYSTEM_PROGRAM } from '../../ledger/known-addresses.ts';
import { readFormat, viewAccount } from '../account-view.ts';
import { parseAddress } from '../encodings.ts';
import { commitmentOf, config, expectCount, text } from '../params.ts';
import type { Subscribe } from './subscription.ts';

/** How a deleted account is shown. */
const DELETED: Account = {
  lamports: 0n,
  data: new Uint8Array(),
  owner: SYSTEM_PROGRAM,
  isExecutable: false,
};

export const subscribeAccount: Subscribe = (params, { ledger, send }) => {
  expectCount(params, 1, 2);
  const address = parseAddress(text(params[0]));
  const settings = config(params[1]);
  const format = { ...readFormat(settings, 'binary'), isNotification: true };
  const wanted = commitmentOf(settings);
  const get = (key: Key) => ledger.getAccount(key, wanted);
  let last = get(address);

  const notify = (slot: bigint, account: MaybeAccount) => {
    last = account;
    send({ context: { slot }, value: viewAccount(account ?? DELETED, format, get) });
  };
  // Writes before the subscription become final without a notification, so each slot is checked.
  const poll = () => {
    const account = get(address);
    const isSame = account === last || isSameAccount(account, last);
    if (!isSame) notify(ledger.slotAt(wanted), account);
  };
  if (wanted === 'finalized') return { slot: poll };
  return {
    address,
    accounts: ({ status, accounts }, at) => {
      const written = at === wanted ? accounts.get(address) : undefined;
      if (written !== undefined) notify(status.slot, written);
    },
  };
};
