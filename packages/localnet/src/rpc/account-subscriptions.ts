import { isSameAccount, type MaybeAccount, systemAccount } from '../ledger/account.ts';
import type { Key } from '../ledger/key.ts';
import { passes, readFilters } from './account-filters.ts';
import { readFormat, viewAccount } from './account-view.ts';
import type { Subscribe } from './context.ts';
import { addressText, parseAddress } from './encodings.ts';
import { commitmentOf, config, expectCount, text } from './params.ts';

/**
 * Sends at most one notice per slot and account. The first one goes out at once. Those that follow
 * in the same slot are merged: the last state of the slot is sent when it has ended.
 */
class MergedNotices {
  readonly #send: (notice: unknown) => void;
  #noticed = new Map<Key, (() => unknown) | undefined>();

  constructor(send: (notice: unknown) => void) {
    this.#send = send;
  }

  add(address: Key, make: () => unknown): void {
    const isMerged = this.#noticed.has(address);
    this.#noticed.set(address, isMerged ? make : undefined);
    if (!isMerged) this.#send(make());
  }

  slotEnded(): void {
    const before = this.#noticed;
    this.#noticed = new Map();
    for (const [address, make] of before) if (make) this.add(address, make);
  }
}

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
