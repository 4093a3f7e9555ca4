// The account of a market has only the hash of its question. The text comes from the transaction
// that created the market, or from the visitor, and must have that hash.
import type { ReadonlyUint8Array } from '@solana/kit';
import { fetchTransaction, listSignatures } from '@tote/verify/history/fetch-transaction';
import { readCreateMarket } from '@tote/verify/history/read-instruction';
import type { Deployment } from './deployment.ts';
import type { ChainMarket } from './markets.ts';

const CREATE_MARKET = 8;
/** The index of the market in the accounts of `create_market`. */
const MARKET_AT = 3;
/** Earlier transactions may name the address before the market exists. */
const LOOKED_AT = 8;

export const toHex = (bytes: ReadonlyUint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

export async function fetchQuestion(
  { node, program }: Deployment,
  { address, account }: ChainMarket,
): Promise<string | undefined> {
  const signatures = await listSignatures(node, address);
  for (const signature of signatures.slice(0, LOOKED_AT)) {
    const transaction = await fetchTransaction(node, signature);
    const created = transaction?.instructions.find(
      ({ program: called, data, accounts }) =>
        called === program && data[0] === CREATE_MARKET && accounts[MARKET_AT] === address,
    );
    if (!created) continue;
    const { text, hash } = readCreateMarket(created).question;
    return hash === toHex(account.questionHash) ? text : undefined;
  }
  return undefined;
}

export async function isQuestion(text: string, { account }: ChainMarket): Promise<boolean> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return toHex(new Uint8Array(hash)) === toHex(account.questionHash);
}
