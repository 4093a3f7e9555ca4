// Reads every bet, market, withdrawal and payout of the program from the chain itself.
import { type Address, createDefaultRpcTransport } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import { decodeLanded, shapeOf } from '@tote/chain/history/decode-landed';
import { listSignatures } from '@tote/chain/history/list-signatures';
import type { MarketShape, ProgramChange } from '@tote/chain/history/program-change';
import { marketIdOf } from '@tote/chain/ids';
import type { LandedTransaction } from '@tote/chain/landed';
import { mapConcurrently } from '@tote/chain/lib/map-concurrently';
import { openChain } from '@tote/chain/open-chain';
import { DONE, Outcome, TOTE_PROGRAM_ADDRESS } from '@tote/program-client';
import type { Act } from './check.ts';

const AT_ONCE = 16;
const PAGE = 1_000;

export interface OnChain {
  readonly acts: readonly Act[];
  /** The bets of each market id. */
  readonly bets: ReadonlyMap<string, readonly string[]>;
  /** Positions that were paid, and those that were paid again. */
  readonly paid: number;
  readonly paidAgain: number;
}

export async function readChain(rpcUrl: string): Promise<OnChain> {
  const chain = await openChain({
    transport: createDefaultRpcTransport({ url: rpcUrl }),
    programAddress: TOTE_PROGRAM_ADDRESS,
    wallMs: Date.now,
  });
  try {
    return await read(chain);
  } finally {
    await chain.close();
  }
}

async function read(chain: Chain): Promise<OnChain> {
  const { programAddress } = chain;
  const listed = await listSignatures(chain.rpc, programAddress, undefined);
  const shapes = new Map<Address, MarketShape>();
  const reading = new Reading();
  const add = (landed: LandedTransaction) => {
    const changes = decodeLanded(landed, {
      programAddress,
      findMarketShape: (market) => shapes.get(market),
      findOwnBettor: () => undefined,
    });
    for (const change of changes) {
      if (change.name === 'MarketCreated') shapes.set(change.event.market, shapeOf(change.event));
      reading.add(change);
    }
  };
  // Oldest first, so that a market is known before its bets.
  for (let from = 0; from < listed.length; from += PAGE) {
    const page = listed.slice(from, from + PAGE);
    for (const landed of await mapConcurrently(page, AT_ONCE, fetchFrom(chain))) add(landed);
  }
  return reading;
}

const fetchFrom =
  (chain: Chain) =>
  async ({ signature }: { signature: string }): Promise<LandedTransaction> => {
    const landed = await chain.fetchLanded(signature);
    if (landed) return landed;
    throw new Error(`the chain does not have ${signature}, which it listed`);
  };

class Reading implements OnChain {
  readonly acts: Act[] = [];
  readonly bets = new Map<string, string[]>();
  readonly #paid = new Set<string>();
  paidAgain = 0;

  get paid(): number {
    return this.#paid.size;
  }

  add(change: ProgramChange): void {
    switch (change.name) {
      case 'missing':
      case 'unknown_market':
        throw new Error(`cannot read what is on chain: ${change.name} ${change.market}`);
      case 'MarketCreated':
        this.acts.push({
          kind: 'market',
          mark: change.question,
          facts: marketIdOf(change.event.market),
        });
        return;
      case 'Withdrawn': {
        const { bettor, amount, swept } = change.event;
        if (!swept) this.acts.push({ kind: 'withdrawal', mark: `${bettor} ${amount}`, facts: '' });
        return;
      }
      case 'BetsPlaced':
        this.#addBets(change);
        return;
      case 'PositionsSettled':
        this.#addPayouts(change);
        return;
    }
  }

  #addBets({ event, bets }: ProgramChange & { name: 'BetsPlaced' }): void {
    const marketId = marketIdOf(event.market);
    const own = this.bets.get(marketId) ?? [];
    this.bets.set(marketId, own);
    for (const { verdict, bettor, amount, outcome, betId } of bets) {
      if (verdict !== DONE) continue;
      own.push(betId);
      const facts = betFacts({ marketId, outcome: outcome === Outcome.Yes ? 'Yes' : 'No', betId });
      this.acts.push({ kind: 'bet', mark: `${bettor} ${amount}`, facts });
    }
  }

  #addPayouts({ event, bettors }: ProgramChange & { name: 'PositionsSettled' }): void {
    for (const [index, { verdict }] of event.positions.entries()) {
      if (verdict !== DONE) continue;
      const position = `${event.market} ${bettors[index]}`;
      if (this.#paid.has(position)) this.paidAgain += 1;
      this.#paid.add(position);
    }
  }
}

/** What a bet says besides its bettor and its amount. */
export function betFacts(bet: { marketId: string; outcome: string; betId: string }): string {
  return `${bet.marketId} ${bet.outcome} ${bet.betId}`;
}
