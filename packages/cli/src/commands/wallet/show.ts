import { UsageError } from '@tote/chain/lib/usage-error';
import { defineCommand } from '../../command.ts';
import { facts } from '../../format.ts';
import { renderTable } from '../../terminal/text.ts';
import { findKept, type KeptWallet, listKept, walletFolder } from '../../wallets/kept-wallets.ts';

export const command = defineCommand({
  about: 'Lists the stored wallets with their addresses, or shows one. Keys are never shown.',
  takes: [{ name: 'name', isOptional: true }],
  examples: ['wallet show', 'wallet show main --json'],
  async run({ places: [name], session }) {
    const { env } = session;
    if (name === undefined) {
      const all = listKept(env).map(summaryOf);
      session.show(all, () =>
        all.length === 0
          ? [[`There are no wallets in ${walletFolder(env)}. tote wallet new creates one.`]]
          : renderTable(
              ['Name', 'Address', 'Encrypted'],
              all.map((each) => [each.name, each.address, each.isEncrypted ? 'yes' : 'no']),
            ),
      );
      return;
    }
    const wallet = findKept(env, name);
    if (!wallet) throw new UsageError(`There is no wallet ${name}. tote wallet show lists them.`);
    const summary = summaryOf(wallet);
    session.show(summary, () =>
      facts([
        ['Address', summary.address],
        ['File', summary.file],
        ['Encrypted', summary.isEncrypted ? 'yes' : 'no'],
      ]),
    );
  },
});

const summaryOf = ({ name, address, file, content }: KeptWallet) => ({
  ...{ name, address, file },
  isEncrypted: content.kind === 'sealed',
});
