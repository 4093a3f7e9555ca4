// What was collected is what the token program was told to move, or all SOL that was there. The
// vault counts what the buyback took: the difference to the last known event is the missing one.
import { expectedEvent } from '@tote/chain/history/market-of';
import type { ChangeOf, EventChange } from '@tote/chain/history/program-change';
import { type Currency as CurrencyName, currencyToCode } from '@tote/domain';
import { Currency, type LandedInstruction, type Vault } from '@tote/program-client';
import { findNewestFeeEvent, sumUncollected } from '../../store/projection/fees.ts';
import { readMovements } from '../../store/projection/ledger.ts';
import { changeOf, type Missing } from '../problems.ts';

export async function reconcileCollection(missing: Missing): Promise<ChangeOf<'FeesCollected'>> {
  const { chain, db, source } = missing;
  const currency = source.data[1] === Currency.Utility ? Currency.Utility : Currency.Sol;
  const vaults = await chain.accounts.getVaults();
  const vault = currency === Currency.Sol ? vaults.sol : vaults.utility;
  const shares =
    currency === Currency.Sol
      ? { developer: await sumUncollected(db, BigInt(currency)), burned: 0n }
      : readShares(missing);
  const event = { ...shares, owed: vault.owed, burnedTotal: vault.burnedTotal };
  return changeOf(missing, { name: 'FeesCollected', currency, ...event });
}

const VAULT_TOKEN_AT = 3;
const TRANSFER_CHECKED = 12;
const BURN_CHECKED = 15;

function readShares({ landed, instruction, source }: Missing) {
  const calls = landed.instructions.slice(instruction + 1, instruction + 3);
  const amountOf = (tag: number) => {
    const call = calls.find(
      ({ accounts, data }) => data[0] === tag && accounts[0] === source.accounts[VAULT_TOKEN_AT],
    );
    if (!call) return 0n;
    const { buffer, byteOffset } = call.data;
    return new DataView(buffer, byteOffset).getBigUint64(1, true);
  };
  return { developer: amountOf(TRANSFER_CHECKED), burned: amountOf(BURN_CHECKED) };
}

export async function reconcileBuyBack(missing: Missing): Promise<ChangeOf<'BoughtBack'>> {
  const { chain, source } = missing;
  const { sol } = await chain.accounts.getVaults();
  const { burned, price } = await findDifference(missing, Currency.Sol, sol);
  return changeOf(missing, {
    name: 'BoughtBack',
    buyer: source.accounts[0] as ChangeOf<'BoughtBack'>['event']['buyer'],
    lot: burned,
    price,
    reserve: sol.feesBurn,
    burnedTotal: sol.burnedTotal,
    utilityBurnedTotal: sol.utilityBurnedTotal,
  });
}

async function findDifference({ db }: Missing, currency: Currency, vault: Vault) {
  const last = await findNewestFeeEvent(db, BigInt(currency));
  const burned = vault.burnedTotal - BigInt.asUintN(64, last?.burned_total ?? 0n);
  const price = vault.utilityBurnedTotal - BigInt.asUintN(64, last?.utility_burned_total ?? 0n);
  return { burned: BigInt.asUintN(64, burned), price: BigInt.asUintN(64, price) };
}

const AMOUNT_AT = 8;
const FORFEIT = 1;

export const reconcileTransfer = (name: 'Deposited' | 'Withdrawn', missing: Missing) =>
  changeOf(missing, { name, ...readTransfer(missing.source) }) as unknown as EventChange;

export async function reconcileBettorClosed(missing: Missing): Promise<EventChange> {
  const { accounts, data } = missing.source;
  const [, bettor = ''] = accounts;
  const hasForfeit = data[1] === FORFEIT;
  const left = (currency: CurrencyName) => (hasForfeit ? sumOf(missing, bettor, currency) : 0n);
  const [forfeitedSol, forfeitedUtility] = [await left('SOL'), await left('UTILITY')];
  const event = { name: 'BettorClosed', bettor, forfeitedSol, forfeitedUtility } as const;
  return changeOf(missing, event) as unknown as EventChange;
}

async function sumOf({ db, landed, instruction }: Missing, bettor: string, summed: CurrencyName) {
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
  const [authority, , bettor, wallet] = accounts;
  const [, currency] = data;
  const amount = Buffer.from(data).readBigUInt64LE(AMOUNT_AT);
  return { bettor, currency, amount, swept: authority !== wallet };
}
