// A session begins when a wallet signs in, in any tab of this browser, and ends for all of them
// when it signs out, disconnects or switches accounts.

import { effect, signal } from '@preact/signals';
import { clusterOf } from '@tote/domain';
import { type Signer, signerFromWallet } from '@tote/sdk';
import type { Wallet, WalletAccount } from '@wallet-standard/base';
import type { StandardDisconnectFeature, StandardEventsFeature } from '@wallet-standard/features';
import { refusedKey, session } from '../data/session.ts';
import { config, tote } from '../data/tote.ts';
import { shortAddress } from '../format/words.ts';
import {
  findCurrent,
  findKey,
  forgetCurrent,
  forgetKey,
  type KeptKey,
  keepCurrent,
  keepKey,
  onOtherTab,
} from './kept-keys.ts';
import { askWallet, PromptEnded, prompt } from './prompt.ts';
import { findAccount, signIn } from './sign-in.ts';
import { findWallet } from './wallets.ts';

/** A message about something that happened without the visitor. */
export const walletNews = signal<string | undefined>(undefined);

let stopListening = () => {};

/** Connects and signs in, with as few prompts as the wallet needs. */
export async function connectWallet(wallet: Wallet, signal?: AbortSignal): Promise<void> {
  const known = await findAccount(wallet, { silent: true });
  signal?.throwIfAborted();
  const kept = known && findKey(known.address);
  if (known && kept) return begin(known.address, kept);
  const { account, ...key } = await signIn(wallet, known, signal);
  signal?.throwIfAborted();
  keepKey(account.address, key);
  begin(account.address, key);
}

function begin(address: string, { key, id, walletName }: KeptKey): void {
  walletNews.value = undefined;
  keepCurrent(address);
  const signer = createSigner(walletName, address);
  session.value = { wallet: address, walletName, signer, apiKey: key, keyId: id };
  stopListening();
  stopListening = listen(walletName, address);
}

/** It looks for the wallet when it is used: extensions may load late, or be locked. */
function createSigner(walletName: string, address: string): Signer {
  async function open(): Promise<Signer> {
    const wallet = findWallet(walletName);
    if (!wallet) throw new PromptEnded(`${walletName} is missing. Install it, or sign out.`);
    const account =
      wallet.accounts.find((each) => each.address === address) ??
      (await findAccount(wallet, { silent: false, address }));
    if (account?.address !== address) {
      const short = shortAddress(address);
      throw new PromptEnded(`Switch ${walletName} to ${short}, or sign in with another account.`);
    }
    const known = config.peek();
    return signerFromWallet(wallet, account, known && clusterOf(known.genesisHash));
  }
  const ask = async <T>(use: (signer: Signer) => Promise<T>) => {
    const signer = await open();
    return askWallet(walletName, () => use(signer));
  };
  return {
    address,
    signMessage: (message) => ask((signer) => signer.signMessage(message)),
    signTransaction: (transaction) => ask((signer) => signer.signTransaction(transaction)),
  };
}

/** Follows the wallet's accounts, from when its extension is loaded. */
function listen(walletName: string, address: string): () => void {
  let stopEvents: (() => void) | undefined;
  const stopWaiting = effect(() => {
    const wallet = findWallet(walletName);
    if (!wallet || stopEvents) return;
    const { 'standard:events': events } = wallet.features as Partial<StandardEventsFeature>;
    const isOther = (account: WalletAccount | undefined) =>
      account?.address !== address && session.peek()?.wallet === address;
    stopEvents =
      events?.on('change', ({ accounts }) => {
        if (accounts && isOther(accounts[0])) follow(wallet, accounts[0]);
      }) ?? (() => {});
    findAccount(wallet, { silent: true, address }).then((account) => {
      // A locked wallet shows no account. It is asked when it has to sign.
      if (account && isOther(account)) follow(wallet, account);
    });
  });
  return () => {
    stopWaiting();
    stopEvents?.();
  };
}

/** The wallet has switched to another account, or to none. */
function follow({ name }: Wallet, account: WalletAccount | undefined): void {
  const to = account && shortAddress(account.address);
  const news = to ? `${name} switched to ${to}.` : `${name} disconnected.`;
  prompt.peek()?.end(`${news} Nothing was sent.`);
  const kept = account && findKey(account.address);
  if (account && kept) begin(account.address, kept);
  else end();
  walletNews.value = account && !kept ? `${news} Sign in again to use it.` : news;
}

function end(): void {
  stopListening();
  session.value = undefined;
  forgetCurrent();
}

export async function signOut({ isEverywhere = false } = {}): Promise<void> {
  const { wallet, walletName, keyId } = session.peek() ?? {};
  if (!wallet || !walletName) return;
  const client = tote.peek();
  forgetKey(wallet);
  end();
  const { features } = findWallet(walletName) ?? {};
  const { 'standard:disconnect': leaving } = (features ?? {}) as Partial<StandardDisconnectFeature>;
  leaving?.disconnect().catch(ignore);
  if (!isEverywhere) {
    // If the service is down the key stays valid until it expires, but it was dropped here.
    if (keyId) await client.revokeApiKey({ keyId }).catch(ignore);
    return;
  }
  walletNews.value = await client.signOutEverywhere().then(
    () => 'You are signed out everywhere.',
    () =>
      'You are signed out here. The service did not answer, so other browsers may still be ' +
      'signed in. Sign in and try again.',
  );
}

const ignore = () => {};

/** Takes over the session that this browser keeps, now and when another tab changes it. */
export function startSession(): void {
  const takeOver = () => {
    const current = findCurrent();
    const kept = current === null ? undefined : findKey(current);
    const { apiKey } = session.peek() ?? {};
    if (current !== null && kept) {
      if (kept.key !== apiKey) begin(current, kept);
    } else if (apiKey) {
      end();
      walletNews.value = 'You were signed out in another tab.';
    }
  };
  takeOver();
  onOtherTab(takeOver);
  effect(() => {
    const refused = refusedKey.value;
    const { apiKey, wallet } = session.peek() ?? {};
    if (!wallet || refused !== apiKey) return;
    // Another tab may have a new key already.
    if (findKey(wallet)?.key === refused) forgetKey(wallet);
    takeOver();
    if (!session.peek())
      walletNews.value = 'You were signed out: your sign-in ended or was revoked.';
  });
}
