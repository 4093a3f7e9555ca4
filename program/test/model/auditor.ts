// Believes nothing but the program's events: do they tell one story, and does its money add up?
import type { Address } from '@solana/kit';
import type { EventOf, ToteEvent } from '@tote/program-client';
import { fail } from './compare.ts';

interface Story {
  sequence: bigint;
  pools: bigint;
  paid: bigint;
  winners: number;
  areFeesMoved: boolean;
}

type MarketEvent = Extract<ToteEvent, { sequence: bigint }>;

export class Auditor {
  #stories = new Map<Address, Story>();

  /** Copies, to go back to later. */
  save(): ReadonlyMap<Address, Story> {
    return copy(this.#stories);
  }

  restore(saved: ReadonlyMap<Address, Story>): void {
    this.#stories = copy(saved);
  }

  hear(event: ToteEvent): void {
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

  #follow(event: MarketEvent): Story {
    const story = this.#stories.get(event.market);
    if (!story) {
      if (event.name !== 'MarketCreated') fail(`${event.name} of a market nobody created`);
      const begun = { sequence: 1n, pools: 0n, paid: 0n, winners: 0, areFeesMoved: false };
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
