import { ASKING_OPTIONS, defineCommand, WALLET_OPTIONS } from '../../command.ts';
import { paint } from '../../terminal/text.ts';

export const command = defineCommand({
  about: 'Revokes an API key, and the keys that were created with it, for good.',
  takes: [{ name: 'id' }],
  options: { ...WALLET_OPTIONS, ...ASKING_OPTIONS },
  examples: ['keys revoke key_2VfUX --yes'],
  async run({ places: [keyId = ''], values, session }) {
    await session.confirm(`Revoke ${keyId} for good?`, values.yes);
    const key = await (await session.connect()).revokeApiKey({ keyId });
    session.show(key, () => [[paint('green', 'Revoked: '), `${key.id} ${key.name}`]]);
  },
});
