// The address by which a client is limited. A forwarded address is what a trusted proxy says, so it
// never counts as this machine, and text that is no address is not believed at all.
import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

/** 64 bits. */
const NETWORK_GROUPS = 4;
const GROUPS = 8;
const MAPPED_IPV4 = /^(?:0*:)*:?ffff:(?<ipv4>\d+\.\d+\.\d+\.\d+)$/i;
const LOOPBACK_IPV4 = /^127\./;
const LOOPBACK_IPV6 = /^(?:0*:)*:?0*1$/;

interface ClientAddress {
  /** An IPv4 address, or the network of 64 bits of an IPv6 address. */
  readonly network: string;
  /** The connection itself comes from this machine, and no proxy says otherwise. */
  readonly isLocal: boolean;
}

type Addressed = Pick<FastifyRequest, 'ip' | 'ips' | 'socket'>;

export function clientAddressOf({ ip, ips, socket }: Addressed): ClientAddress {
  const remote = socket.remoteAddress ?? '';
  // The connection itself, and then what trusted proxies have forwarded.
  const isForwarded = (ips?.length ?? 0) > 1;
  const address = toIpv4(isForwarded && isIP(ip) !== 0 ? ip : remote);
  return { network: networkOf(address), isLocal: !isForwarded && isLoopback(address) };
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
  const [head = '', tail] = withoutZone(address).split('::');
  const before = head.split(':').filter(Boolean);
  const after = tail?.split(':').filter(Boolean) ?? [];
  const zeros = Array(Math.max(0, GROUPS - before.length - after.length)).fill('0');
  const groups = tail === undefined ? before : [...before, ...zeros, ...after];
  const network = groups.slice(0, NETWORK_GROUPS).map((group) => Number.parseInt(group, 16));
  return `${network.map((group) => group.toString(16)).join(':')}::/64`;
}

function withoutZone(address: string): string {
  const [bare = ''] = address.split('%');
  return bare;
}
