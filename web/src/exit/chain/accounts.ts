import { type Address, getBase64Encoder } from '@solana/kit';
import { ACCOUNT_VERSION } from '@tote/program-client';
import { type Json, listOf, pick, textOf } from '@tote/verify/json';
import type { Node } from './node.ts';

export interface RawAccount {
  readonly owner: string;
  readonly lamports: bigint;
  readonly data: Uint8Array;
}

export const COMMITMENT = 'confirmed';
const AT_ONCE = 100;

export function readRaw(value: Json | undefined): RawAccount | undefined {
  if (value === null || value === undefined) return undefined;
  return {
    owner: textOf(pick(value, 'owner')),
    lamports: BigInt(textOf(pick(value, 'lamports'))),
    data: Uint8Array.from(getBase64Encoder().encode(textOf(pick(value, 'data', '0')))),
  };
}

/** In the order of the addresses; undefined where there is no account. */
export async function fetchAccounts(
  node: Node,
  addresses: readonly Address[],
): Promise<(RawAccount | undefined)[]> {
  const found: (RawAccount | undefined)[] = [];
  const settings = { encoding: 'base64', commitment: COMMITMENT };
  for (let from = 0; from < addresses.length; from += AT_ONCE) {
    const part = addresses.slice(from, from + AT_ONCE);
    const answer = await node.call('getMultipleAccounts', [part, settings]);
    found.push(...listOf(pick(answer, 'value')).map(readRaw));
  }
  return found;
}

export const isOfType = (
  account: RawAccount | undefined,
  program: Address,
  type: number,
): account is RawAccount =>
  account?.owner === program && account.data[0] === type && account.data[1] === ACCOUNT_VERSION;

/** All accounts of one type. Many public nodes refuse this call. */
export async function listAccounts(
  node: Node,
  program: Address,
  type: number,
): Promise<{ readonly address: Address; readonly account: RawAccount }[]> {
  const bytes = btoa(String.fromCharCode(type, ACCOUNT_VERSION));
  const filters = [{ memcmp: { offset: 0, bytes, encoding: 'base64' } }];
  const settings = { encoding: 'base64', commitment: COMMITMENT, filters };
  const answer = await node.call('getProgramAccounts', [program, settings]);
  return listOf(answer).flatMap((each) => {
    const account = readRaw(pick(each, 'account'));
    return account ? [{ address: textOf(pick(each, 'pubkey')) as Address, account }] : [];
  });
}
