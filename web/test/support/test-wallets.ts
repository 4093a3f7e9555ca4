// Wallets of the Wallet Standard for tests, put into the page before its own scripts.
import type { Page } from 'playwright-core';

interface TestWallet {
  readonly name: string;
  /** Default: the embedded chain. */
  readonly chain?: string;
  /** Default: legacy and 0, but not 1. */
  readonly versions?: readonly (string | number)[];
  /** What it does when it shall sign a transaction; default: signs. */
  readonly signing?: 'refuses' | 'hangs' | 'switches account';
  /** What it does when it shall sign a message; default: signs. */
  readonly messages?: 'refuses' | 'hangs';
}

/** It has no `solana:signIn`. Its two accounts are new for each page, and kept over reloads. */
export async function addWallet(page: Page, wallet: TestWallet): Promise<void> {
  await page.addInitScript(installWallet, wallet);
}

/** Runs in the page, so it can use nothing from here. */
function installWallet(options: TestWallet): void {
  const { name, chain = 'solana:localnet', versions = ['legacy', 0], signing, messages } = options;
  const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
  const toBase58 = (bytes: Uint8Array) => {
    let number = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
    let text = '';
    for (; number > 0n; number /= 58n) text = ALPHABET[Number(number % 58n)] + text;
    return '1'.repeat(bytes.findIndex((byte) => byte !== 0)) + text;
  };
  type Account = { address: string; publicKey: Uint8Array; privateKey: CryptoKey };
  const listeners: ((change: object) => void)[] = [];
  let accounts: Account[] = [];
  let current = 0;

  async function makeAccount(at: number): Promise<Account> {
    const kept = sessionStorage.getItem(`${name} ${at}`);
    const pair = kept
      ? undefined
      : ((await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as CryptoKeyPair);
    const jwk = kept
      ? JSON.parse(kept)
      : await crypto.subtle.exportKey('jwk', (pair as CryptoKeyPair).privateKey);
    sessionStorage.setItem(`${name} ${at}`, JSON.stringify(jwk));
    const privateKey = await crypto.subtle.importKey('jwk', jwk, 'Ed25519', false, ['sign']);
    const text = atob(jwk.x.replaceAll('-', '+').replaceAll('_', '/'));
    const publicKey = Uint8Array.from(text, (character) => character.charCodeAt(0));
    return { address: toBase58(publicKey), publicKey, privateKey };
  }
  const shown = () =>
    accounts.slice(current, current + 1).map(({ address, publicKey }) => ({
      ...{ address, publicKey, chains: [chain] },
      features: ['solana:signTransaction', 'solana:signMessage'],
    }));
  const switchAccount = () => {
    current = 1 - current;
    for (const listener of listeners) listener({ accounts: shown() });
  };
  const forever = () => new Promise<never>(() => {});
  const refuse = () => Promise.reject(new Error('User rejected the request.'));
  const sign = async (message: Uint8Array) =>
    new Uint8Array(
      await crypto.subtle.sign(
        'Ed25519',
        accounts[current]?.privateKey as CryptoKey,
        message.slice(),
      ),
    );
  const isKnown = () => sessionStorage.getItem(`${name} connected`) !== null;

  const wallet = {
    ...{ version: '1.0.0', name, chains: [chain] },
    icon: 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=',
    get accounts() {
      return shown();
    },
    features: {
      'standard:connect': {
        version: '1.0.0',
        async connect({ silent = false } = {}) {
          if (silent && !isKnown()) return { accounts: [] };
          accounts = [await makeAccount(0), await makeAccount(1)];
          sessionStorage.setItem(`${name} connected`, 'yes');
          return { accounts: shown() };
        },
      },
      'standard:events': {
        version: '1.0.0',
        on(_event: string, listener: (change: object) => void) {
          listeners.push(listener);
          return () => listeners.splice(listeners.indexOf(listener), 1);
        },
      },
      'solana:signMessage': {
        version: '1.0.0',
        async signMessage({ message }: { message: Uint8Array }) {
          if (messages === 'refuses') return refuse();
          if (messages === 'hangs') return forever();
          return [{ signedMessage: message, signature: await sign(message) }];
        },
      },
      'solana:signTransaction': {
        version: '1.0.0',
        supportedTransactionVersions: versions,
        async signTransaction({ transaction }: { transaction: Uint8Array }) {
          if (signing === 'refuses') return refuse();
          if (signing === 'hangs') return forever();
          if (signing === 'switches account') {
            switchAccount();
            return forever();
          }
          // Signatures come first: their number, then 64 bytes each.
          const count = transaction[0] as number;
          const message = transaction.subarray(1 + 64 * count);
          const isVersioned = (message[0] as number) >= 0x80;
          const keysAt = (isVersioned ? 1 : 0) + 3 + 1;
          const own = accounts[current]?.publicKey as Uint8Array;
          const index = Array.from({ length: count }, (_, at) =>
            message.subarray(keysAt + 32 * at, keysAt + 32 * (at + 1)),
          ).findIndex((key) => key.every((byte, at) => byte === own[at]));
          const signedTransaction = transaction.slice();
          signedTransaction.set(await sign(message), 1 + 64 * index);
          return [{ signedTransaction }];
        },
      },
    },
  };
  const register = (api: { register(wallet: object): void }) => api.register(wallet);
  addEventListener('wallet-standard:app-ready', (event) => register((event as CustomEvent).detail));
}
