// Believes nothing but the program's events: do they tell one story, and does its money add up?
import type { Address } from '@solana/kit';
import type { Currency, EventOf, ToteEvent } from '@tote/program-client';
import { fail } from './compare.ts';

interface Story {
  readonly currency: Currency;
  sequence: bigint;
  pools: bigint;
  paid: bigint;
  winners: number;
  areFeesMoved: boolean;
}

/** Burn shares of one currency: all that came, and what is not burned or sold yet. */
interface Burn {
  total: bigint;
  left: bigint;
}

/** What there is to go back to. */
export interface Heard {
  readonly stories: ReadonlyMap<Address, Story>;
  readonly burns: readonly Burn[];
}

type MarketEvent = Extract<ToteEvent, { sequence: bigint }>;

const NOTHING_BURNED: readonly Burn[] = [
  { total: 0n, left: 0n },
  { total: 0n, left: 0n },
];
export const NOTHING_HEARD: Heard = { stories: new Map(), burns: NOTHING_BURNED };

export class Auditor {
  #stories = new Map<Address, Story>();
  #burns = NOTHING_BURNED.map((burn) => ({ ...burn }));

  /** Copies, to go back to later. */
  save(): Heard {
    return { stories: copy(this.#stories), burns: this.#burns.map((burn) => ({ ...burn })) };
  }

  restore({ stories, burns }: Heard): void {
    this.#stories = copy(stories);
    this.#burns = burns.map((burn) => ({ ...burn }));
  }

  hear(event: ToteEvent): void {
    this.#hearBurn(event);
    if (!('sequence' in event)) return;
    const story = this.#follow(event);
    switch (event.name) {
      case 'BetsPlaced': {
        const last = event.bets.at(-1);
        if (last) story.pools = last.poolYes + last.poolNo;
        return;
      }
      case 'MarketResolved':
      case 'MarketVetoed':
      case 'MarketRefunded':
        if (event.poolYes + event.poolNo !== story.pools) fail('an end with other pools');
        return;
      case 'PositionsSettled':
        hearPayouts(story, event);
        return;
      case 'MarketClosed':
        hearClose(story, event);
        return;
      default:
        return;
    }
  }

  /** The counters of the vaults are what the events before them add up to. */
  #hearBurn(event: ToteEvent): void {
    switch (event.name) {
      case 'BettorClosed':
        this.#addBurn(0, event.forfeitedSol);
        this.#addBurn(1, event.forfeitedUtility);
        return;
      case 'MarketClosed': {
        const burn = this.#addBurn(this.#currencyOf(event.market), event.burn + event.dust);
        if (burn.total !== event.burnTotal) fail(`${burn.total} came, not ${event.burnTotal}`);
        if (burn.left !== event.feesBurn) fail(`${burn.left} are left, not ${event.feesBurn}`);
        return;
      }
      case 'FeesCollected':
        this.#takeBurn(event.currency, event.burned, event.burnedTotal);
        return;
      case 'BoughtBack': {
        const { left } = this.#takeBurn(0, event.lot, event.burnedTotal);
        if (left !== event.reserve) fail(`a reserve of ${event.reserve}, not ${left}`);
        return;
      }
      default:
        return;
    }
  }

  #currencyOf(market: Address): Currency {
    return this.#stories.get(market)?.currency ?? fail('the close of a market nobody created');
  }

  #burnOf(currency: Currency): Burn {
    return this.#burns[currency] ?? fail(`a currency of ${currency}`);
  }

  #addBurn(currency: Currency, amount: bigint): Burn {
    const burn = this.#burnOf(currency);
    burn.total += amount;
    burn.left += amount;
    return burn;
  }

  #takeBurn(currency: Currency, amount: bigint, takenInAll: bigint): Burn {
    const burn = this.#burnOf(currency);
    burn.left -= amount;
    const taken = burn.total - burn.left;
    if (taken !== takenInAll) fail(`${taken} were burned or sold, not ${takenInAll}`);
    return burn;
  }

  #follow(event: MarketEvent): Story {
    const story = this.#stories.get(event.market);
    if (!story) {
      if (event.name !== 'MarketCreated') fail(`${event.name} of a market nobody created`);
      const { currency } = event;
      const begun = {
        currency,
        sequence: 1n,
        pools: 0n,
        paid: 0n,
        winners: 0,
        areFeesMoved: false,
      };
      this.#stories.set(event.market, begun);
      if (event.sequence !== 1n) fail('a market that does not start at sequence 1');
      return begun;
    }
    if (event.sequence !== story.sequence + 1n) {
      fail(`${event.name} has the sequence ${event.sequence} after ${story.sequence}`);
    }
    story.sequence = event.sequence;
    return story;
  }
}

function hearPayouts(story: Story, { positions, held }: EventOf<'PositionsSettled'>): void {
  for (const { payout } of positions) {
    story.paid += payout;
    if (payout > 0n) story.winners += 1;
  }
  const left = story.areFeesMoved ? 0n : story.pools - story.paid;
  if (held !== left) fail(`${held} held of ${left}`);
}

/** Payouts, both fees and dust are the pools, exactly; dust is less than one unit per winner. */
function hearClose(story: Story, event: EventOf<'MarketClosed'>): void {
  const { burn, developer, dust } = event;
  if (story.areFeesMoved) {
    if (burn + developer + dust !== 0n) fail('fees that moved twice');
    return;
  }
  story.areFeesMoved = true;
  const sum = story.paid + burn + developer + dust;
  if (sum !== story.pools) {
    fail(`${story.paid} paid + ${burn} + ${developer} + ${dust} of pools of ${story.pools}`);
  }
  if (dust > 0n && dust >= BigInt(story.winners)) {
    fail(`${dust} base units of dust for ${story.winners} winners`);
  }
}

function copy(stories: ReadonlyMap<Address, Story>): Map<Address, Story> {
  return new Map([...stories].map(([address, story]) => [address, { ...story }]));
}
