import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { createPrivateFile } from '@tote/chain/lib/private-files';
import { UsageError } from '@tote/chain/lib/usage-error';
import { RefusedError } from '../failures.ts';
import { addressOf, readKey, type SealedKey } from './key-text.ts';

type Env = Readonly<Record<string, string | undefined>>;

type Content =
  | { readonly kind: 'plain'; readonly key: Uint8Array }
  | { readonly kind: 'sealed'; readonly sealed: SealedKey };

export interface KeptWallet {
  readonly name: string;
  readonly file: string;
  readonly address: string;
  readonly content: Content;
}

const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;
const ENDING = '.json';
const [FOLDER_MODE, OTHERS] = [0o700, 0o077];

/** XDG ignores relative paths. */
export function walletFolder(env: Env): string {
  const named = env.XDG_CONFIG_HOME;
  const config = named && isAbsolute(named) ? named : join(env.HOME || homedir(), '.config');
  return join(config, 'tote', 'wallets');
}

export function placeFor(env: Env, name: string): string {
  if (!NAME.test(name)) {
    throw new UsageError('A wallet name may have letters, digits, - and _, at most 64.');
  }
  if (findKept(env, name)) {
    throw new RefusedError(`There is already a wallet ${name}. Choose another name.`);
  }
  return join(walletFolder(env), name + ENDING);
}

/** Never overwrites a file. */
export function keep(file: string, content: SealedKey | Uint8Array): void {
  mkdirSync(join(file, '..'), { recursive: true, mode: FOLDER_MODE });
  const value = content instanceof Uint8Array ? [...content] : content;
  createPrivateFile(file, `${JSON.stringify(value)}\n`);
}

export function listKept(env: Env): KeptWallet[] {
  let names: string[];
  try {
    names = readdirSync(walletFolder(env));
  } catch {
    return [];
  }
  return names
    .filter((name) => name.endsWith(ENDING))
    .sort()
    .flatMap((name) => findKept(env, name.slice(0, -ENDING.length)) ?? []);
}

export function findKept(env: Env, name: string): KeptWallet | undefined {
  if (!NAME.test(name)) return undefined;
  const file = join(walletFolder(env), name + ENDING);
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found) return undefined;
  if (process.platform !== 'win32' && (found.mode & OTHERS) !== 0) {
    throw new RefusedError(`Others can read ${file}. Run: chmod 600 ${file}`);
  }
  const text = readFileSync(file, 'utf8');
  if (text.startsWith('[')) {
    const key = readKey(text, file);
    return { name, file, address: addressOf(key), content: { kind: 'plain', key } };
  }
  const sealed = readSealed(text, file);
  return { name, file, address: sealed.address, content: { kind: 'sealed', sealed } };
}

function readSealed(text: string, file: string): SealedKey {
  try {
    const sealed = JSON.parse(text) as SealedKey;
    const texts = [sealed.address, sealed.salt, sealed.nonce, sealed.key];
    const numbers = [sealed.scrypt.N, sealed.scrypt.r, sealed.scrypt.p];
    const isWhole =
      texts.every((each) => typeof each === 'string') && numbers.every((each) => each > 0);
    if (isWhole) return sealed;
  } catch {
    // Reported below.
  }
  throw new RefusedError(`${file} is not a wallet, or is damaged.`);
}
