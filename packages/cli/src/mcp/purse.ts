// The wallet that bets, and what it may still spend.
import { join } from 'node:path';
import { UsageError } from '@tote/chain/lib/usage-error';
import type { Currency } from '@tote/domain';
import {
  type Account,
  type Config,
  type Decimal,
  decimal,
  fromBaseUnits,
  type Tote,
  toBaseUnits,
} from '@tote/sdk';
import { RefusedError } from '../failures.ts';
import type { Session } from '../session.ts';
import { walletFolder } from '../wallets/kept-wallets.ts';
import { untrusted } from './answers.ts';
import { Spending } from './spending.ts';

export type Purse = ReturnType<typeof createPurse>;
export type OpenPurse = Awaited<ReturnType<Purse['open']>>;

const CURRENCIES = ['SOL', 'UTILITY'] as const;
const BASE58 = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;

export function createPurse(session: Session, { maxBet, maxDay }: Limits) {
  let connected: Promise<Tote> | undefined;

  async function read() {
    // Failures are not kept: the user may fix the cause while this runs.
    connected ??= session.connect().catch((error) => {
      connected = undefined;
      throw error;
    });
    const tote = await connected;
    const [account, config] = await Promise.all([tote.getAccount(), tote.getConfig()]);
    return { tote, account, config, spending: new Spending(folderFor(account, config)) };
  }

  function folderFor({ wallet }: Account, { genesisHash }: Config): string {
    // They become names of folders.
    if (![wallet, genesisHash].every((each) => BASE58.test(each))) {
      throw new RefusedError('The service names no valid wallet or chain. Is --url right?');
    }
    return join(walletFolder(session.env), '..', 'spending', genesisHash, wallet);
  }

  return {
    /** Amounts are in base units of the currency. */
    async open(currency: Currency) {
      const { config, ...purse } = await read();
      const decimals = config.decimals[currency];
      const units = (amounts: Limits['maxBet']) => toBaseUnits(amounts[currency], decimals);
      return { ...purse, decimals, maxBet: units(maxBet), maxDay: units(maxDay) };
    },
    async describe() {
      const { account, config, spending } = await read();
      const { wallet, balances, staked, delegate, open, positions } = account;
      const spentToday = Object.fromEntries(
        CURRENCIES.map((each) => [
          each,
          fromBaseUnits(spending.spent(each), config.decimals[each]),
        ]),
      );
      return {
        ...{ wallet, open, balances, staked },
        allowance: delegate && { ...delegate.allowance, until: delegate.expiresAt },
        limits: { maxBet, maxDay, spentToday },
        positions: positions.map(({ question, ...position }) => ({
          ...position,
          question: untrusted(question),
        })),
      };
    },
  };
}

type Amounts = Readonly<Record<Currency, Decimal>>;

export interface Limits {
  readonly maxBet: Amounts;
  readonly maxDay: Amounts;
}

const DEFAULT_LIMITS = { maxBet: '0.05SOL,5UTILITY', maxDay: '0.2SOL,20UTILITY' } as const;

export function readLimits(maxBet: string | undefined, maxDay: string | undefined): Limits {
  return {
    maxBet: readAmounts('--max-bet', maxBet, DEFAULT_LIMITS.maxBet),
    maxDay: readAmounts('--max-day', maxDay, DEFAULT_LIMITS.maxDay),
  };
}

/** A currency that the text does not name keeps its default. */
function readAmounts(option: string, text: string | undefined, standard: string): Amounts {
  const read = (list: string) =>
    list.split(',').map((part): [string, Decimal] => {
      const [, amount, currency = ''] = /^ *(\d[\d.]*) *(SOL|UTILITY) *$/i.exec(part) ?? [];
      if (amount === undefined) {
        throw new UsageError(`${option}: must look like 0.1SOL or 0.1SOL,10UTILITY.`);
      }
      return [currency.toUpperCase(), decimal(amount)];
    });
  const given = text === undefined ? [] : read(text);
  if (new Set(given.map(([currency]) => currency)).size < given.length) {
    throw new UsageError(`${option}: names a currency twice.`);
  }
  return Object.fromEntries([...read(standard), ...given]) as Amounts;
}
