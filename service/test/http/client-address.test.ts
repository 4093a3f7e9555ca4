import { expect, test } from 'vitest';
import { clientAddressOf } from '../../src/http/client-address.ts';

const addressOf = (remoteAddress: string, ip = remoteAddress) =>
  clientAddressOf({
    ip,
    ips: ip === remoteAddress ? [ip] : [remoteAddress, ip],
    socket: { remoteAddress } as never,
  });

test('a forwarded address may be the same as that of the proxy', () => {
  const address = { ip: '127.0.0.1', ips: ['127.0.0.1', '127.0.0.1'] };
  const socket = { remoteAddress: '127.0.0.1' } as never;
  expect(clientAddressOf({ ...address, socket }).isLocal).toBe(false);
});

test.each([
  ['127.0.0.1', true],
  ['127.255.0.9', true],
  ['::ffff:127.0.0.1', true],
  ['::1', true],
  ['0:0:0:0:0:0:0:1', true],
  ['128.0.0.1', false],
  ['::ffff:203.0.113.5', false],
  ['::2', false],
  ['1::1', false],
])('a connection from %s is of this machine: %s', (remote, isLocal) => {
  expect(addressOf(remote).isLocal).toBe(isLocal);
});

test.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])('forwarded for %s it is not', (forwarded) => {
  expect(addressOf('10.0.0.1', forwarded).isLocal).toBe(false);
  expect(addressOf('127.0.0.2', forwarded).isLocal).toBe(false);
});

test.each([
  ['203.0.113.5', '203.0.113.5'],
  ['::ffff:203.0.113.5', '203.0.113.5'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
  ['2001:db8::6', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s is limited as %s', (ip, network) => {
  expect(addressOf('10.0.0.1', ip).network).toBe(network);
});

test('text that is no address is not believed', () => {
  for (const text of ['unknown', '', '203.0.113.5:443', "'; drop table", '1.2.3']) {
    expect(addressOf('10.0.0.1', text)).toEqual({ network: '10.0.0.1', isLocal: false });
  }
});
