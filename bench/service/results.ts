// What the sections measure, and the file that keeps it, so that an interrupted run can continue
// and the tables can be rendered again.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../../tools/root.ts';
import type { BetsMeasured } from './bets.ts';
import type { CliMeasured } from './cli.ts';
import type { ClusterMeasured } from './cluster.ts';
import type { DiskMeasured } from './disk.ts';
import type { BurstMeasured } from './expiry-burst.ts';
import type { IndexingMeasured } from './indexing.ts';
import type { MemoryMeasured } from './memory.ts';
import type { PagesMeasured } from './pages.ts';
import type { PayoutsMeasured } from './payouts.ts';
import type { QuestionsMeasured } from './questions.ts';
import type { ReadMeasured } from './reads.ts';
import type { ReplicasMeasured } from './replicas.ts';
import type { ResolutionsMeasured } from './resolutions.ts';
import type { SizesCompared } from './sizes-compared.ts';
import type { StartMeasured } from './start.ts';
import type { WebhooksMeasured } from './webhooks.ts';

/** In the order in which they are measured. */
export interface Results {
  readonly bets: BetsMeasured;
  readonly reads: readonly ReadMeasured[];
  readonly start: StartMeasured;
  readonly cli: CliMeasured;
  readonly growth: readonly SizesCompared[];
  readonly memory: readonly MemoryMeasured[];
  readonly disk: DiskMeasured;
  readonly resolutions: readonly ResolutionsMeasured[];
  readonly payouts: PayoutsMeasured;
  readonly burst: BurstMeasured;
  readonly questions: readonly QuestionsMeasured[];
  readonly webhooks: WebhooksMeasured;
  readonly pages: PagesMeasured;
  readonly cluster: ClusterMeasured;
  readonly indexing: IndexingMeasured;
  readonly replicas: ReplicasMeasured;
}

export type Section = keyof Results;

/** The runs of each section. */
export type Runs = { [Name in Section]?: Results[Name][] };

interface Saved {
  /** What was measured, and how. */
  readonly identity: string;
  readonly runs: Runs;
}

interface Mode {
  readonly isQuick: boolean;
  readonly runs: number;
  readonly service: string | undefined;
}

const MEASURED = ['service', 'packages', 'program', 'package-lock.json'];

export class ResultsFile {
  readonly #file: string;
  readonly #identity: string;
  #runs: Runs = {};

  constructor(mode: Mode) {
    const other = mode.service === undefined ? '' : '-other';
    const name = `${mode.isQuick ? 'quick' : 'full'}${other}.json`;
    this.#file = join(root, 'node_modules', '.cache', 'tote-bench', name);
    this.#identity = JSON.stringify({ ...mode, sources: hashSources() });
  }

  get runs(): Runs {
    return this.#runs;
  }

  /** Takes over what the file has. False if it is about other sources or another mode. */
  load(): boolean {
    if (!existsSync(this.#file)) return true;
    const saved = JSON.parse(readFileSync(this.#file, 'utf8')) as Saved;
    if (saved.identity !== this.#identity) return false;
    this.#runs = saved.runs;
    return true;
  }

  save<Name extends Section>(name: Name, runs: Runs[Name]): void {
    this.#runs = { ...this.#runs, [name]: runs };
    mkdirSync(dirname(this.#file), { recursive: true });
    const saved: Saved = { identity: this.#identity, runs: this.#runs };
    writeFileSync(this.#file, JSON.stringify(saved, null, 2));
  }
}

/** As committed; the benchmark itself is left out, so that its tables may change. */
function hashSources(): string {
  const names = MEASURED.map((name) => `HEAD:${name}`);
  return execFileSync('git', ['rev-parse', ...names], { cwd: root, encoding: 'utf8' }).trim();
}
