// `build` compiles program/tote.so from source. `verify` proves that the committed binary has the
// same bytes as a build from source. Both need `npm run program:toolchain` once.
import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from './root.ts';

const PROGRAM_DIR = join(root, 'program');
const BINARY = join(PROGRAM_DIR, 'tote.so');
const RECORD = join(PROGRAM_DIR, 'build.json');

const USAGE = `Usage: npm run program:build | npm run program:verify
  build   compiles program/ into program/tote.so and records how in program/build.json
  verify  compiles into a temporary folder and compares with program/tote.so`;

export interface Toolchain {
  rustc: string;
  linker: string;
  host: string;
  path: string;
}

interface BuildRecord extends Omit<Toolchain, 'path'> {
  /** SHA-256 of all inputs of the build, so that a stale binary is detected without a toolchain. */
  sources: string;
  binary: string;
  bytes: number;
}

export function findToolchain(): Toolchain | string {
  const home =
    process.env.TOTE_TOOLCHAIN_DIR ??
    join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'tote', 'toolchain');
  const rustc = output('/usr/bin/rustc', ['-vV']);
  if (!rustc) return 'there is no /usr/bin/rustc';
  const linker = output(join(home, 'bin', 'sbpf-linker'), ['--version'])?.split('\n')[0];
  if (!linker) return `there is no sbpf-linker in ${join(home, 'bin')}`;
  const line = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(rustc)?.[1] ?? '';
  return {
    rustc: `${line('release')} LLVM ${line('LLVM version')}`,
    linker,
    host: line('host'),
    path: join(home, 'bin'),
  };
}

function output(command: string, args: string[]): string | undefined {
  const run = spawnSync(command, args, { encoding: 'utf8' });
  return run.status === 0 ? run.stdout.trim() : undefined;
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

function hashSources(): string {
  const files = ['Cargo.toml', 'Cargo.lock', '.cargo/config.toml'];
  for (const file of readdirSync(join(PROGRAM_DIR, 'src'), { recursive: true, encoding: 'utf8' })) {
    if (file.endsWith('.rs')) files.push(join('src', file));
  }
  const parts = files.sort().map((file) => [file, readFileSync(join(PROGRAM_DIR, file))]);
  const hash = createHash('sha256');
  for (const part of parts.flat()) hash.update(part).update('\0');
  return hash.digest('hex');
}

/** Compiles program sources and resolves to the path of the binary. */
export async function compile(
  toolchain: Toolchain,
  targetDir: string,
  programDir = PROGRAM_DIR,
): Promise<string> {
  const env = {
    ...{ ...process.env, PATH: `${toolchain.path}:${process.env.PATH}` },
    ...{ RUSTC: '/usr/bin/rustc', RUSTC_BOOTSTRAP: '1', RUSTFLAGS: undefined },
    CARGO_TARGET_DIR: targetDir,
  };
  const options = ['--release', '--locked', '--lib', '--target', 'bpfel-unknown-none', '--quiet'];
  try {
    await promisify(execFile)('/usr/bin/cargo', ['build', ...options], {
      ...{ cwd: programDir, env, maxBuffer: Infinity },
    });
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    throw new Error(`The program does not compile:\n${stderr || message}`);
  }
  return join(targetDir, 'bpfel-unknown-none', 'release', 'libtote.so');
}

async function build(): Promise<number> {
  const toolchain = findToolchain();
  if (typeof toolchain === 'string') {
    console.error(`Cannot build: ${toolchain}. Run: npm run program:toolchain`);
    return 1;
  }
  const binary = readFileSync(await compile(toolchain, join(PROGRAM_DIR, 'target')));
  writeFileSync(BINARY, binary);
  const { rustc, linker, host } = toolchain;
  const made = { sources: hashSources(), binary: sha256(binary), bytes: binary.length };
  const record: BuildRecord = { rustc, linker, host, ...made };
  writeFileSync(RECORD, `${JSON.stringify(record, null, 2)}\n`);
  console.log(`program/tote.so: ${record.bytes} bytes, SHA-256 ${record.binary}`);
  return 0;
}

async function verify(): Promise<number> {
  const record = JSON.parse(readFileSync(RECORD, 'utf8')) as BuildRecord;
  const committed = sha256(readFileSync(BINARY));
  if (committed !== record.binary) {
    console.error('program/tote.so is not the binary that program/build.json records.');
    return 1;
  }
  if (hashSources() !== record.sources) {
    console.error('The program changed since program/tote.so was built: npm run program:build');
    return 1;
  }
  const toolchain = findToolchain();
  if (typeof toolchain === 'string') {
    console.log(`program:verify skipped the rebuild: ${toolchain}. The recorded hashes agree.`);
    return 0;
  }
  const parts = ['rustc', 'linker', 'host'] as const;
  const part = parts.find((each) => toolchain[each] !== record[each]);
  if (part !== undefined) {
    console.log(
      `program:verify skipped the rebuild: ${part} here is "${toolchain[part]}", ` +
        `recorded is "${record[part]}". The recorded hashes agree.`,
    );
    return 0;
  }
  const targetDir = mkdtempSync(join(tmpdir(), 'tote-verify-'));
  try {
    const rebuilt = sha256(readFileSync(await compile(toolchain, targetDir)));
    if (rebuilt !== committed) {
      console.error(`The build from source is ${rebuilt}, committed is ${committed}.`);
      return 1;
    }
  } finally {
    rmSync(targetDir, { recursive: true, force: true });
  }
  console.log(`program/tote.so equals the build from source: SHA-256 ${committed}`);
  return 0;
}

async function main(argument: string | undefined): Promise<number> {
  if (argument === 'build') return build();
  if (argument === 'verify') return verify();
  console.log(USAGE);
  return argument === '--help' ? 0 : 2;
}

if (process.argv[1] === import.meta.filename) process.exitCode = await main(process.argv[2]);
