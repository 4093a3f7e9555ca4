import { defineCommand } from '../../command.ts';
import { KEEPING_OPTIONS, keepWallet } from '../../wallets/keep-wallet.ts';
import { createKey } from '../../wallets/key-text.ts';

export const command = defineCommand({
  about: `Creates a key and stores it in your config folder, encrypted with a passphrase. Without a
terminal the passphrase comes from TOTE_PASSPHRASE.`,
  takes: [{ name: 'name', isOptional: true }],
  options: KEEPING_OPTIONS,
  examples: ['wallet new', 'wallet new bot --plain'],
  async run({ places: [name = 'default'], values, session }) {
    return keepWallet(session, name, await createKey(), values.plain);
  },
});
