// Reads every bet, market, withdrawal and payout of the program from the chain itself.
import { type Address, createDefaultRpcTransport } from '@solana/kit';
import { decodeLanded, shapeOf } from '@tote/chain/history/decode-landed';
import { listSignatures } from '@tote/chain/history/list-signatures';
import type { MarketShape, PlacedBet, ProgramChange } from '@tote/chain/history/program-change';
import { marketIdOf } from '@tote/chain/ids';
import { mapConcurrently } from '@tote/chain/lib/map-concurrently';
import { openChain } from '@tote/chain/open-chain';
import { DONE, Outcome, TOTE_PROGRAM_ADDRESS } from '@tote/program-client';
import type { Act } from './record.ts';

const AT_ONCE = 16;
const PAGE = 1_000;

export async function readChain(rpcUrl: string): Promise<OnChain> {
  const chain = await openChain({
    transport: createDefaultRpcTransport({ url: rpcUrl }),
    programAddress: TOTE_PROGRAM_ADDRESS,
    wallMs: Date.now,
  });
  try {
    const onChain = new OnChain();
    const listed = await listSignatures(chain.rpc, chain.programAddress, undefined);
    // Oldest first, so that a market is known before its bets.
    for (let from = 0; from < listed.length; from += PAGE) {
      const page = listed.slice(from, from + PAGE);
      const all = await mapConcurrently(page, AT_ONCE, ({ signature }) =>
        chain.fetchLanded(signature),
      );
      for (const landed of all) {
        if (!landed) throw new Error('the chain does not have a transaction that it listed');
        for (const change of decodeLanded(landed, onChain.decoding)) onChain.add(change);
      }
    }
    return onChain;
  } finally {
    await chain.close();
  }
}

export class OnChain {
  readonly acts: Act[] = [];
  readonly bets = new Map<string, string[]>();
  /** Positions that were paid, and how many were paid again. */
  readonly paid = new Set<string>();
  paidAgain = 0;
  readonly #shapes = new Map<Address, MarketShape>();

  readonly decoding = {
    programAddress: TOTE_PROGRAM_ADDRESS,
    findMarketShape: (market: Address) => this.#shapes.get(market),
    findOwnBettor: () => undefined,
  };

  add(change: ProgramChange): void {
    switch (change.name) {
      case 'missing':
      case 'unknown_market':
        throw new Error(`cannot read what is on chain: ${change.name} ${change.market}`);
      case 'MarketCreated': {
        const { market } = change.event;
        this.#shapes.set(market, shapeOf(change.event));
        this.acts.push({ kind: 'market', mark: change.question, facts: marketIdOf(market) });
        return;
      }
      case 'Withdrawn': {
        const { bettor, amount, swept } = change.event;
        if (!swept) this.acts.push({ kind: 'withdrawal', mark: `${bettor} ${amount}`, facts: '' });
        return;
      }
      case 'BetsPlaced': {
        const marketId = marketIdOf(change.event.market);
        for (const bet of change.bets) if (bet.verdict === DONE) this.#addBet(marketId, bet);
        return;
      }
      case 'PositionsSettled':
        for (const [index, { verdict }] of change.event.positions.entries()) {
          const position = `${change.event.market} ${change.bettors[index]}`;
          if (verdict === DONE && this.paid.has(position)) this.paidAgain += 1;
          if (verdict === DONE) this.paid.add(position);
        }
    }
  }

  #addBet(marketId: string, bet: PlacedBet): void {
    const { betId, bettor, amount } = bet;
    this.bets.set(marketId, [...(this.bets.get(marketId) ?? []), betId]);
    const outcome = bet.outcome === Outcome.Yes ? 'Yes' : 'No';
    const facts = betFacts({ marketId, outcome, betId });
    this.acts.push({ kind: 'bet', mark: `${bettor} ${amount}`, facts });
  }
}

/** What a bet says besides its bettor and its amount. */
export function betFacts(bet: { marketId: string; outcome: string; betId: string }): string {
  return `${bet.marketId} ${bet.outcome} ${bet.betId}`;
}
