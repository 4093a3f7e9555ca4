// `npm run vectors:sdk` writes vectors/sdk-accounts.json and vectors/sdk-instructions.json, as the
// SDKs of Pyth, Raydium and Meteora make them, with the same bytes each time.
//
// The SDKs are not dependencies. Raydium's has 190 MB, nearly all of it source maps. Pyth's has a
// second Solana client and gRPC, and does not load on Node 20. Meteora's have a second Solana
// client and Anchor each. So they are installed once in a temporary folder, and the tests read
// their output.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../root.ts';

const SDKS = {
  '@meteora-ag/cp-amm-sdk': '1.5.0',
  '@meteora-ag/dynamic-bonding-curve-sdk': '1.5.12',
  '@pythnetwork/pyth-solana-receiver': '0.14.0',
  '@raydium-io/raydium-sdk-v2': '0.2.73-alpha',
};

const cwd = mkdtempSync(join(tmpdir(), 'tote-sdks-'));
try {
  const manifest = { private: true, type: 'module', dependencies: SDKS };
  writeFileSync(join(cwd, 'package.json'), JSON.stringify(manifest));
  copyFileSync(join(root, 'tools', 'sdk-accounts', 'make.mjs'), join(cwd, 'make.mjs'));
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', ['install', ...options], { cwd, stdio: 'inherit' });
  execFileSync('node', ['make.mjs', join(root, 'vectors')], { cwd, stdio: 'inherit' });
} finally {
  rmSync(cwd, { recursive: true, force: true });
}
