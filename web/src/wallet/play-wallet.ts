// A Wallet Standard wallet for play money, on the embedded chain only: it signs whatever the page
// asks without a prompt.
import type {
  SolanaSignInInput,
  SolanaSignMessageInput,
  SolanaSignTransactionInput,
} from '@solana/wallet-standard-features';
import { type Signer, signerFromKeyPair } from '@tote/sdk';
import type { Wallet, WalletAccount } from '@wallet-standard/base';
import type { StandardEventsListeners } from '@wallet-standard/features';
import { registerWallet } from '@wallet-standard/wallet';
import { canMakeKeys, findPlayKey, forgetPlayKey, makePlayKey } from './play-key.ts';
import { signInText } from './sign-in.ts';
import { PLAY_WALLET } from './wallets.ts';

const CHAINS = ['solana:localnet'] as const;
const ICON = `data:image/svg+xml;base64,${btoa(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">' +
    '<rect width="32" height="32" rx="6" fill="#10201a"/>' +
    '<circle cx="16" cy="16" r="9" fill="#ffb81c"/></svg>',
)}` as const;

let opened: { readonly signer: Signer; readonly account: WalletAccount } | undefined;
const listeners = new Set<StandardEventsListeners['change']>();

/** `silent` uses an existing key only. */
async function open({ silent = false } = {}) {
  const pair = (await findPlayKey()) ?? (silent ? undefined : await makePlayKey());
  if (pair && !opened) {
    const signer = await signerFromKeyPair(pair);
    const publicKey = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey));
    const { address } = signer;
    const features = ['solana:signTransaction', 'solana:signMessage'] as const;
    opened = { signer, account: { address, publicKey, chains: CHAINS, features } };
  }
  return opened;
}

async function connect(input?: { readonly silent?: boolean }) {
  await open(input);
  return { accounts: wallet.accounts };
}

async function disconnect() {
  opened = undefined;
  for (const listener of listeners) listener({ accounts: [] });
}

async function mustOpen() {
  const found = await open();
  if (!found) throw new Error('there is no key');
  return found;
}

async function signMessage(...inputs: readonly Pick<SolanaSignMessageInput, 'message'>[]) {
  const { signer } = await mustOpen();
  const sign = async ({ message }: { readonly message: Uint8Array }) => ({
    signedMessage: message,
    signature: await signer.signMessage(message),
  });
  return Promise.all(inputs.map(sign));
}

async function signTransaction(...inputs: readonly SolanaSignTransactionInput[]) {
  const { signer } = await mustOpen();
  const sign = async ({ transaction }: SolanaSignTransactionInput) => ({
    signedTransaction: await signer.signTransaction(transaction),
  });
  return Promise.all(inputs.map(sign));
}

async function signIn(...inputs: readonly SolanaSignInInput[]) {
  const { account } = await mustOpen();
  const sign = async (input: SolanaSignInInput) => {
    const message = new TextEncoder().encode(signInText(input, account.address));
    const [signed] = await signMessage({ message });
    return { account, ...signed };
  };
  return Promise.all(inputs.map(sign));
}

const wallet: Wallet = {
  version: '1.0.0',
  name: PLAY_WALLET,
  icon: ICON,
  chains: CHAINS,
  get accounts() {
    return opened ? [opened.account] : [];
  },
  features: {
    'standard:connect': { version: '1.0.0', connect },
    'standard:disconnect': { version: '1.0.0', disconnect },
    'standard:events': {
      version: '1.0.0',
      on(_event: string, listener: StandardEventsListeners['change']) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    'solana:signTransaction': {
      version: '1.0.0',
      supportedTransactionVersions: ['legacy', 0],
      signTransaction,
    },
    'solana:signMessage': { version: '1.0.0', signMessage },
    'solana:signIn': { version: '1.0.0', signIn },
  },
};

export function registerPlayWallet(): void {
  if (canMakeKeys()) registerWallet(wallet);
}

/** Deletes the key, and with it access to its money. */
export async function forgetPlayWallet(): Promise<void> {
  await forgetPlayKey();
  await disconnect();
}
