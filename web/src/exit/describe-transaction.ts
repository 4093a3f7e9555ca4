// A transaction in words, from its bytes.
import { type Address, getAddressDecoder } from '@solana/kit';
import { currencyFromCode } from '@tote/domain';
import { identifyToteInstruction, NO_ADDRESS, ToteInstruction } from '@tote/program-client';
import { money } from './actions.ts';
import type { ReadInstruction, ReadTransaction } from './chain/build-transaction.ts';
import type { Deployment } from './chain/deployment.ts';
import type { Holdings } from './chain/holdings.ts';
import { toHex } from './chain/question.ts';
import { inWords } from './chain/try-transaction.ts';

export function describeTransaction(
  { instructions }: ReadTransaction,
  deployment: Deployment,
  holdings: Holdings,
) {
  const names = nameAccounts(deployment, holdings);
  return instructions.map((instruction) => ({
    name: nameInstruction(instruction, deployment),
    detail: describeData(instruction, deployment),
    accounts: instruction.accounts.map((address) => ({ address, name: names.get(address) ?? '' })),
  }));
}

function nameAccounts(
  { addresses, utilityMint }: Deployment,
  { wallet, bettorAddress, walletToken }: Holdings,
): ReadonlyMap<Address, string> {
  return new Map([
    [wallet, 'your wallet'],
    [bettorAddress, 'your account in the program'],
    [walletToken, 'your token account'],
    [addresses.vaultSol, 'the SOL vault'],
    [addresses.vaultUtility, 'the UTILITY vault'],
    [addresses.vaultToken, 'the token account of the vault'],
    [utilityMint, 'the UTILITY mint'],
  ]);
}

function nameInstruction({ program, data }: ReadInstruction, deployment: Deployment): string {
  if (program !== deployment.program) return `a call to ${program}`;
  return inWords(ToteInstruction[identifyToteInstruction(data)]);
}

const AMOUNT_AT = 8;

function describeData({ program, data }: ReadInstruction, deployment: Deployment): string {
  const kind = program === deployment.program ? identifyToteInstruction(data) : undefined;
  if (kind === ToteInstruction.Withdraw) {
    const units = new DataView(data.buffer, data.byteOffset).getBigUint64(AMOUNT_AT, true);
    return money(units, currencyFromCode(data[1] ?? 0), deployment);
  }
  if (kind === ToteInstruction.SetDelegate) {
    const delegate = getAddressDecoder().decode(data, AMOUNT_AT);
    return `delegate: ${delegate === NO_ADDRESS ? 'nobody' : delegate}`;
  }
  return toHex(data);
}
