// Writes vectors/sdk-accounts.json, with the same bytes each time: accounts encoded by the SDKs of
// Pyth and Raydium, and the fields that the SDKs decode from them. And instructions of Pyth's
// receiver, encoded by its SDK, in vectors/sdk-instructions.json.
//   npm run vectors:sdk
//
// The two SDKs are not dependencies. Raydium's has 190 MB, nearly all of it source maps. Pyth's has
// a second Solana client and gRPC, and does not load on Node 20. So they are installed once in a
// temporary folder, and the tests read their output.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../root.ts';

const SDKS = {
  '@pythnetwork/pyth-solana-receiver': '0.14.0',
  '@raydium-io/raydium-sdk-v2': '0.2.73-alpha',
};
const DUMPS = join(root, 'vectors', 'accounts.json');
const OUTPUT = join(root, 'vectors', 'sdk-accounts.json');
const INSTRUCTIONS = join(root, 'vectors', 'sdk-instructions.json');
const MAKERS = ['make-accounts.mjs', 'make-instructions.mjs'] as const;

const dir = mkdtempSync(join(tmpdir(), 'tote-sdks-'));
try {
  const manifest = { private: true, type: 'module', dependencies: SDKS };
  writeFileSync(join(dir, 'package.json'), JSON.stringify(manifest));
  for (const maker of MAKERS) {
    copyFileSync(join(root, 'tools', 'sdk-accounts', maker), join(dir, maker));
  }
  run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']);
  run('node', [MAKERS[0], DUMPS, OUTPUT]);
  run('node', [MAKERS[1], INSTRUCTIONS]);
} finally {
  rmSync(dir, { recursive: true, force: true });
}

function run(command: string, args: readonly string[]): void {
  const { status } = spawnSync(command, args, { cwd: dir, stdio: 'inherit' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed`);
}
