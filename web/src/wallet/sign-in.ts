// Signs a wallet in: it signs a text, and the service answers with an API key.

import type {
  SolanaSignInFeature,
  SolanaSignMessageFeature,
} from '@solana/wallet-standard-features';
import { clusterOf } from '@tote/domain';
import type { Wallet, WalletAccount } from '@wallet-standard/base';
import type { StandardConnectFeature } from '@wallet-standard/features';
import { config, tote } from '../data/tote.ts';
import type { KeptKey } from './kept-keys.ts';
import { askWallet, PromptEnded } from './prompt.ts';
import { signInText } from './sign-in-text.ts';

type Features = Partial<SolanaSignInFeature & SolanaSignMessageFeature & StandardConnectFeature>;

const featuresOf = ({ features }: Wallet) => features as Features;

/** The account on the service's chain. If silent, undefined when the wallet would prompt. */
export async function findAccount(
  wallet: Wallet,
  { silent }: { readonly silent: boolean },
): Promise<WalletAccount | undefined> {
  const { connect } = featuresOf(wallet)['standard:connect'] ?? {};
  const known = config.peek();
  if (!connect || !known) return undefined;
  const { accounts } = await (silent
    ? connect({ silent }).catch(() => ({ accounts: [] }))
    : askWallet(() => connect()));
  return accounts.find(({ chains }) => chains.includes(clusterOf(known.genesisHash)));
}

interface SignedIn extends KeptKey {
  readonly account: WalletAccount;
}

export async function signIn(wallet: Wallet, known?: WalletAccount): Promise<SignedIn> {
  const { account, signedMessage, signature } = await signText(wallet, known);
  const { key, id, expiresAt } = await tote.peek().signIn({
    wallet: account.address,
    message: toBase64(signedMessage),
    signature: toBase64(signature),
  });
  return { account, key, id, expiresAt: expiresAt ?? '', walletName: wallet.name };
}

/** One prompt if the wallet supports `solana:signIn`, which also checks the page's address. */
async function signText(wallet: Wallet, known?: WalletAccount) {
  const fields = await tote.peek().getSignIn();
  const { 'solana:signIn': signing, 'solana:signMessage': messages } = featuresOf(wallet);
  if (signing) {
    const address = known && { address: known.address };
    const [signed] = await askWallet(() => signing.signIn({ ...fields, ...address }));
    if (signed) return signed;
  }
  const account = known ?? (await findAccount(wallet, { silent: false }));
  if (!account || !messages) throw new PromptEnded('The wallet has no account for this chain.');
  const message = new TextEncoder().encode(signInText(fields, account.address));
  const [signed] = await askWallet(() => messages.signMessage({ account, message }));
  if (!signed) throw new PromptEnded('Your wallet did not sign.');
  return { account, ...signed };
}

const toBase64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));
