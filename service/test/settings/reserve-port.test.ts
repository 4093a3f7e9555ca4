import { expect, test } from 'vitest';
import { isFree } from '../../../tools/test-setup/find-port.ts';
import { reservePort } from '../../src/settings/explain-listen.ts';

const HOST = '127.0.0.1';

test('nobody else gets a reserved port until it is released', async () => {
  const { port, release } = await reservePort(HOST, 0);
  expect(port).toBeGreaterThan(0);
  expect(await isFree(port)).toBe(false);
  release();
  expect(await isFree(port)).toBe(true);
  release();
});

test('a port that was chosen is taken as it is', async () => {
  const { port, release } = await reservePort(HOST, 0);
  const chosen = await reservePort(HOST, port);
  expect(chosen.port).toBe(port);
  chosen.release();
  expect(await isFree(port)).toBe(false);
  release();
});

test('a host that this machine does not have is an error', async () => {
  await expect(reservePort('192.0.2.1', 0)).rejects.toMatchObject({ code: 'EADDRNOTAVAIL' });
});
