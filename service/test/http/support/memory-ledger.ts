// What the service in memory answers about what bets came to: always the same.
import { amount, unixSeconds } from '@tote/domain';
import type { StatementEntry } from '../../../src/use-cases/ledger.ts';
import type { Queries } from '../../../src/use-cases/use-cases.ts';
import { ALICE, BOB, NOW, SIGNATURE } from './memory-config.ts';

type Ledger = 'getStatement' | 'getWallet' | 'listLeaders' | 'listActivity' | 'getStats';

export const LEDGER_QUERIES: Pick<Queries, Ledger> = {
  getStatement: async (wallet) => ({
    wallet,
    opening: { SOL: 0n, UTILITY: 0n },
    closing: { SOL: 18_446_744_073_709_551_614n, UTILITY: 0n },
    entries: [
      statementEntry({ type: 'deposit', amount: 18_446_744_073_709_551_615n }),
      statementEntry({ type: 'bet', amount: -1n, outcome: 'Yes', betId: 'bet_1' }),
    ],
  }),
  getWallet: async (wallet) => {
    const none = { staked: amount(1n), paid: amount(0n), won: 0, lost: 1, refunded: 0 };
    const results = { profit: -1n, ...none };
    return {
      ...{ wallet, results: { SOL: results, UTILITY: results }, positions: [] },
      staked: { SOL: amount(0n), UTILITY: amount(2n) },
      nextCursor: 'next',
    };
  },
  listLeaders: async ({ limit }) => ({
    leaders: [
      { rank: 1, wallet: ALICE, bettor: BOB, profit: 5n },
      { rank: 2, wallet: BOB, bettor: ALICE, profit: -5n },
    ].slice(0, limit),
    nextCursor: limit < 2 ? 'next' : null,
  }),
  listActivity: async () => ({ events: [], next: 7n }),
  getStats: async (days) => {
    const none = { volume: 1n, bets: 1n, bettors: 1n, paid: 0n, burned: 0n };
    const totals = { ...none, openMarkets: 1 };
    return {
      totals: { SOL: totals, UTILITY: totals },
      days: Array.from({ length: days }, (_, index) => ({
        day: unixSeconds(NOW - index * 86_400),
        totals: { SOL: none, UTILITY: none },
      })),
    };
  },
};

function statementEntry(fields: Partial<StatementEntry>): StatementEntry {
  const none = { marketId: null, betId: null, outcome: null };
  const about = { at: NOW, currency: 'SOL', balance: 0n, transactionId: SIGNATURE } as const;
  return { type: 'deposit', amount: 0n, ...about, ...none, ...fields };
}
