// Starts one service for all tests of the command line, with `tote start`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { CLI, COMMANDS, ensureCompiled, PAGE } from '../../../../tools/build/ensure-compiled.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    readonly toteDataDir: string;
  }
}

const BIN = fileURLToPath(new URL('../../bin/tote.mjs', import.meta.url));

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Here rather than in the child process, which would announce it again.
  for (const target of [CLI, COMMANDS, PAGE]) ensureCompiled(target);
  const dir = mkdtempSync(join(tmpdir(), 'tote-cli-'));
  const env = {
    ...{ PATH: process.env.PATH, TOTE_PORT: '0', TOTE_RPC_PORT: '0', TOTE_SLOT_MS: '50' },
    ...{ TOTE_SANDBOX: '1', TOTE_DEMO: '0', TOTE_DATA_DIR: dir },
    ...{ TOTE_RATE_LIMIT_IP: '0', TOTE_LOG_LEVEL: 'error' },
  };
  const child = spawn(process.execPath, [BIN, 'start'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  let text = '';
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      text += String(chunk);
      if (text.includes('Tote runs at')) resolve();
    });
    child.once('exit', () => reject(new Error(`the service did not start: ${text}`)));
  });
  project.provide('toteDataDir', dir);
  return async () => {
    child.kill('SIGTERM');
    await ended;
    rmSync(dir, { recursive: true, force: true });
  };
}
