// What the program must be told for each action of a wallet. program/README.md has the layouts.
// An instruction is text: its program, its accounts and its data in hex.
import { type Currency, currencyToCode } from '@tote/domain';
import { decodeAddress, deriveAddress } from './address.ts';
import { littleEndian, textToHex } from './bytes.ts';
import type { Config } from './generated/types.ts';

/** All in hex. */
export interface Accounts {
  readonly program: string;
  readonly wallet: string;
  /** The key of the service, which pays fees and bets for the wallet. */
  readonly service: string;
  readonly bettor: string;
  readonly config: string;
  readonly vaults: Readonly<Record<Currency, string>>;
  readonly vaultToken: string;
  readonly mint: string;
  /** The wallet's own account of UTILITY. */
  readonly walletToken: string;
}

export const NOBODY = '0'.repeat(64);
const SYSTEM = NOBODY;

const token = () => decodeAddress('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
const associated = () => decodeAddress('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL');

export async function deriveAccounts(facts: Config, address: string): Promise<Accounts> {
  const [program, wallet, service, mint] = [
    ...[facts.program, address, facts.delegate, facts.utilityMint].map(decodeAddress),
  ] as [string, string, string, string];
  const derive = (name: string, seed = '') => deriveAddress(program, textToHex(name), seed);
  const [bettor, config, SOL, UTILITY, vaultToken, walletToken] = await Promise.all([
    derive('bettor', wallet),
    derive('config'),
    derive('vault', '00'),
    derive('vault', '01'),
    derive('vault-token'),
    deriveAddress(associated(), wallet, token(), mint),
  ]);
  const vaults = { SOL, UTILITY };
  return { program, wallet, service, mint, bettor, config, vaults, vaultToken, walletToken };
}

export const instruction = (...parts: readonly string[]) => parts.join(' ');

/** The first eight bytes of the data. */
export const head = (...bytes: readonly number[]) =>
  bytes
    .map((byte) => littleEndian(byte, 1))
    .join('')
    .padEnd(16, '0');

/** The service or the wallet pays the rent. */
export function openForms(accounts: Accounts, slots: number): string[] {
  const { program, wallet, service, bettor, config } = accounts;
  const data = `0200${littleEndian(slots, 2)}00000000`;
  return [service, wallet].map((payer) =>
    instruction(program, payer, wallet, wallet, bettor, config, SYSTEM, data),
  );
}

/** A deposit, or a withdrawal, which for UTILITY may go to any token account of the wallet. */
export function moneyForm(
  accounts: Accounts,
  type: 'deposit' | 'withdraw',
  currency: Currency,
  units: bigint,
  walletToken = accounts.walletToken,
): string {
  const { program, wallet, vaults, bettor, vaultToken, mint } = accounts;
  const isDeposit = type === 'deposit';
  const tokens = isDeposit
    ? [walletToken, vaultToken, token()]
    : [walletToken, vaultToken, mint, token(), associated(), SYSTEM];
  const coins = isDeposit ? [SYSTEM] : [];
  const rest = [...(isDeposit ? [] : [wallet]), ...(currency === 'SOL' ? coins : tokens)];
  const data = head(isDeposit ? 5 : 6, currencyToCode(currency)) + littleEndian(units, 8);
  return instruction(program, wallet, vaults[currency], bettor, ...rest, data);
}

/** The numbers: until when in Unix seconds, and what of SOL and UTILITY. */
export function delegateForm(
  { program, wallet, bettor }: Accounts,
  delegate: string,
  ...numbers: readonly (bigint | number)[]
): string {
  const rest = numbers.map((each) => littleEndian(each, 8)).join('');
  return instruction(program, wallet, bettor, head(7, 1) + delegate + rest);
}
