// Simulates a transaction on the node before the wallet signs it.
import type { Address, Instruction } from '@solana/kit';
import { BETTOR_ACCOUNT_TYPE, findErrorName, getBettorDecoder } from '@tote/program-client';
import { type Json, listOf, pick, textOf } from '@tote/verify/json';
import { COMMITMENT, isOfType, readRaw } from './accounts.ts';
import {
  buildTransaction,
  type ReadTransaction,
  readTransaction,
  UNITS_MAX,
} from './build-transaction.ts';
import type { Deployment } from './deployment.ts';
import type { Holdings } from './holdings.ts';

interface Change {
  readonly place: 'wallet' | 'program';
  readonly currency: 'SOL' | 'UTILITY';
  readonly before: bigint;
  readonly after: bigint;
}

export interface Trial {
  readonly transaction: ReadTransaction;
  readonly failure: string | undefined;
  readonly changes: readonly Change[];
  /** A limit with a margin. */
  readonly computeUnits: number;
}

/** A placeholder; the node replaces it with the newest blockhash. */
const NO_LIFETIME = { blockhash: '1'.repeat(32), lastValidBlockHeight: 0n };
const MARGIN = 5_000n;

export async function tryTransaction(
  { node, program }: Deployment,
  instructions: readonly Instruction[],
  holdings: Holdings,
): Promise<Trial> {
  const { wallet, bettorAddress } = holdings;
  const wire = buildTransaction(instructions, wallet, NO_LIFETIME, UNITS_MAX);
  const transaction = readTransaction(wire);
  const isBettorIn = transaction.keys.includes(bettorAddress);
  const addresses = [wallet, ...(isBettorIn ? [bettorAddress] : [])];
  const answer = await node.call('simulateTransaction', [
    toBase64(wire),
    {
      ...{ encoding: 'base64', commitment: COMMITMENT },
      ...{ sigVerify: false, replaceRecentBlockhash: true },
      accounts: { encoding: 'base64', addresses },
    },
  ]);
  const value = pick(answer, 'value');
  const error = pick(value, 'err');
  const used = pick(value, 'unitsConsumed');
  const units = used === undefined || used === null ? UNITS_MAX : (3n * BigInt(textOf(used))) / 2n;
  const isRefused = error !== null && error !== undefined;
  return {
    transaction,
    failure: isRefused ? explainFailure(error, transaction, program) : undefined,
    changes: isRefused ? [] : readChanges(listOf(pick(value, 'accounts')), holdings, program),
    computeUnits: Math.min(UNITS_MAX, Number(BigInt(units) + MARGIN)),
  };
}

function readChanges(accounts: readonly Json[], holdings: Holdings, program: Address): Change[] {
  const [wallet, account] = accounts.map(readRaw);
  const { inWallet, bettor } = holdings;
  const [sol = 0n, utility = 0n] = isOfType(account, program, BETTOR_ACCOUNT_TYPE)
    ? getBettorDecoder().decode(account.data).available
    : [];
  const changes: Change[] = [
    { place: 'wallet', currency: 'SOL', before: inWallet.SOL, after: wallet?.lamports ?? 0n },
  ];
  if (account !== undefined && bettor) {
    const [solBefore = 0n, utilityBefore = 0n] = bettor.available;
    changes.push({ place: 'program', currency: 'SOL', before: solBefore, after: sol });
    changes.push({ place: 'program', currency: 'UTILITY', before: utilityBefore, after: utility });
  }
  return changes.filter(({ before, after }) => before !== after);
}

const REASONS: Readonly<Record<string, string>> = {
  AccountNotFound: 'the wallet has no SOL to pay the fee. Send it a little SOL first',
  InsufficientFundsForFee: 'the wallet has too little SOL for the fee. Send it a little first',
  MemoRequired:
    'your token account requires a memo on transfers. Turn that off in your wallet first',
  BlockhashNotFound: 'the node is behind the others. Try again, or use another node',
};

/** A sentence without its period. */
export function explainFailure(
  error: Json,
  { instructions }: ReadTransaction,
  program: Address,
): string {
  if (typeof error === 'string') return REASONS[error] ?? inWords(error);
  const [index, reason] = listOf(pick(error, 'InstructionError'));
  const isOurs = instructions[Number(index)]?.program === program;
  const custom = pick(reason, 'Custom');
  const name = custom !== undefined && isOurs ? findErrorName(Number(custom)) : undefined;
  if (name) return REASONS[name] ?? `the program says “${inWords(name)}”`;
  if (pick(error, 'InsufficientFundsForRent') !== undefined) {
    return 'the wallet would have too little SOL left for its rent. Send it a little first';
  }
  return textOf(error);
}

/** Turns `RefundTooEarly` into "refund too early". */
export const inWords = (name: string): string => name.replace(/\B[A-Z]/g, ' $&').toLowerCase();

export const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
