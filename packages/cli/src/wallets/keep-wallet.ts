import { UsageError } from '@tote/chain/lib/usage-error';
import { flag } from '../command.ts';
import { RefusedError } from '../failures.ts';
import type { Session } from '../session.ts';
import { keep, placeFor } from './kept-wallets.ts';
import { addressOf, openKey, seal } from './key-text.ts';

export const KEEPING_OPTIONS = {
  plain: flag('no passphrase: anyone who reads the file has the key'),
} as const;

export async function keepWallet(
  session: Session,
  name: string,
  key: Uint8Array,
  isPlain: boolean | undefined,
): Promise<undefined> {
  const file = placeFor(session.env, name);
  // Throws if it is not a key.
  await openKey(key);
  const address = addressOf(key);
  keep(file, isPlain ? key : await seal(key, address, await askPassphrase(session)));
  session.show({ name, address, file, isEncrypted: !isPlain }, () => [
    [`Wallet ${name}: ${address}`],
    [`Its key is in ${file}. Keep a copy: without it the wallet is lost.`],
  ]);
}

async function askPassphrase({ env, terminal }: Session): Promise<string> {
  if (env.TOTE_PASSPHRASE) return env.TOTE_PASSPHRASE;
  if (!terminal) {
    throw new UsageError('Without a terminal, set TOTE_PASSPHRASE, or use --plain.');
  }
  const first = await terminal.askHidden('A passphrase for the new key: ');
  if (first === '') throw new RefusedError('Nothing was stored: the passphrase is empty.');
  const second = await terminal.askHidden('Repeat it: ');
  if (first !== second) throw new RefusedError('Nothing was stored: the passphrases differ.');
  return first;
}
