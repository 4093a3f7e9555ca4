// A session begins when a wallet signs in, and ends when it disconnects or switches accounts.

import { effect, signal } from '@preact/signals';
import { clusterOf } from '@tote/domain';
import { type Signer, signerFromWallet, ToteError } from '@tote/sdk';
import type { Wallet, WalletAccount } from '@wallet-standard/base';
import type { StandardDisconnectFeature, StandardEventsFeature } from '@wallet-standard/features';
import { session } from '../data/session.ts';
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
} from './kept-keys.ts';
import { askWallet, prompt } from './prompt.ts';
import { findAccount, signIn } from './sign-in.ts';
import { findWallet } from './wallets.ts';

/** A message about something that the wallet did on its own. */
export const walletNews = signal<string | undefined>(undefined);

let stopListening = () => {};

/** Connects and signs in, with as few prompts as the wallet needs. */
export async function connectWallet(wallet: Wallet): Promise<void> {
  const known = await findAccount(wallet, { silent: true });
  const kept = known && findKey(known.address);
  if (known && kept) return begin(wallet, known, kept);
  const { account, ...key } = await signIn(wallet, known);
  keepKey(account.address, key);
  begin(wallet, account, key);
}

function begin(wallet: Wallet, account: WalletAccount, { key }: KeptKey): void {
  walletNews.value = undefined;
  keepCurrent(account.address);
  session.value = {
    wallet: account.address,
    walletName: wallet.name,
    signer: promptingSigner(wallet, account),
    apiKey: key,
  };
  listen(wallet);
}

function promptingSigner(wallet: Wallet, account: WalletAccount): Signer {
  const known = config.peek();
  const { address, signMessage, signTransaction } = signerFromWallet(
    wallet,
    account,
    known && clusterOf(known.genesisHash),
  );
  return {
    address,
    signMessage: (message) => askWallet(() => signMessage(message)),
    signTransaction: (transaction) => askWallet(() => signTransaction(transaction)),
  };
}

function listen(wallet: Wallet): void {
  stopListening();
  const { 'standard:events': events } = wallet.features as Partial<StandardEventsFeature>;
  stopListening =
    events?.on('change', ({ accounts }) => {
      if (accounts && accounts[0]?.address !== session.peek()?.wallet) follow(wallet, accounts[0]);
    }) ?? (() => {});
}

/** The wallet has switched to another account, or to none. */
function follow(wallet: Wallet, account: WalletAccount | undefined): void {
  const to = account && shortAddress(account.address);
  const news = to ? `Your wallet switched to ${to}.` : 'Your wallet disconnected.';
  prompt.peek()?.end(`${news} Nothing was sent.`);
  const kept = account && findKey(account.address);
  if (account && kept) begin(wallet, account, kept);
  else end();
  walletNews.value = account && !kept ? `${news} Connect again to use it.` : news;
}

function end(): void {
  stopListening();
  session.value = undefined;
  forgetCurrent();
}

export async function signOut(): Promise<void> {
  const { wallet, walletName } = session.peek() ?? {};
  if (!wallet || !walletName) return;
  const { id } = findKey(wallet) ?? {};
  // If the service is down the key stays valid until it expires, but it was dropped here.
  if (id) await tote.peek().revokeApiKey({ keyId: id }).catch(ignore);
  forgetKey(wallet);
  end();
  const { features } = findWallet(walletName) ?? {};
  const { 'standard:disconnect': leaving } = (features ?? {}) as Partial<StandardDisconnectFeature>;
  await leaving?.disconnect().catch(ignore);
}

const ignore = () => {};

/** Restores the session after a reload, without a prompt. Extensions may load later. */
export function restoreSession(): void {
  const current = findCurrent();
  const kept = current ? findKey(current) : undefined;
  if (!kept) return;
  let isFound = false;
  const stop = effect(() => {
    const wallet = findWallet(kept.walletName);
    if (!wallet || isFound) return;
    isFound = true;
    resume(wallet, kept).finally(() => stop());
  });
}

async function resume(wallet: Wallet, kept: KeptKey): Promise<void> {
  const current = findCurrent();
  const account = await findAccount(wallet, { silent: true });
  if (!account || account.address !== current || session.peek()) return;
  begin(wallet, account, kept);
  try {
    await tote.peek().getAccount();
  } catch (error) {
    // The key was revoked elsewhere, or the service was reset.
    if (!(error instanceof ToteError) || error.code !== 'credential_invalid') return;
    forgetKey(account.address);
    end();
  }
}
