// Signs a wallet in: it signs a text, and the service answers with an API key.

import type {
  SolanaSignInFeature,
  SolanaSignInInput,
  SolanaSignMessageFeature,
} from '@solana/wallet-standard-features';
import { clusterOf } from '@tote/domain';
import type { Tote } from '@tote/sdk';
import type { Wallet, WalletAccount } from '@wallet-standard/base';
import type { StandardConnectFeature } from '@wallet-standard/features';
import { config, tote } from '../data/tote.ts';
import type { KeptKey } from './kept-keys.ts';
import { askWallet, PromptEnded } from './prompt.ts';
import { networkName } from './wallets.ts';

type SignInInput = Awaited<ReturnType<Tote['getSignIn']>>;

type Features = Partial<SolanaSignInFeature & SolanaSignMessageFeature & StandardConnectFeature>;

const featuresOf = ({ features }: Wallet) => features as Features;

/** The account on the service's chain. If silent, undefined when the wallet would prompt. */
export async function findAccount(
  wallet: Wallet,
  { silent, address }: { readonly silent: boolean; readonly address?: string },
): Promise<WalletAccount | undefined> {
  const { connect } = featuresOf(wallet)['standard:connect'] ?? {};
  const known = config.peek();
  if (!connect || !known) return undefined;
  const { accounts } = await (silent
    ? connect({ silent }).catch(() => ({ accounts: [] }))
    : askWallet(wallet.name, () => connect()));
  const usable = accounts.filter(({ chains }) => chains.includes(clusterOf(known.genesisHash)));
  return usable.find((each) => each.address === address) ?? usable[0];
}

interface SignedIn extends KeptKey {
  readonly account: WalletAccount;
}

export async function signIn(
  wallet: Wallet,
  known: WalletAccount | undefined,
  signal: AbortSignal | undefined,
): Promise<SignedIn> {
  const fields = await tote.peek().getSignIn();
  signal?.throwIfAborted();
  const { account, signedMessage, signature } = await signText(wallet, fields, known);
  const { key, id, expiresAt } = await tote.peek().signIn({
    wallet: account.address,
    message: toBase64(signedMessage),
    signature: toBase64(signature),
  });
  return { account, key, id, expiresAt: expiresAt ?? '', walletName: wallet.name };
}

/** One prompt if the wallet supports `solana:signIn`, which also checks the page's address. */
async function signText(wallet: Wallet, fields: SignInInput, known?: WalletAccount) {
  const { 'solana:signIn': signing, 'solana:signMessage': messages } = featuresOf(wallet);
  if (signing) {
    const address = known && { address: known.address };
    const [signed] = await askWallet(wallet.name, () => signing.signIn({ ...fields, ...address }));
    if (signed) return signed;
  }
  const account = known ?? (await findAccount(wallet, { silent: false }));
  if (!account || !messages) {
    const chain = networkName();
    throw new PromptEnded(`${wallet.name} has no account on ${chain}. Add or choose one there.`);
  }
  const message = new TextEncoder().encode(signInText(fields, account.address));
  const [signed] = await askWallet(wallet.name, () => messages.signMessage({ account, message }));
  if (!signed) throw new Error();
  return { account, ...signed };
}

const toBase64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));

// The Sign In With Solana text, for wallets that only sign messages.
const FIELDS = [
  ['URI', 'uri'],
  ['Version', 'version'],
  ['Chain ID', 'chainId'],
  ['Nonce', 'nonce'],
  ['Issued At', 'issuedAt'],
  ['Expiration Time', 'expirationTime'],
] as const;

export function signInText(input: SolanaSignInInput, address: string): string {
  const { domain, statement, resources } = input;
  return [
    `${domain} wants you to sign in with your Solana account:`,
    address,
    '',
    ...(statement ? [statement, ''] : []),
    ...FIELDS.flatMap(([label, name]) => (input[name] ? [`${label}: ${input[name]}`] : [])),
    ...(resources ? ['Resources:', ...resources.map((each) => `- ${each}`)] : []),
  ].join('\n');
}
