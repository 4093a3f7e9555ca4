// Test setup: a service that takes bets and follows the Config on chain, which tests change.
import type { Address } from '@solana/kit';
import { LiveConfig } from '@tote/chain/live-config';
import type { DomainError, UnixSeconds } from '@tote/domain';
import type { TermsArgs } from '@tote/program-client';
import { expect } from 'vitest';
import type { World } from '../../../packages/chain/test/world.ts';
import { readSettings } from '../../src/settings/read-settings.ts';
import { createRelayers } from '../../src/submissions/relayers.ts';
import { createServiceConfig } from '../../src/wiring/service-config.ts';
import { createUpdate } from '../support/change-config.ts';
import { type BettingOptions, createBetting } from './betting.ts';

export async function updateConfig(
  world: Pick<World, 'chain' | 'admin'>,
  terms: Partial<TermsArgs>,
  knownPrograms: readonly Address[] = [],
): Promise<void> {
  const instruction = await createUpdate(world, terms, knownPrograms);
  await world.chain.send([instruction], [world.admin]);
}

/** It knows the Config only as of its last refresh. */
export async function createFollowing(options: BettingOptions = {}) {
  const betting = await createBetting(options);
  const { world, context } = betting;
  const { chain, localnet, relayer, oracle } = world;
  const live = new LiveConfig({
    accounts: chain.accounts,
    first: await chain.accounts.getConfig(),
  });
  const keys = { relayer, oracle } as never;
  const config = createServiceConfig({
    ...{
      platform: { chain, keys, localnet },
      live,
      relayers: createRelayers({ relayer }, () => live.current.operator),
      settings: readSettings({ TOTE_SANDBOX: '0' }, '.'),
    },
    utility: await chain.accounts.getUtility(),
    origin: 'http://127.0.0.1',
    ...{ demoWorld: undefined, webSources: [], refuseUnlandable: () => undefined },
  });
  Object.assign(context, { config, refreshConfig: () => live.refresh() });
  return { ...betting, live };
}

/** Its state, or why it was refused. */
export const resultOf = (attempt: Promise<{ readonly state: string }>): Promise<string> =>
  attempt.then(
    ({ state }) => state,
    (error: DomainError) => `${error.status} ${error.code}`,
  );

/** The time of a chain stands still, at the second that a test says. */
export class StandingTime {
  #ms = Date.UTC(2030, 0, 1);
  #isSharp = true;
  readonly chainMs = () => this.#ms;

  get now(): UnixSeconds {
    return (this.#ms / 1_000) as UnixSeconds;
  }

  /** Runs something at a time that never goes back. */
  async at<T>(
    { chain }: Pick<World, 'chain'>,
    seconds: number,
    act: (now: UnixSeconds) => Promise<T>,
  ): Promise<T> {
    this.#ms = seconds * 1_000;
    await expect
      .poll(async () => {
        await chain.clock.refresh();
        return chain.clock.shown();
      })
      .toBe(seconds);
    const result = await act(this.now);
    this.#isSharp &&= chain.clock.now() === seconds;
    return result;
  }

  /**
   * Repeats what ran while our clock was ahead of the chain's: it goes on by itself if a busy
   * machine does not read it for a second.
   */
  async repeatUntilSharp<T>(act: () => Promise<T>): Promise<T> {
    for (;;) {
      this.#isSharp = true;
      this.#ms += 10_000;
      const result = await act();
      if (this.#isSharp) return result;
    }
  }
}
