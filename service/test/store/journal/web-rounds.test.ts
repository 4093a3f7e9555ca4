import { unixSeconds } from '@tote/domain';
import { expect, test } from 'vitest';
import {
  changeRoundTimes,
  listFailedRounds,
  listLastRoundTimes,
  listSampleTimes,
  recordFailedRound,
} from '../../../src/store/journal/samples.ts';
import { describeEngines } from '../support/engines.ts';

const roundAt = (second: number, marketId = 'market_1', reason = `at ${second}`) => {
  return { marketId, at: unixSeconds(second), reason, fetches: '[{"é":1}]' };
};

describeEngines(['postgres', 'folder'], (engine) => {
  test('failed rounds are kept once per second, newest first, and survive a restart', async () => {
    let store = await engine.open();
    for (const round of [roundAt(30), roundAt(10), roundAt(20), roundAt(20, 'market_1', 'no')]) {
      await store.write((db) => recordFailedRound(db, round));
    }
    store = await engine.reopen(store);
    const rounds = await listFailedRounds(store.db, 'market_1');
    expect(rounds).toEqual([roundAt(30), roundAt(20), roundAt(10)]);
    expect(await listFailedRounds(store.db, 'market_2')).toEqual([]);
  });

  test('only the last twenty of a market are kept', async () => {
    const store = await engine.open();
    await store.write((db) => recordFailedRound(db, roundAt(1, 'market_2')));
    for (let second = 1; second <= 25; second += 1) {
      await store.write((db) => recordFailedRound(db, roundAt(second)));
    }
    const rounds = await listFailedRounds(store.db, 'market_1');
    expect(rounds.map(({ at }) => at)).toEqual(
      Array.from({ length: 20 }, (_, index) => 25 - index),
    );
    expect(await listFailedRounds(store.db, 'market_2')).toHaveLength(1);
  });

  test('times of rounds are added once and removed, for each market', async () => {
    let store = await engine.open();
    const at = (...seconds: number[]) => seconds.map(unixSeconds);
    const change = async (marketId: string, added: number[], removed: number[] = []) => {
      const times = { marketId, added: at(...added), removed: at(...removed) };
      await store.write((db) => changeRoundTimes(db, times));
    };
    await change('market_1', [60, 120, 120]);
    await change('market_2', [90]);
    await change('market_1', [180], [120, 90]);
    store = await engine.reopen(store);
    expect(await listSampleTimes(store.db, 'market_1')).toEqual([60, 180]);
    expect(await listLastRoundTimes(store.db, 'market_1', 1)).toEqual([180]);
    expect(await listLastRoundTimes(store.db, 'market_2', 2)).toEqual([90]);
  });
});
