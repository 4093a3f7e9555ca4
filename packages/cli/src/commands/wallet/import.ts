import { readFileSync } from 'node:fs';
import { UsageError } from '@tote/chain/lib/usage-error';
import { defineCommand } from '../../command.ts';
import { KEEPING_OPTIONS, keepWallet } from '../../wallets/keep-wallet.ts';
import { readKey } from '../../wallets/key-text.ts';

export const command = defineCommand({
  about: `Keeps a copy of a key that you have: a key file of Solana's tools, or base58 as wallets
export it. A file of - is the standard input.`,
  takes: [{ name: 'file' }, { name: 'name', isOptional: true }],
  options: KEEPING_OPTIONS,
  examples: ['wallet import ~/.config/solana/id.json main'],
  async run({ places: [file = '', name = 'default'], values, session }) {
    return keepWallet(session, name, readKey(read(file), file), values.plain);
  },
});

const STANDARD_INPUT = 0;

function read(file: string): string {
  try {
    return readFileSync(file === '-' ? STANDARD_INPUT : file, 'utf8');
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
