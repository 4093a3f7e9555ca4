// On a terminal: what is asked, what is not shown, colours, the live table.
import { spawn, spawnSync } from 'node:child_process';
import { expect, onTestFinished, test } from 'vitest';
import { call, createMarket, useHome } from '../support/home.ts';
import { BIN } from '../support/run-bin.ts';

const home = useHome();
const hasScript = spawnSync('script', ['--version']).status === 0;
if (!hasScript) console.warn('SKIPPED: a terminal needs the command script (util-linux)');

/** `script` gives the command a terminal and passes its exit code on. */
function onTerminal(args: readonly string[], env: Record<string, string> = {}) {
  const words = [process.execPath, BIN, ...args].map((word) => `'${word}'`).join(' ');
  const child = spawn('script', ['-qec', `exec ${words}`, '/dev/null'], {
    env: { ...home.env, TERM: 'xterm', SHELL: '/bin/sh', ...env },
    cwd: home.dir,
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let text = '';
  child.stdout.on('data', (chunk) => (text += String(chunk)));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { text: () => text, ended, type: (typed: string) => void child.stdin.write(typed) };
}

test.skipIf(!hasScript)('a bet is placed after y, and after nothing else', async () => {
  const id = await createMarket();
  for (const [answer, code, betCount] of [
    ['\r', 1, 0],
    ['n\r', 1, 0],
    ['y\r', 0, 1],
  ] as const) {
    const asked = onTerminal(['bet', id, 'yes', '1', '--wallet', 'alice']);
    await expect.poll(asked.text).toContain('Stake 1 SOL on Yes at');
    expect(asked.text()).toContain('If Yes wins');
    asked.type(answer);
    expect([answer, await asked.ended]).toEqual([answer, code]);
    expect((await call(`/markets/${id}`)).betCount).toBe(betCount);
  }
});

test.skipIf(!hasScript)('a passphrase is asked for twice and never shown', async () => {
  const making = onTerminal(['wallet', 'new', 'typed']);
  await expect.poll(making.text).toContain('A passphrase for the new key: ');
  making.type('correct hoss\u007f\u007frse\r');
  await expect.poll(making.text).toContain('Repeat it: ');
  making.type('correct horse\r');
  expect(await making.ended, making.text()).toBe(0);
  expect(making.text()).not.toMatch(/correct|ho?rse/);

  const using = onTerminal(['positions', '--wallet', 'typed', '--json']);
  await expect.poll(using.text).toContain('Passphrase of typed: ');
  using.type('correct horse\r');
  expect(await using.ended, using.text()).toBe(0);
});

test.skipIf(!hasScript)('there are colours, but not with NO_COLOR', async () => {
  const id = await createMarket();
  const coloured = onTerminal(['market', id]);
  expect(await coloured.ended).toBe(0);
  expect(coloured.text()).toContain('\u001b[1mWill it rain in Lisbon?');
  const plain = onTerminal(['market', id], { NO_COLOR: '1' });
  expect(await plain.ended).toBe(0);
  expect(plain.text()).not.toContain('\u001b');
});

test.skipIf(!hasScript)('watch shows a table that follows the odds', async () => {
  const id = await createMarket();
  const watching = onTerminal(['watch', id], { NO_COLOR: '1' });
  await expect.poll(watching.text).toContain('Will it rain in Lisbon?');
  await expect.poll(watching.text).toContain('live');
  await call(`/markets/${id}/bets`, { outcome: 'Yes', amount: '0.7' });
  await expect.poll(watching.text).toContain('100.00 %  0.7 / 0 SOL');
  watching.type('\u0003');
  expect(await watching.ended).toBe(0);
});

test.skipIf(!hasScript)('a rebuild says what it will do, and does it after y only', async () => {
  const env = { TOTE_DATA_DIR: `${home.dir}/rebuilt`, TOTE_RPC_PORT: '0', TOTE_LOG_LEVEL: 'error' };
  for (const [answer, code, end] of [
    ['n\r', 1, 'Nothing is changed.'],
    ['y\r', 0, 'The projection is rebuilt from'],
  ] as const) {
    const asked = onTerminal(['rebuild'], env);
    await expect.poll(asked.text).toContain('Rebuild? [y/N] ');
    expect(asked.text()).toMatch(/This reads \d+ transactions from the chain/);
    asked.type(answer);
    expect([answer, await asked.ended]).toEqual([answer, code]);
    expect(asked.text()).toContain(end);
  }
});
