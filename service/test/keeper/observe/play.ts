import { expect } from 'vitest';
import type { World } from '../../support/world.ts';

export async function betBoth(world: World, id: string): Promise<void> {
  for (const [wallet, outcome] of [
    ['alice', 'Yes'],
    ['bob', 'No'],
  ] as const) {
    const bet = await world.bet(id, wallet, outcome, 1);
    expect([201, 202], bet.text).toContain(bet.status);
  }
}

export async function play(world: World, fields: Record<string, unknown>): Promise<string> {
  const id = await world.createMarket(fields);
  await betBoth(world, id);
  return id;
}
