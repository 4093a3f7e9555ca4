import { randomUUID } from 'node:crypto';
import { createKey } from '@tote/chain/key';
import { createTote, decimal, signerFromKeyPair } from '@tote/sdk';

const DELEGATE_MS = 30 * 86_400_000;
const SCOPES = ['read', 'bet', 'create', 'manage'] as const;

/** Opens its account, lets the service bet for it, creates an API key and gets test money. */
export async function openNewWallet(
  url: string,
  funds: { readonly SOL?: string; readonly UTILITY?: string },
) {
  const key = await createKey();
  const signer = await signerFromKeyPair(key.signer.keyPair);
  const wallet = createTote({ url, credential: { signer } });
  const until = new Date(Date.parse((await wallet.getConfig()).now) + DELEGATE_MS);
  const [sol, utility] = [decimal('1000000'), decimal('1000000')];
  await wallet.openAccount({ allow: { sol, utility, until } });
  const name = `wallet ${randomUUID()}`;
  const { key: apiKey } = await wallet.createApiKey({ name, scopes: SCOPES });
  const tote = createTote({ url, credential: { apiKey, signer } });
  for (const currency of ['SOL', 'UTILITY'] as const) {
    const amount = funds[currency];
    if (amount !== undefined) await tote.useFaucet({ currency, amount: decimal(amount) });
  }
  return { key, apiKey, tote };
}
