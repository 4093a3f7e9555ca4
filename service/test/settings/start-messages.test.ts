// Why the service does not start: the message names the setting, the file or the address.
import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findPort } from '../../../tools/test-setup/find-port.ts';
import { startService } from '../../src/service.ts';
import { readSettings } from '../../src/settings/read-settings.ts';
import { SeparateChain } from '../faults/support/separate-chain.ts';
import { newFolder } from '../support/new-folder.ts';

const NOT_OURS = '192.0.2.1';
const NO_PROGRAM = '11111111111111111111111111111112';

let busy: Server;
let port: number;
let chain: SeparateChain;
beforeAll(async () => {
  busy = createServer((_request, response) => response.writeHead(404).end());
  port = await findPort();
  await new Promise<void>((resolve) => busy.listen(port, '127.0.0.1', resolve));
  chain = await SeparateChain.start();
});
afterAll(async () => {
  busy.close();
  await chain.close();
});

async function readMessage(env: Record<string, string>, dir = newFolder()): Promise<string> {
  const base = { TOTE_PORT: '0', TOTE_RPC_PORT: '0', TOTE_LOG_LEVEL: 'silent' };
  try {
    const service = await startService(readSettings({ ...base, ...env }, dir));
    await service.close();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('it started');
}

describe('an address to listen on', () => {
  test.each(['TOTE_PORT', 'TOTE_RPC_PORT', 'TOTE_METRICS_PORT'])('%s is in use', async (name) => {
    const message = await readMessage({ [name]: String(port) });
    expect(message).toContain(`Port ${port} is in use. Stop what uses it, or set ${name}`);
  });

  test('the port after TOTE_RPC_PORT is in use', async () => {
    const message = await readMessage({ TOTE_RPC_PORT: String(port - 1) });
    expect(message).toContain(
      `Port ${port} is in use. Stop what uses it, or set TOTE_RPC_PORT (it takes two`,
    );
  });

  test.each([
    ['TOTE_HOST', {}],
    ['TOTE_HOST', { TOTE_PORT: '14999' }],
    ['TOTE_RPC_HOST', {}],
    ['TOTE_METRICS_HOST', { TOTE_METRICS_PORT: '0' }],
  ])('%s is not of this machine', async (name, others) => {
    const message = await readMessage({ [name]: NOT_OURS, ...others });
    expect(message).toBe(`${NOT_OURS} is not an address of this machine. Correct ${name}.`);
  });
});

describe('the data folder', () => {
  test('is a file', async () => {
    const dir = newFolder();
    const file = join(dir, 'file');
    writeFileSync(file, '');
    const message = await readMessage({ TOTE_DATA_DIR: file }, dir);
    expect(message).toContain(`TOTE_DATA_DIR: the folder ${file} cannot be used: EEXIST`);
  });

  test.each([
    ['no JSON', 'rubbish'],
    ['no numbers', '{}'],
    ['too few numbers', '[1,2,3]'],
    ['halves that do not belong together', JSON.stringify(Array.from({ length: 64 }, () => 7))],
  ])('has a key file with %s', async (_, content) => {
    const dir = newFolder();
    const file = join(dir, 'relayer.json');
    writeFileSync(file, content, { mode: 0o600 });
    const message = await readMessage({ TOTE_KEYS_DIR: dir });
    expect(message).toContain(`${file} does not hold the 64 numbers of a key`);
    expect(message).not.toContain('rubbish');
  });
});

describe('the cluster', () => {
  test('does not answer', async () => {
    const free = await findPort();
    const message = await readMessage(chain.env(undefined, `http://127.0.0.1:${free}/secret`));
    const endpoint = `\\(127\\.0\\.0\\.1:${free}\\)`;
    const expected = `^No endpoint of TOTE_RPC_URL answers ${endpoint}: .*ECONNREF`;
    expect(message).toMatch(new RegExp(expected));
    expect(message).not.toContain('secret');
  });

  test('is another server', async () => {
    const message = await readMessage(chain.env(undefined, `http://127.0.0.1:${port}`));
    expect(message).toMatch(/^No endpoint of TOTE_RPC_URL answers \(127\.0\.0\.1:\d+\): .*404/);
  });

  test('has no such program', async () => {
    const message = await readMessage({ ...chain.env(), TOTE_PROGRAM_ADDRESS: NO_PROGRAM });
    expect(message).toContain(`There is no program ${NO_PROGRAM} on this chain.`);
    expect(message).toContain('TOTE_PROGRAM_ADDRESS');
  });

  test('has an address that is none', async () => {
    const message = await readMessage({ ...chain.env(), TOTE_PROGRAM_ADDRESS: 'abc' });
    expect(message).toBe('TOTE_PROGRAM_ADDRESS: "abc" is not the address of an account');
  });

  test('knows other keys', async () => {
    const message = await readMessage({ ...chain.env(), TOTE_KEYS_DIR: newFolder() });
    expect(message).toMatch(
      /^The relayer key is missing: .*relayer\.json\. Copy the key there that the Config/,
    );
  });
});
