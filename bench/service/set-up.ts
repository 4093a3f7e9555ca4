// Creates the wallets and markets of the benchmarks.
import type { NewWallet } from '@tote/cli/demo/new-wallet';
import { openNewWallet } from '../../service/test/support/new-wallet.ts';

/** Funded wallets with the service as delegate. */
export async function openBenchWallets(baseUrl: string, count: number): Promise<NewWallet[]> {
  const wallets: NewWallet[] = [];
  while (wallets.length < count) wallets.push(await openNewWallet(baseUrl, { SOL: '1000' }));
  return wallets;
}

/** A market that stays open during all measurements. Returns its id. */
export async function createBenchMarket(
  baseUrl: string,
  apiKey: string,
  question = 'Will it rain in Lisbon?',
): Promise<string> {
  const response = await fetch(`${baseUrl}/markets`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      question,
      outcomes: ['Yes', 'No'],
      currency: 'SOL',
      expireAt: new Date(Date.now() + 86_400_000).toISOString(),
    }),
  });
  const body = (await response.json()) as { id: string };
  if (response.status !== 201) throw new Error(`no market: ${JSON.stringify(body)}`);
  return body.id;
}
