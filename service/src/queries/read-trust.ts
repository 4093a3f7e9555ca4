// Reads from the chain who holds which key. A stale answer is better than none.

import type { Address } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import type { DeployedProgram, DeployedProgramReader } from '@tote/chain/deployed-program';
import { shareRunning } from '@tote/chain/lib/share-running';
import { within } from '@tote/chain/lib/within';
import type { LiveConfig } from '@tote/chain/live-config';
import { decodeMint } from '@tote/conditions/oracles/layouts/mint';
import { readSample } from '@tote/conditions/oracles/read-sample';
import { amountsOf, unixSeconds } from '@tote/domain';
import { type Config, NO_ADDRESS } from '@tote/program-client';

const KEPT_MS = 2_000;
const WAIT_MS = 1_000;

interface TrustOptions {
  readonly chain: Pick<Chain, 'rpc'>;
  readonly live: Pick<LiveConfig, 'refresh'>;
  readonly program: Pick<DeployedProgramReader, 'read'>;
  readonly committedHash: string | null;
  readonly wallMs: () => number;
}

export class TrustReader {
  readonly #options: TrustOptions;
  #last: Trust;
  #readMs: number;
  readonly #readOnce = shareRunning(() => this.#read());

  private constructor(options: TrustOptions, first: Trust) {
    this.#options = options;
    this.#last = first;
    this.#readMs = options.wallMs();
  }

  /** Rejects if the chain does not answer, so that later there is always a last answer. */
  static async start(options: TrustOptions): Promise<TrustReader> {
    return new TrustReader(options, await readTrust(options));
  }

  async get(): Promise<Trust> {
    if (this.#options.wallMs() - this.#readMs < KEPT_MS) return this.#last;
    await within(this.#readOnce(), WAIT_MS);
    return this.#last;
  }

  expire(): void {
    this.#readMs = -Infinity;
  }

  async #read(): Promise<void> {
    const begunMs = this.#options.wallMs();
    try {
      this.#last = await readTrust(this.#options);
    } catch {
      // LiveConfig logs when the chain does not answer.
    }
    this.#readMs = begunMs;
  }
}

async function readTrust({ chain, live, program, committedHash }: TrustOptions): Promise<Trust> {
  const [config, deployed] = await Promise.all([live.refresh(), program.read()]);
  const mintAuthority = await readMintAuthority(chain, config.utilityMint);
  return describeTrust({ config, deployed, mintAuthority, committedHash });
}

async function readMintAuthority(chain: Pick<Chain, 'rpc'>, mint: Address) {
  const { accounts } = await readSample(chain, [mint]);
  const [account] = accounts;
  const reading = account && decodeMint(account);
  if (!reading?.ok) throw new Error(`The mint ${mint} of UTILITY cannot be read.`);
  return reading.value.mintAuthority;
}

export type Trust = ReturnType<typeof describeTrust>;

export function describeTrust(input: {
  readonly config: Config;
  readonly deployed: DeployedProgram;
  readonly mintAuthority: Address | null;
  readonly committedHash: string | null;
}) {
  const { config, deployed, mintAuthority, committedHash } = input;
  return {
    upgradeAuthority: deployed.upgradeAuthority,
    ...describeKeys(config),
    mintAuthority,
    programHash: deployed.hash,
    programMatches: committedHash === null ? null : committedHash === deployed.hash,
    pendingChange: config.pendingAt === 0n ? null : describePending(config),
  };
}

function describePending({ pendingAt, pending }: Config) {
  const { treasury, burnBps, developerBps, vetoSeconds, leadSeconds, horizonSeconds } = pending;
  return {
    effectiveAt: unixSeconds(pendingAt),
    ...describeKeys(pending),
    ...{ treasury, vetoSeconds, leadSeconds, horizonSeconds, feeRates: { burnBps, developerBps } },
    minimumStake: amountsOf(pending.minimumStake),
    knownPrograms: pending.knownPrograms.slice(0, pending.knownProgramsLen),
  };
}

const describeKeys = ({ admin, guardian, operator, oracle, changeDelay }: Config['pending']) => ({
  admin,
  guardian: orNobody(guardian),
  operator: orNobody(operator),
  oracle: orNobody(oracle),
  changeDelaySeconds: changeDelay,
});

const orNobody = (key: Address): Address | null => (key === NO_ADDRESS ? null : key);
