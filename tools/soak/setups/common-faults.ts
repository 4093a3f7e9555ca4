// Faults of processes, machines and clients, which every setup has.
import { connect, type Socket } from 'node:net';
import type { Chance } from '../chance.ts';
import type { Replica } from './replica.ts';
import type { Fault } from './setup.ts';

const STORM_CONNECTIONS = 300;

export function processFaults(replicas: readonly Replica[]): Record<string, Fault> {
  return {
    'kill -9': async (chance) => {
      await chance.pick(replicas).kill();
      return undefined;
    },
    'clean restart': async (chance) => {
      await chance.pick(replicas).stop();
      return undefined;
    },
    'frozen process': async (chance) => {
      const { process } = chance.pick(replicas);
      process?.freeze();
      return () => process?.thaw();
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

/** The machine's clock is set, by at most so many seconds, and later set right. */
export function clockStep(replicas: readonly Replica[], most: number): Fault {
  return async (chance) => {
    const replica = chance.pick(replicas);
    const seconds = chance.between(most / 8, most) * chance.pick([1, -1]);
    replica.setClock(seconds * 1_000);
    return () => replica.setClock(0);
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
