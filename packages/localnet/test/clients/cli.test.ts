import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateKeyPairSigner } from '@solana/kit';
import { expect, onTestFinished, test } from 'vitest';
import { type CliOptions, readArguments, UsageError } from '../../src/cli-arguments.ts';
import { call, makeDir } from '../support/localnet.ts';

const COMMAND = fileURLToPath(new URL('../../bin/tote-localnet.mjs', import.meta.url));
const TOTE = fileURLToPath(new URL('../../../../program/tote.so', import.meta.url));

const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';

interface Run {
  child: ChildProcess;
  output: () => string;
  exit: Promise<number | null>;
}

function start(...args: string[]): Run {
  const child = spawn(process.execPath, [COMMAND, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      text += chunk;
    });
  }
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve));
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return { child, output: () => text, exit };
}

async function ready(run: Run): Promise<string> {
  await expect.poll(run.output).toContain('Ctrl+C stops it.');
  return /RPC +(http:\S+)/.exec(run.output())?.[1] as string;
}

test('it prints its address, answers requests, and resumes after a restart', async () => {
  const dir = join(makeDir(), 'ledger');
  const first = start('--dir', dir, '--port', '0', '--slot-ms', '50');
  const url = await ready(first);
  expect(first.output()).toMatch(/Genesis hash {2}\w{32,44}\n/);
  expect(await call(url, 'getHealth')).toMatchObject({ result: 'ok' });
  const { address } = await generateKeyPairSigner();
  const airdrop = await call(url, 'requestAirdrop', address, 5_000_000);
  expect(airdrop.error).toBeUndefined();
  // Killed without a shutdown: confirmed transactions are kept.
  first.child.kill('SIGKILL');
  await first.exit;

  const second = start('--dir', dir, '--port', '0', '--slot-ms', '50');
  const again = await ready(second);
  expect(second.output()).toMatch(/Transactions {2}1\n/);
  const genesis = /Genesis hash +(\w+)/;
  expect(genesis.exec(second.output())?.[1]).toBe(genesis.exec(first.output())?.[1]);
  const balance = await call(again, 'getBalance', address, { commitment: 'confirmed' });
  expect(balance).toMatchObject({ result: { value: 5_000_000 } });

  const third = start('--dir', dir, '--port', '0');
  expect(await third.exit).toBe(1);
  expect(third.output()).toContain('another process uses this ledger');
  const reset = start('--dir', dir, '--port', '0', '--reset');
  expect(await reset.exit).toBe(1);
  expect(reset.output()).toContain('another process uses this ledger');
  expect(await call(again, 'getHealth')).toMatchObject({ result: 'ok' });

  second.child.kill('SIGTERM');
  expect(await second.exit).toBe(0);
});

test('programs and accounts are loaded, and --reset starts a new ledger', async () => {
  const parent = makeDir();
  const dir = join(parent, 'ledger');
  const [program, account] = [await generateKeyPairSigner(), await generateKeyPairSigner()];
  const file = join(parent, 'account.json');
  const owner = '11111111111111111111111111111111';
  const dump = { lamports: 7, data: ['', 'base64'], owner, executable: false };
  writeFileSync(file, JSON.stringify({ pubkey: account.address, account: dump }));
  const base = ['--dir', dir, '--port', '0'];
  const loads = ['--program', program.address, TOTE, account.address, '--account', file];
  const first = start(...base, ...loads);
  const url = await ready(first);
  const config = { commitment: 'confirmed', encoding: 'base64' };
  const info = await call(url, 'getAccountInfo', program.address, config);
  expect(info).toMatchObject({ result: { value: { executable: true } } });
  const balance = await call(url, 'getBalance', account.address, config);
  expect(balance).toMatchObject({ result: { value: 7 } });
  first.child.kill('SIGINT');
  expect(await first.exit).toBe(0);

  const second = start(...base, '--reset');
  const again = await ready(second);
  const gone = await call(again, 'getAccountInfo', program.address, config);
  expect(gone).toMatchObject({ result: { value: null } });
});

test('--reset deletes nothing that is not a ledger', async () => {
  const dir = makeDir();
  const file = join(dir, 'thesis.txt');
  writeFileSync(file, 'years of work');
  const run = start('--dir', dir, '--reset', '--port', '0');
  expect(await run.exit).toBe(1);
  expect(run.output()).toContain('does not look like a ledger');
  expect(existsSync(file)).toBe(true);
  const disguised = join(dir, 'sub');
  mkdirSync(disguised);
  writeFileSync(join(disguised, 'ledger.db'), 'not a database at all');
  const second = start('--dir', disguised, '--reset', '--port', '0');
  expect(await second.exit).toBe(1);
  expect(existsSync(join(disguised, 'ledger.db'))).toBe(true);
});

const WRONG: [string, ...string[]][] = [
  ["Unknown option '--nonsense'", '--nonsense'],
  ["Unexpected argument 'what'", 'what'],
  ['--port must be a whole number', '--port', 'http'],
  ['--port must be a whole number', '--port', '65535'],
  ['--slot-ms must be a whole number', '--slot-ms', '0'],
  ['--program needs an address and a file', '--program', '11111111111111111111111111111111'],
  ["'nobody' is not an address", '--program', 'nobody', 'x.so'],
  ['--in-memory has no ledger on disk', '--in-memory', '--reset'],
  ['"app.example" is no origin', '--allow-origin', 'app.example'],
];

test.each(WRONG)('%s: the arguments are refused', (message, ...args) => {
  expect(() => readArguments(args)).toThrow(UsageError);
  expect(() => readArguments(args)).toThrow(message);
});

test('an unknown argument prints an error with the usage and exits with 2', async () => {
  const run = start('--nonsense');
  expect(await run.exit).toBe(2);
  expect(run.output()).toContain("Unknown option '--nonsense'");
  expect(run.output()).toContain('Usage: tote-localnet');
});

test('--program takes a file and optionally an authority, and may be repeated', () => {
  const [one, two] = ['11111111111111111111111111111111', TOKEN];
  const args = ['--program', one, 'a.so', '--program', two, 'b.so', one];
  expect(readArguments([...args, '--port', '1'])).toMatchObject({
    port: 1,
    programs: [
      { address: one, file: 'a.so', upgradeAuthority: undefined },
      { address: two, file: 'b.so', upgradeAuthority: one },
    ],
  });
});

test('--allow-origin takes the origins of web pages, and may be repeated', () => {
  const args = ['--allow-origin', 'https://App.example', '--allow-origin', 'http://b.example:81'];
  const { allowedOrigins } = readArguments(args) as CliOptions;
  expect(allowedOrigins).toEqual(['https://app.example', 'http://b.example:81']);
});

test('--help explains every option', async () => {
  const run = start('--help');
  expect(await run.exit).toBe(0);
  const names = ['dir', 'in-memory', 'reset', 'host', 'port', 'slot-ms', 'program', 'account'];
  const more = ['allow-origin', 'help'];
  for (const name of [...names, ...more]) expect(run.output()).toContain(`--${name}`);
});
