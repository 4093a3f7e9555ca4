import { UsageError } from '@tote/chain/lib/usage-error';
import type { ApiKeyRequest } from '@tote/sdk';
import { defineCommand, text, WALLET_OPTIONS } from '../../command.ts';
import { readInstant } from '../../format.ts';

const SCOPES = ['read', 'bet', 'create', 'attest', 'manage', 'operate'];

export const command = defineCommand({
  about: `Creates an API key and shows it once. Other commands use the key in TOTE_API_KEY. A key
can stake what the wallet has allowed, and never withdraw.`,
  takes: [{ name: 'name' }],
  options: {
    ...WALLET_OPTIONS,
    scopes: text(SCOPES.join(','), 'its permissions; default: read'),
    expires: text('time', 'like 30d; default: never'),
  },
  examples: ["keys create 'my bot' --scopes read,bet --expires 30d"],
  async run({ places: [name = ''], values, session }) {
    const scopes = (values.scopes ?? 'read').split(',');
    const wrong = scopes.find((scope) => !SCOPES.includes(scope));
    if (wrong !== undefined) {
      throw new UsageError(`--scopes: ${wrong} is not one of ${SCOPES.join(', ')}.`);
    }
    const now = new Date().toISOString();
    const expiresAt =
      values.expires === undefined ? undefined : readInstant('--expires', values.expires, now);
    const request = { name, scopes: scopes as unknown as ApiKeyRequest['scopes'], expiresAt };
    const key = await (await session.connect()).createApiKey(request);
    session.show(key, () => [[key.key]]);
    if (!session.isJson) session.note('Store it: it is not shown again.');
  },
});
