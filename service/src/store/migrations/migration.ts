import type { Database, TableSet } from './columns.ts';

/** One change of the tables, for both engines. Every database applies it once. */
export interface Migration {
  /** Changes tables of the journal: what cannot be derived from the chain. */
  readonly journal?: (db: Database) => Promise<void>;
  /** Changes tables of the projection. A rebuild applies these steps to new, empty tables. */
  readonly projection?: ProjectionStep;
}

interface ProjectionStep {
  /** New tables, created before `up` runs. */
  readonly tables?: TableSet;
  readonly up?: (db: Database) => Promise<void>;
}
