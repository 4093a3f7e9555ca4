// What the chain itself says about a wallet, without the service in between.
import { type Decimal, fromBaseUnits } from '@tote/sdk';
import { rpcUrl } from './rpc.ts';
import { config } from './tote.ts';

const TIMEOUT_MS = 10_000;

/** The answer as text, because parsing JSON would round amounts. */
async function call(method: string, ...params: readonly unknown[]): Promise<string> {
  const url = rpcUrl.value;
  if (!url) throw new Error('no node is known');
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const text = await response.text();
  if (!response.ok || !text.includes('"result"')) throw new Error('the node gave no result');
  return text;
}

const COMMITMENT = { commitment: 'confirmed' };

async function readSol(wallet: string): Promise<bigint> {
  const [, lamports] = /"value":\s*(\d+)/.exec(await call('getBalance', wallet, COMMITMENT)) ?? [];
  if (lamports === undefined) throw new Error('the node named no balance');
  return BigInt(lamports);
}

async function readUtility(wallet: string, mint: string): Promise<bigint> {
  const options = { ...COMMITMENT, encoding: 'jsonParsed' };
  const text = await call('getTokenAccountsByOwner', wallet, { mint }, options);
  const amounts = [...text.matchAll(/"amount":\s*"(\d+)"/g)];
  return amounts.reduce((sum, [, amount]) => sum + BigInt(amount ?? 0), 0n);
}

export interface WalletFunds {
  readonly SOL: Decimal | undefined;
  readonly UTILITY: Decimal | undefined;
}

export async function readWalletFunds(wallet: string): Promise<WalletFunds> {
  const known = config.value;
  if (!known) return { SOL: undefined, UTILITY: undefined };
  const show = (units: bigint, currency: keyof WalletFunds) =>
    fromBaseUnits(units, known.decimals[currency]);
  const [sol, utility] = await Promise.allSettled([
    readSol(wallet),
    readUtility(wallet, known.utilityMint),
  ]);
  return {
    SOL: sol.status === 'fulfilled' ? show(sol.value, 'SOL') : undefined,
    UTILITY: utility.status === 'fulfilled' ? show(utility.value, 'UTILITY') : undefined,
  };
}
