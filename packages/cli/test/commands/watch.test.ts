import { spawn } from 'node:child_process';
import { expect, onTestFinished, test } from 'vitest';
import { call, createMarket, readService, refused, useHome } from '../support/home.ts';
import { BIN } from '../support/run-bin.ts';
import { startServer } from '../support/servers.ts';

const home = useHome();

/** Watches until it ends; `live` when it is connected. */
function watch(args: readonly string[]) {
  const child = spawn(process.execPath, [BIN, 'watch', ...args], { env: home.env, cwd: home.dir });
  onTestFinished(() => void child.kill('SIGKILL'));
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk) => (out += String(chunk)));
  const live = new Promise<void>((resolve) => {
    child.stderr.on('data', (chunk) => {
      err += String(chunk);
      if (err.includes('Connected.')) resolve();
    });
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { child, live, ended, text: () => out };
}

test('a line of JSON per event of the market', async () => {
  const [id, other] = [await createMarket(), await createMarket()];
  const watching = watch([id, '--json', '--count', '2']);
  await watching.live;
  await call(`/markets/${other}/bets`, { outcome: 'Yes', amount: '1' });
  await call(`/markets/${id}/bets`, { outcome: 'Yes', amount: '0.100000001' });
  expect(await watching.ended).toBe(0);
  const events = watching
    .text()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(events.map(({ marketId }) => marketId)).toEqual([id, id]);
  const bet = events.find(({ type }) => type === 'bet.confirmed');
  expect(bet.data).toMatchObject({ amount: '0.100000001', outcome: 'Yes' });
});

test('a line of text per event; Ctrl+C ends it well', async () => {
  const id = await createMarket();
  const { address } = readService().wallets[1] as { address: string };
  const watching = watch(['--of', address]);
  await watching.live;
  await call(`/markets/${id}/bets`, { outcome: 'No', amount: '1.5' }, 'bob');
  await expect.poll(watching.text).toContain(`bet.confirmed: 1.5 SOL on No by ${address}`);
  watching.child.kill('SIGINT');
  expect(await watching.ended).toBe(0);
});

test('says once for each connection that it is connected', async () => {
  const at = '2030-01-01T00:00:00Z';
  const heartbeat = `data: ${JSON.stringify({ type: 'heartbeat', at, chainTime: at })}\n\n`;
  const reset = { type: 'feed.reset', marketId: null, at, data: {} };
  const event = (id: number) => `id: ${id}\ndata: ${JSON.stringify({ id: `${id}`, ...reset })}\n\n`;
  let connections = 0;
  const url = await startServer((_, response) => {
    connections += 1;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(heartbeat + heartbeat + event(connections));
  });
  const watched = ['watch', '--url', url, '--after', '0', '--count', '2', '--json'];
  const { code, err } = await home.here(watched);
  expect([code, connections]).toEqual([0, 2]);
  expect(err.match(/Connected\./g)).toHaveLength(2);
});

test('a refusal and a service that is not there end it', async () => {
  await refused(
    home.here(['watch', '4Nd1mYvKzPJwk5ZbPhDDwWX8zx8tS1kFhCM3Xo9wWzbM', '--count', '0']),
    2,
    '--count',
  );
  const url = await startServer(({ socket }) => socket.destroy());
  expect((await home.here(['watch', '--url', url])).code).toBe(3);
});
