// LISTEN and NOTIFY: one connection listens on all channels and reconnects when it is lost. The
// listeners of the replica that notifies are called at once, not when the notification comes back.
import { randomUUID } from 'node:crypto';
import { Batcher } from '@tote/chain/lib/batcher';
import { sleepUnlessAborted } from '@tote/chain/lib/sleep-unless-aborted';
import type { Pool } from 'pg';
import { Listeners, type Warn } from '../in-process.ts';
import type { Channel } from '../store.ts';
import { aborted, connectWatched, type WatchedClient } from './connections.ts';

const CHANNELS: readonly Channel[] = [
  ...(['feed', 'market', 'due', 'api-key', 'webhook', 'keeper'] as const),
  ...(['series', 'halted', 'hidden'] as const),
];
const PREFIX = 'tote ';
const RETRY_MS = 500;
const SENT_AT_ONCE = 100;

const NOTIFY = 'select pg_notify(c, p) from unnest($1::text[], $2::text[]) as sent (c, p)';

interface Sent {
  readonly channel: Channel;
  readonly payload: string;
}

export class Notifications {
  readonly listeners = new Listeners();
  readonly #url: string;
  readonly #pool: Pool;
  readonly #warn: Warn;
  readonly #sender = `${randomUUID()} `;
  readonly #stop = new AbortController();
  /** Channels on which a notification failed. They are notified again after a reconnect. */
  readonly #unsent = new Set<Channel>();
  /** In order, and those of one moment in one statement. */
  readonly #sends = new Batcher<Sent, undefined>({
    atOnce: 1,
    take: SENT_AT_ONCE,
    run: (all) => this.#send(all),
  });
  #ended = Promise.resolve();

  constructor(url: string, pool: Pool, warn: Warn) {
    this.#url = url;
    this.#pool = pool;
    this.#warn = warn;
  }

  async start(): Promise<void> {
    const first = await this.#listen();
    this.#ended = this.#keepListening(first);
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#ended;
  }

  /** The commit is done before this call, so a lost connection must not reject. */
  async notify(channel: Channel, payload: string): Promise<void> {
    this.listeners.call(channel, payload);
    await this.#sends.add({ channel, payload });
  }

  async #send(all: readonly Sent[]): Promise<undefined[]> {
    try {
      const channels = all.map(({ channel }) => PREFIX + channel);
      const payloads = all.map(({ payload }) => this.#sender + payload);
      await this.#pool.query(NOTIFY, [channels, payloads]);
    } catch (error) {
      this.#warn('a notification was not sent; it is sent after a reconnect', error);
      for (const { channel } of all) this.#unsent.add(channel);
    }
    return [];
  }

  async #keepListening(first: WatchedClient): Promise<void> {
    let connection: WatchedClient | undefined = first;
    while (!this.#stop.signal.aborted) {
      if (connection) {
        await Promise.race([aborted(connection.lost), aborted(this.#stop.signal)]);
        await connection.end();
      }
      await sleepUnlessAborted(RETRY_MS, this.#stop.signal);
      if (this.#stop.signal.aborted) return;
      connection = await this.#listenAgain();
    }
  }

  async #listenAgain(): Promise<WatchedClient | undefined> {
    try {
      const connection = await this.#listen();
      for (const channel of [...this.#unsent]) {
        this.#unsent.delete(channel);
        await this.notify(channel, '');
      }
      this.listeners.callAll();
      return connection;
    } catch (error) {
      this.#warn('the database does not respond', error);
      return undefined;
    }
  }

  async #listen(): Promise<WatchedClient> {
    const connection = await connectWatched(this.#url);
    connection.client.on('notification', ({ channel, payload = '' }) => {
      if (payload.startsWith(this.#sender)) return;
      const sent = payload.slice(this.#sender.length);
      this.listeners.call(channel.slice(PREFIX.length) as Channel, sent);
    });
    try {
      await connection.client.query(CHANNELS.map((name) => `listen "${PREFIX}${name}"`).join('; '));
      return connection;
    } catch (error) {
      await connection.end();
      throw error;
    }
  }
}
