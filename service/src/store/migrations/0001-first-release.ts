import { createJournal } from './0001-journal.ts';
import { indexVolume, PROJECTION } from './0001-projection.ts';
import type { Migration } from './migration.ts';

/** The tables of version 0.1.0. */
export const firstRelease: Migration = {
  journal: createJournal,
  projection: { tables: PROJECTION, up: indexVolume },
};
