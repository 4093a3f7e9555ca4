// The address by which a client is limited. Only trusted proxies are believed.
import { isIP } from 'node:net';
import { DomainError } from '@tote/domain';
import type { FastifyRequest } from 'fastify';
import type { RateLimiter } from './rate-limiter.ts';

const NETWORK_GROUPS = 4;
const GROUPS = 8;
const MAPPED_IPV4 = /^(?:0*:)*:?ffff:(?<ipv4>\d+\.\d+\.\d+\.\d+)$/i;
const LOOPBACK_IPV4 = /^127\./;
const LOOPBACK_IPV6 = /^(?:0*:)*:?0*1$/;

interface ClientAddress {
  readonly network: string;
  readonly isLocal: boolean;
}

type Addressed = Pick<FastifyRequest, 'ip' | 'ips' | 'socket'>;

/** Per connection, because a client sends many requests over one. */
const known = new WeakMap<Addressed['socket'], ClientAddress>();

export function clientAddressOf(request: Addressed): ClientAddress {
  const { ips, socket } = request;
  if (ips !== undefined && ips.length > 1) {
    const { ip } = request;
    const address = toIpv4(isIP(ip) !== 0 ? ip : (socket.remoteAddress ?? ''));
    return { network: networkOf(address), isLocal: false };
  }
  let client = known.get(socket);
  if (client === undefined) {
    const address = toIpv4(socket.remoteAddress ?? '');
    client = { network: networkOf(address), isLocal: isLoopback(address) };
    known.set(socket, client);
  }
  return client;
}

/** Null: this machine, where it has no limit. */
export function limitedNetworkOf(request: Addressed, isLoopbackLimited: boolean): string | null {
  const { network, isLocal } = clientAddressOf(request);
  return isLocal && !isLoopbackLimited ? null : network;
}

function toIpv4(address: string): string {
  return MAPPED_IPV4.exec(address)?.groups?.ipv4 ?? address;
}

function isLoopback(address: string): boolean {
  return isIP(address) === 4 ? LOOPBACK_IPV4.test(address) : LOOPBACK_IPV6.test(address);
}

/** One customer has all addresses of a network, so an IPv6 address is shortened to it. */
function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [withoutZone = ''] = address.split('%');
  const [head = '', tail] = withoutZone.split('::');
  const before = head.split(':').filter(Boolean);
  const after = tail?.split(':').filter(Boolean) ?? [];
  const zeros = Array(Math.max(0, GROUPS - before.length - after.length)).fill('0');
  const groups = tail === undefined ? before : [...before, ...zeros, ...after];
  const network = groups.slice(0, NETWORK_GROUPS).map((group) => Number.parseInt(group, 16));
  return `${network.map((group) => group.toString(16)).join(':')}::/64`;
}

export function limitPerAddress(
  limiter: RateLimiter | null,
  name: string,
  isLoopbackLimited: boolean,
): (request: FastifyRequest) => Promise<void> {
  return async (request) => {
    const network = limitedNetworkOf(request, isLoopbackLimited);
    if (limiter === null || network === null) return;
    const seconds = await limiter.take(`${name}:${network}`);
    if (seconds !== null) throw new DomainError('rate_limited', { seconds });
  };
}
