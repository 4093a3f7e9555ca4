import { defineCommand, WALLET_OPTIONS } from '../../command.ts';
import { time } from '../../format.ts';
import { renderTable, type Text } from '../../terminal/text.ts';

export const command = defineCommand({
  about:
    'Lists the API keys of the wallet. The keys themselves are shown only when they are created.',
  options: WALLET_OPTIONS,
  examples: ['keys list'],
  async run({ session }) {
    const keys = await (await session.connect()).listApiKeys();
    session.show(keys, () => {
      const rows = keys.map((key): Text[] => [
        key.id,
        key.name,
        key.scopes.join(','),
        key.revoked ? 'revoked' : key.expiresAt ? `until ${time(key.expiresAt)}` : 'works',
        key.lastUsedAt ? time(key.lastUsedAt) : 'never',
      ]);
      return renderTable(['Id', 'Name', 'Scopes', 'State', 'Last used'], rows);
    });
  },
});
