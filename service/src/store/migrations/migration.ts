import type { Db } from '../store.ts';
import type { TableOptions } from './columns.ts';

/** One change of the tables. Every database applies it once. */
export interface Migration {
  /** Recorded in the table `migrations`. */
  readonly name: string;
  /** Changes tables of the journal. */
  readonly journal?: (db: Db) => Promise<void>;
  /** Changes tables of the projection. A rebuild drops them and applies these steps again. */
  readonly projection?: ProjectionStep;
}

export interface ProjectionStep {
  /** New tables, created before `up` runs. */
  readonly tables?: Readonly<Record<string, TableOptions>>;
  readonly up: (db: Db) => Promise<void>;
}
