// Kill -9 while events are posted to a webhook. Afterwards the receiver has every event, in order;
// what it got twice has the same id.
import { describe, expect, test } from 'vitest';
import { hasRounds } from '../../../tools/test-setup/stage.ts';
import { until } from '../../../tools/test-setup/until.ts';
import type { CrashPoint } from '../../src/telemetry/crash-points.ts';
import { EventReader } from '../conformance/support/event-reader.ts';
import { Receiver } from '../feed/webhooks/support/receiver.ts';
import { hasPostgres } from '../support/postgres.ts';
import type { Api, Credential } from './support/api.ts';
import { type Engine, openEnvironment } from './support/environment.ts';
import { ServiceProcess } from './support/service-process.ts';

const POINTS: readonly CrashPoint[] = [
  'after delivering',
  ...(hasRounds ? ['before delivering' as const] : []),
];

async function openWebhook(api: Api, as: Credential, url: string, marketId: string) {
  const answer = await api.call('POST', '/webhooks', { body: { url, markets: [marketId] }, as });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.lastEventId as string;
}

/** Each start of a process takes seconds. */
const ENGINES: readonly Engine[] = hasRounds ? ['SQLite', 'PostgreSQL'] : ['SQLite'];

describe.each(ENGINES)('on %s', (engine) => {
  test.skipIf(engine === 'PostgreSQL' && !hasPostgres())(
    `the receiver has every event after kill -9 at ${POINTS.join(' and ')}`,
    async () => {
      await using receiver = await Receiver.start();
      await using environment = await openEnvironment('an embedded chain', engine);
      const env = { ...environment.env, TOTE_WEBHOOK_NETWORKS: '127.0.0.0/8' };
      const first = await ServiceProcess.start({ ...env, TOTE_CRASH_AT: POINTS[0] as string });
      const bettor = await environment.openWallet(first.api);
      const marketId = await first.api.createMarket(bettor);
      const after = await openWebhook(first.api, bettor, receiver.url, marketId);
      let service = first;
      for (const [round, point] of POINTS.entries()) {
        await service.arm();
        await service.api.tryBet(bettor, { marketId, key: `bet ${round}` });
        expect(await service.ended).toBe('SIGKILL');
        const next = POINTS[round + 1];
        service = await ServiceProcess.start({ ...env, ...(next && { TOTE_CRASH_AT: next }) });
        await service.api.betUntilPlaced(bettor, { marketId, key: `bet ${round}` });
        expect(point).toBe(POINTS[round]);
      }
      await service.api.bet(bettor, { marketId, key: 'the last' });
      const query = `marketId=${marketId}&lastEventId=${after}`;
      const feed = await EventReader.open(`${service.api.baseUrl}/events?${query}`);
      const placed = () => feed.types.filter((type) => type === 'bet.confirmed');
      await expect.poll(placed).toHaveLength(POINTS.length + 1);
      // All of them, each for the first time in the order of the feed.
      const ids = () => feed.events.map(({ id }) => id);
      await until(() => expect([...new Set(receiver.ids)]).toEqual(ids()));
      feed.close();
      await service.stop();
    },
  );
});
