import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { reservePort } from '../../src/config/reserve-port.ts';

const HOST = '127.0.0.1';

async function tryListen(port: number): Promise<string> {
  const server = createServer().listen(port, HOST);
  try {
    await once(server, 'listening');
    return 'listening';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? '';
  } finally {
    server.close();
  }
}

test('nobody else gets a reserved port until it is released', async () => {
  const { port, release } = await reservePort(HOST, 0);
  expect(port).toBeGreaterThan(0);
  expect(await tryListen(port)).toBe('EADDRINUSE');
  release();
  expect(await tryListen(port)).toBe('listening');
  release();
});

test('a port that was chosen is taken as it is', async () => {
  const { port, release } = await reservePort(HOST, 0);
  const chosen = await reservePort(HOST, port);
  expect(chosen.port).toBe(port);
  chosen.release();
  expect(await tryListen(port)).toBe('EADDRINUSE');
  release();
});

test('a host that this machine does not have is an error', async () => {
  await expect(reservePort('192.0.2.1', 0)).rejects.toMatchObject({ code: 'EADDRNOTAVAIL' });
});
