// What a wallet does by itself: it signs what the service prepares, and pays for what it opens.

import { lamports } from '@solana/kit';
import { getMintToInstruction } from '@solana-program/token';
import { ensureUtility } from '@tote/chain/deployment/utility-mint';
import { createKey, type Key } from '@tote/chain/key';
import { amount, DECIMALS, formatAmount } from '@tote/domain';
import { findTokenAccount } from '@tote/program-client';
import { expect } from 'vitest';
import type { Answer, Api } from '../../faults/support/api.ts';
import { createApiKey, type FundedWallet } from '../../faults/support/funded-wallet.ts';
import { signTransaction } from '../../support/new-wallet.ts';
import type { Cluster } from './cluster.ts';

/** In base units. */
export interface Money {
  readonly SOL: bigint;
  readonly UTILITY: bigint;
}

export const inSol = (units: bigint) => formatAmount(amount(units), DECIMALS.SOL);
export const inUtility = (units: bigint) => formatAmount(amount(units), DECIMALS.UTILITY);

/** What the wallet has beyond what it deposits, for rent and for fees. */
const POCKET = 5_000_000_000n;

/** A wallet that never used the service, with so much in it. */
export async function fundKey(
  { chain, keys, utilityMint: mint }: Cluster,
  funds: Money,
): Promise<Key> {
  const key = await createKey();
  const { address } = key;
  await chain.rpc.requestAirdrop(address, lamports(funds.SOL + POCKET)).send();
  const held = async () => (await chain.rpc.getBalance(address).send()).value;
  await expect.poll(held, { timeout: 60_000 }).toBe(funds.SOL + POCKET);
  const { admin } = keys;
  const utility = await chain.accounts.getUtility();
  await ensureUtility(chain, { admin, ...utility, owners: [address] });
  const token = await findTokenAccount(address, utility);
  const minted = { mint, token, mintAuthority: admin.signer, amount: funds.UTILITY };
  await chain.send([getMintToInstruction(minted)], [admin]);
  return key;
}

/** Opens its own Bettor, deposits, and makes the service its delegate, in one transaction. */
export async function openOwnWallet(
  cluster: Cluster,
  api: Api,
  funds: Money,
): Promise<FundedWallet> {
  const key = await fundKey(cluster, funds);
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
  const allowance = { SOL: inSol(funds.SOL), UTILITY: inUtility(funds.UTILITY) };
  const opened = await signAndSubmit(api, key, [
    { type: 'open' },
    { type: 'deposit', currency: 'SOL', amount: allowance.SOL },
    { type: 'deposit', currency: 'UTILITY', amount: allowance.UTILITY },
    { type: 'delegate', expiresAt, allowance },
  ]);
  expect(opened).toBe('confirmed');
  return { key, apiKey: await createApiKey(api, key) };
}

/**
 * Actions of the account, prepared by the service and signed by the wallet. Gives the state of the
 * transaction once it is no longer pending: a busy node may take longer than the answer waits.
 */
export async function signAndSubmit(
  api: Api,
  key: Key,
  actions: readonly object[],
): Promise<string> {
  const body = { wallet: key.address, actions };
  const prepared = await api.call('POST', '/account/transactions', { body });
  expect([prepared.status, prepared.text]).toEqual([200, expect.any(String)]);
  return submitSigned(api, await signTransaction(prepared.body.transaction, key));
}

/** Gives the state of the transaction once it is no longer pending. */
export async function submitSigned(api: Api, transaction: string): Promise<string> {
  const answer = await api.call('POST', '/transactions', { body: { transaction } });
  expect([answer.status, answer.text]).toEqual([expect.toBeOneOf([200, 202]), expect.any(String)]);
  let { state } = answer.body;
  const look = async () => {
    if (state === 'pending') {
      ({ state } = (await api.get(`/transactions/${answer.body.transactionId}`)).body);
    }
    return state;
  };
  await expect.poll(look, { timeout: 120_000, interval: 200 }).not.toBe('pending');
  return state;
}

/** A bet that the wallet signs. The service may not bet in a market that is `custom`. */
export async function betOwn(
  api: Api,
  key: Key,
  marketId: string,
  bet: { outcome: 'Yes' | 'No'; amount: string; transactionVersion?: 0 },
): Promise<Answer & { readonly version: number }> {
  const body = { wallet: key.address, ...bet };
  const prepared = await api.call('POST', `/markets/${marketId}/bets/prepare`, { body });
  expect([prepared.status, prepared.text]).toEqual([200, expect.any(String)]);
  const transaction = await signTransaction(prepared.body.transaction, key);
  const answer = await api.call('POST', `/markets/${marketId}/bets`, { body: { transaction } });
  return { ...answer, version: versionOf(transaction) };
}

/** The version of a transaction in base64; -1 if it has none. */
export function versionOf(transaction: string): number {
  const bytes = Buffer.from(transaction, 'base64');
  const [first = 0] = bytes;
  // Version 1 begins with the version, the others with the number of signatures.
  if (first >= 0x80) return first - 0x80;
  const prefix = bytes[1 + 64 * first] ?? 0;
  return prefix >= 0x80 ? prefix - 0x80 : -1;
}
