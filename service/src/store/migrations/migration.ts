import type { Db } from '../store.ts';
import type { TableOptions } from './columns.ts';

/** One step in the history of the tables. Every database takes it once. */
export interface Migration {
  /** What databases remember it by. */
  readonly name: string;
  /** Changes tables of what only we know. */
  readonly journal?: (db: Db) => Promise<void>;
  /** Changes tables of what the chain says. A rebuild drops them and takes these steps again. */
  readonly projection?: ProjectionStep;
}

export interface ProjectionStep {
  /** New tables, made before `up` runs. */
  readonly tables?: Readonly<Record<string, TableOptions>>;
  readonly up: (db: Db) => Promise<void>;
}
