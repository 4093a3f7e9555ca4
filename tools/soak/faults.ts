// The faults of a run, and which of them comes when, from the seed alone.
import { spawn } from 'node:child_process';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { FAULTS, type RpcProxy } from '../../service/test/faults/support/rpc-proxy.ts';
import type { OwnPostgres } from '../../service/test/support/postgres.ts';
import { Chance } from './chance.ts';
import type { Replica } from './replica.ts';

/** Begins a fault; the returned function ends it. Undefined: it is over already. */
export type Fault = (chance: Chance) => Promise<(() => unknown) | undefined>;
export type Faults = Readonly<{ [kind: string]: Fault }>;

/** Faults of this length follow each other after pauses of that length, so some overlap. */
const LASTS_MS = [500, 8_000] as const;
const PAUSE_MS = [3_000, 12_000] as const;
const STORM_CONNECTIONS = 300;
const AGAIN_MS = 200;
/** The calls to the node while it has faults. */
const RPC_FAULT_RATE = 0.3;

/** The clock of a machine is off by at most this many seconds, and is corrected later. */
export function processFaults(replicas: readonly Replica[], clockSeconds: number): Faults {
  return {
    'kill -9': async (chance) => void (await chance.pick(replicas).process?.kill()),
    'clean restart': async (chance) => void (await chance.pick(replicas).process?.stop()),
    'frozen process': async (chance) => {
      const { process } = chance.pick(replicas);
      process?.freeze();
      return () => process?.thaw();
    },
    'clock step': async (chance) => {
      const replica = chance.pick(replicas);
      const seconds = chance.between(clockSeconds / 8, clockSeconds) * chance.pick([1, -1]);
      replica.setClock(seconds * 1_000);
      return () => replica.setClock(0);
    },
    'connection storm': async (chance) => {
      const { baseUrl } = chance.pick(replicas).api;
      const sockets = Array.from({ length: STORM_CONNECTIONS }, () => attack(baseUrl, chance));
      return () => {
        for (const socket of sockets) socket.destroy();
      };
    },
  };
}

/** A connection that takes what it can and gives nothing. */
function attack(baseUrl: string, chance: Chance): Socket {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  socket.pause();
  const requests = [
    // Says nothing.
    '',
    // Never finishes its request.
    `POST /v1/markets HTTP/1.1\r\nHost: ${hostname}\r\nContent-Length: 100\r\n`,
    // Wants all events and reads none; those of one address, then of this machine.
    `GET /v1/events?lastEventId=0 HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`,
    // Asks again and again and reads no answer.
    `GET /v1/markets HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`.repeat(20),
  ];
  socket.write(chance.pick(requests));
  return socket;
}

/** Files on this disk are written and synced as fast as it takes it. */
export const busyDisk =
  (dir: string): Fault =>
  async () => {
    const script = 'while :; do dd if=/dev/zero of="$0" bs=8M count=8 conv=fsync; done';
    const writers = [1, 2, 3, 4].map((writer) =>
      spawn('sh', ['-c', script, join(dir, `busy-${writer}`)], { detached: true, stdio: 'ignore' }),
    );
    return () => {
      for (const { pid } of writers) if (pid !== undefined) process.kill(-pid, 'SIGKILL');
    };
  };

export function databaseFaults(postgres: OwnPostgres, url: string): Faults {
  const name = new URL(url).pathname.slice(1);
  const allow = (may: boolean) =>
    postgres.query(`alter database ${name} with allow_connections ${may}`);
  /** Another fault may have stopped the server. */
  const allowAgain = (): Promise<unknown> =>
    allow(true).catch(async () => {
      await sleep(AGAIN_MS);
      return allowAgain();
    });
  return {
    'database stopped': async () => {
      await postgres.pause();
      return () => postgres.resume();
    },
    'database connections cut': async () => {
      await allow(false);
      const all = `from pg_stat_activity where datname = '${name}'`;
      await postgres.query(`select pg_terminate_backend(pid) ${all}`).catch(() => undefined);
      return allowAgain;
    },
    'slow database': async (chance) => {
      for (let left = 5; left > 0; left -= 1) {
        const seconds = chance.between(20, 300) / 1_000;
        const locked = `lock table submissions, feed; perform pg_sleep(${seconds});`;
        await postgres.query(`do $$ begin ${locked} end $$`, url);
      }
      return undefined;
    },
  };
}

export function rpcFaults(rpc: RpcProxy): Faults {
  return {
    'RPC down': async (chance) => {
      const fault = chance.pick(['request lost', 'blackhole', '503'] as const);
      rpc.choose = () => fault;
      return () => rpc.heal();
    },
    'RPC faults': async (chance) => {
      rpc.choose = () => (chance.next() < RPC_FAULT_RATE ? chance.pick(FAULTS) : undefined);
      return () => rpc.heal();
    },
  };
}

/** Each round has every fault once, in another order. */
export function* planFaults(seed: number, kinds: readonly string[]) {
  const chance = new Chance(seed, 'faults');
  for (;;) {
    for (const kind of chance.shuffle(kinds)) {
      // From the beginning of the last one.
      const pauseMs = chance.between(...PAUSE_MS);
      yield { kind, pauseMs, lastsMs: chance.between(...LASTS_MS) };
    }
  }
}

interface FaultOptions {
  readonly seed: number;
  readonly faults: Faults;
  readonly signal: AbortSignal;
  readonly note: (text: string) => void;
  readonly count: (name: string) => void;
}

/** Makes faults until the signal aborts; then all of them are ended. */
export async function makeFaults(options: FaultOptions): Promise<void> {
  const { seed, faults, signal, note, count } = options;
  const active = new Map<string, Promise<void>>();
  const pause = (ms: number) => sleep(ms, undefined, { signal }).catch(() => undefined);
  const make = async (kind: string, lastsMs: number, chance: Chance) => {
    note(`${kind} begins`);
    // Another fault may have stopped the database already.
    const end = await (faults[kind] as Fault)(chance).catch(() => undefined);
    if (end) await pause(lastsMs);
    await end?.();
    note(`${kind} is over`);
  };
  let made = 0;
  for (const { kind, pauseMs, lastsMs } of planFaults(seed, Object.keys(faults))) {
    await pause(pauseMs);
    // A fault that is still there would be ended twice.
    await active.get(kind);
    if (signal.aborted) break;
    count('faults');
    active.set(kind, make(kind, lastsMs, new Chance(seed, `${kind} ${made++}`)));
  }
  await Promise.all(active.values());
}
