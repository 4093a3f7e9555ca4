// Which IP addresses web sources may have: only those of the public internet. Whatever a name leads
// to, the service must not be made to call itself, its network or the metadata service of its host.
import { BlockList, isIP } from 'node:net';

type Network = readonly [address: string, prefix: number];

/** Special addresses by RFC 6890 and its registry: never a public source. */
const SPECIAL_IPV4: readonly Network[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  // Shared by customers of one provider; some clouds have their metadata service there.
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  // Multicast, reserved and broadcast.
  ['224.0.0.0', 3],
];

/** All public addresses are in it. Mapped, NAT64, unique-local and link-local ones are not. */
const GLOBAL_IPV6: Network = ['2000::', 3];
const SPECIAL_IPV6: readonly Network[] = [
  // Teredo and other protocols that lead to IPv4 addresses.
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

function listOf(networks: readonly Network[], type: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const [address, prefix] of networks) list.addSubnet(address, prefix, type);
  return list;
}

const specialIpv4 = listOf(SPECIAL_IPV4, 'ipv4');
const globalIpv6 = listOf([GLOBAL_IPV6], 'ipv6');
const specialIpv6 = listOf(SPECIAL_IPV6, 'ipv6');

export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !specialIpv4.check(address, 'ipv4');
    case 6:
      // A zone such as %eth0 belongs to a link.
      if (address.includes('%')) return false;
      return globalIpv6.check(address, 'ipv6') && !specialIpv6.check(address, 'ipv6');
    default:
      return false;
  }
}
