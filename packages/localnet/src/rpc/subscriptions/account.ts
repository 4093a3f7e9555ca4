import { type Account, isSameAccount, type MaybeAccount } from '../../ledger/account.ts';
import type { Key } from '../../ledger/key.ts';
import { SYSTEM_PROGRAM } from '../../ledger/known-addresses.ts';
import { readFormat, viewAccount } from '../account-view.ts';
import { commitmentOf, config, expectCount, text } from '../params.ts';
import { parseAddress } from '../texts.ts';
import type { Subscribe } from './subscription.ts';

/** How an account is shown that is no more. */
const GONE: Account = {
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

  const tell = (slot: bigint, account: MaybeAccount) => {
    last = account;
    send({ context: { slot }, value: viewAccount(account ?? GONE, format, get) });
  };
  // What was written before anybody listened becomes final without being told, so look.
  const look = () => {
    const account = get(address);
    const isSame = account === last || isSameAccount(account, last);
    if (!isSame) tell(ledger.slotAt(wanted), account);
  };
  if (wanted === 'finalized') return { slot: look };
  return {
    address,
    accounts: ({ status, accounts }, at) => {
      const written = at === wanted ? accounts.get(address) : undefined;
      if (written !== undefined) tell(status.slot, written);
    },
  };
};
