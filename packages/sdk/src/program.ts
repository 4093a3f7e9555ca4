// The instructions for each action of a wallet. program/README.md has the layouts. An instruction
// is text: its program, its accounts and its data in hex.
import { type Currency, currencyToCode, type Outcome, outcomeToCode } from '@tote/domain';
import { decodeAddress, deriveAddress, littleEndian, textToHex, toHex } from './bytes.ts';
import type { Config } from './generated/types.ts';

/** The forms that an instruction of a wallet may have. Addresses are in hex. */
export interface Forms {
  readonly wallet: string;
  /** The service's keys, usually one. Each may pay fees and bet for the wallet. */
  readonly services: readonly string[];
  open(slots: number): string[];
  /** `token` is the wallet's UTILITY account; default: its associated account. */
  money(type: 'deposit' | 'withdraw', currency: Currency, units: bigint, token?: string): string[];
  /**
   * `what`: 1 sets the delegate, 2 `autoWithdraw`. The numbers are the expiry in Unix seconds and
   * the amounts of SOL and UTILITY.
   */
  delegate(
    what: 1 | 2,
    autoWithdraw: number,
    key: string,
    ...numbers: readonly (bigint | number)[]
  ): string[];
  /** `prepared` has the account of a fact and a slot hint, which may be any value. */
  bet(bet: OwnBet, prepared: readonly string[]): string[];
}

interface OwnBet {
  /** Base58. */
  readonly market: string;
  readonly outcome: Outcome;
  readonly currency: Currency;
  readonly units: bigint;
  readonly minRatioBps: number;
}

export const NOBODY = '0'.repeat(64);
const SYSTEM = NOBODY;

export async function createForms(facts: Config, address: string): Promise<Forms> {
  const services = facts.delegates.map(decodeAddress);
  const [program, wallet, mint, tokenProgram, associated] = [
    ...[facts.program, address, facts.utilityMint],
    facts.tokenProgram,
    'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
  ].map(decodeAddress) as [string, string, string, string, string];
  const derive = (name: string, seed = '') => deriveAddress(program, textToHex(name), seed);
  const [bettor, config, vaultSol, vaultUtility, vaultToken, walletToken] = await Promise.all([
    derive('bettor', wallet),
    derive('config'),
    derive('vault', '00'),
    derive('vault', '01'),
    derive('vault-token'),
    deriveAddress(associated, wallet, tokenProgram, mint),
  ]);
  const form = (...parts: readonly string[]) => [program, ...parts].join(' ');
  return {
    ...{ wallet, services },
    // The service or the wallet pays the rent.
    open: (slots) =>
      [...services, wallet].map((payer) =>
        form(payer, wallet, wallet, bettor, config, SYSTEM, `0200${littleEndian(slots, 6)}`),
      ),
    money(type, currency, units, token = walletToken) {
      const isSol = currency === 'SOL';
      const data = littleEndian(units, 8);
      const start = [wallet, isSol ? vaultSol : vaultUtility, bettor];
      const code = currencyToCode(currency);
      if (type === 'deposit') {
        const rest = isSol ? [SYSTEM] : [token, vaultToken, mint, tokenProgram];
        return [form(...start, ...rest, head(5, code) + data)];
      }
      const rest = [token, vaultToken, mint, tokenProgram, associated, SYSTEM];
      return [form(...start, wallet, ...(isSol ? [] : rest), head(6, code) + data)];
    },
    delegate(what, autoWithdraw, key, ...numbers) {
      const rest = numbers.map((each) => littleEndian(each, 8)).join('');
      return [form(wallet, bettor, config, head(7, what, autoWithdraw) + key + rest)];
    },
    // If required, the operator signs too, or the account of a fact is included.
    bet({ market, outcome, currency, units, minRatioBps }, prepared) {
      const slot = prepared.at(-1)?.slice(56, 60);
      const ratio = littleEndian(minRatioBps, 4).padEnd(16, '0');
      const money = littleEndian(units, 8).padEnd(24, '0') + ratio;
      const end = `${slot}000${outcomeToCode(outcome)}`;
      const data = head(9, 1, 1, currencyToCode(currency)) + money + end;
      const address = decodeAddress(market);
      const known = [wallet, address, config, bettor];
      // The account of a fact is unknown here, but it must be none of these.
      const named = [...services, prepared[4] ?? ''].filter((one) => !known.includes(one));
      return [[], ...named.map((one) => [one])].map((others) =>
        form(wallet, address, config, ...others, bettor, data),
      );
    },
  };
}

const head = (...bytes: readonly number[]) => toHex(Uint8Array.from(bytes)).padEnd(16, '0');
