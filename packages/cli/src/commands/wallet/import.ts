import { readFileSync } from 'node:fs';
import { UsageError } from '@tote/chain/lib/usage-error';
import { defineCommand } from '../../command.ts';
import { KEEPING_OPTIONS, keepWallet } from '../../wallets/keep-wallet.ts';
import { readKey } from '../../wallets/key-text.ts';

export const command = defineCommand({
  about: `Stores a copy of an existing key: a key file of the Solana tools, or base58 as wallets
export it. The file - means standard input.`,
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
