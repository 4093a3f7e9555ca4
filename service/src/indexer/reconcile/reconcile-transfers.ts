// What statements need of deposits, withdrawals and closed accounts.
import { expectedEvent } from '@tote/chain/history/market-of';
import type { EventChange } from '@tote/chain/history/program-change';
import { type Currency, currencyToCode } from '@tote/domain';
import type { LandedInstruction } from '@tote/program-client';
import { readMovements } from '../../store/projection/read-ledger.ts';
import type { Missing } from './missing.ts';

/** In the data of `deposit` and `withdraw`. */
const AMOUNT_AT = 8;
/** In the data of `close_bettor`, after the tag. */
const FORFEIT = 1;

/** The balance afterwards is not known. */
export function reconcileTransfer(
  name: 'Deposited' | 'Withdrawn',
  { instruction, source }: Missing,
): EventChange {
  const event = { name, ...readTransfer(source) };
  return { name, instruction, event } as unknown as EventChange;
}

/** What is forfeited is all that the account still had, so that nothing is left afterwards. */
export async function reconcileBettorClosed(missing: Missing): Promise<EventChange> {
  const { instruction, source } = missing;
  const [, bettor = ''] = source.accounts;
  const hasForfeit = source.data[1] === FORFEIT;
  const left = (currency: Currency) => (hasForfeit ? sumOf(missing, bettor, currency) : 0n);
  const [forfeitedSol, forfeitedUtility] = [await left('SOL'), await left('UTILITY')];
  const event = { name: 'BettorClosed', bettor, forfeitedSol, forfeitedUtility };
  return { name: 'BettorClosed', instruction, event } as unknown as EventChange;
}

/** Of the rows, and of what this transaction did before. */
async function sumOf(
  { db, landed, instruction }: Missing,
  bettor: string,
  summed: Currency,
): Promise<bigint> {
  const code = currencyToCode(summed);
  let sum = 0n;
  for await (const { currency, amount, signature } of readMovements(db, bettor)) {
    if (currency === BigInt(code) && signature !== landed.signature) sum += amount;
  }
  const ours = landed.instructions[instruction]?.programAddress;
  for (const before of landed.instructions.slice(0, instruction)) {
    const name = before.programAddress === ours ? expectedEvent(before) : undefined;
    if (name !== 'Deposited' && name !== 'Withdrawn') continue;
    const transfer = readTransfer(before);
    if (transfer.bettor !== bettor || transfer.currency !== code) continue;
    sum += name === 'Deposited' ? transfer.amount : -transfer.amount;
  }
  return sum;
}

function readTransfer({ accounts, data }: LandedInstruction) {
  const [, , bettor] = accounts;
  const [, currency] = data;
  return { bettor, currency, amount: Buffer.from(data).readBigUInt64LE(AMOUNT_AT) };
}
