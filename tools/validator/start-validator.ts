import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { isFree } from '../test-setup/find-port.ts';
import { findValidator } from './find-validator.ts';

export interface ValidatorOptions {
  /** Where the node keeps its chain. A folder that has one is continued. */
  readonly ledger: string;
  /** Programs in genesis: nothing has to be deployed. `authority` is an address, or 'none'. */
  readonly programs?: readonly { address: string; file: string; authority: string }[];
  /** Slots of 400 ms have 64. Fewer make them shorter. */
  readonly ticksPerSlot?: number;
  readonly extraArguments?: readonly string[];
}

export interface Validator {
  readonly rpcUrl: string;
  readonly wsUrl: string;
  readonly pid: number;
  /** Ends the process; the ledger stays. SIGKILL as a power failure would, SIGTERM by default. */
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  /** Starts it again on the same ledger and ports, and waits until it answers. */
  start(): Promise<void>;
}

/** Starts Anza's solana-test-validator on loopback and waits until its RPC answers. */
export async function startValidator(options: ValidatorOptions): Promise<Validator> {
  const binary = findValidator();
  if (binary === undefined) {
    const build = 'set TOTE_VALIDATOR to one, or build it with npm run validator:build';
    throw new Error(`No solana-test-validator: ${build}`);
  }
  const base = await findFreePorts();
  const rpcUrl = `http://127.0.0.1:${base}`;
  const args = [
    ...['--ledger', options.ledger, '--quiet', '--bind-address', '127.0.0.1'],
    ...['--rpc-port', `${base}`, '--faucet-port', `${base + 2}`, '--gossip-port', `${base + 3}`],
    ...['--dynamic-port-range', `${base + 4}-${base + PORTS - 1}`],
    ...['--limit-ledger-size', '50000000'],
    ...(options.ticksPerSlot ? ['--ticks-per-slot', `${options.ticksPerSlot}`] : []),
    ...(options.programs ?? []).flatMap(({ address, file, authority }) => [
      '--upgradeable-program',
      ...[address, file, authority],
    ]),
    ...(options.extraArguments ?? []),
  ];

  return runNode(binary, args, { rpcUrl, wsUrl: `ws://127.0.0.1:${base + 1}` });
}

/** Starts a node in a process of its own and waits until its RPC answers. */
export async function runNode(
  command: string,
  args: readonly string[],
  urls: Pick<Validator, 'rpcUrl' | 'wsUrl'>,
): Promise<Validator> {
  let child: ChildProcess | undefined;
  const start = async () => {
    child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    let complaint = '';
    child.stderr?.on('data', (chunk) => {
      complaint = (complaint + chunk).slice(-2_000);
    });
    const started = child;
    await waitUntilHealthy(urls.rpcUrl, () => {
      if (started.exitCode === null) return;
      throw new Error(`The node ended with ${started.exitCode}: ${complaint}`);
    });
  };
  await start();

  return {
    ...urls,
    get pid() {
      return child?.pid ?? 0;
    },
    start,
    stop: async (signal = 'SIGTERM') => {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const ended = new Promise((resolve) => child?.once('exit', resolve));
      child.kill(signal);
      await ended;
    },
  };
}

/** How many consecutive ports one node gets. */
const PORTS = 100;

// A block of ports below the range that the system gives to outgoing connections.
async function findFreePorts(): Promise<number> {
  for (let tries = 0; tries < 50; tries += 1) {
    const base = 10_000 + Math.floor(Math.random() * 200) * PORTS;
    const probed = [base, base + 1, base + 2, base + 3];
    if ((await Promise.all(probed.map(isFree))).every(Boolean)) return base;
  }
  throw new Error('No free ports for solana-test-validator between 10000 and 30000');
}

async function waitUntilHealthy(rpcUrl: string, check: () => void): Promise<void> {
  const deadline = Date.now() + 120_000;
  while (Date.now() < deadline) {
    check();
    try {
      const response = await fetch(rpcUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getHealth' }),
        signal: AbortSignal.timeout(2_000),
      });
      const answer = (await response.json()) as { result?: string };
      if (answer.result === 'ok') return;
    } catch {
      // It does not listen yet.
    }
    await sleep(200);
  }
  throw new Error(`${rpcUrl} did not answer within 120 s`);
}
