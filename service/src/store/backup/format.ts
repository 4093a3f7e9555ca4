// What a backup contains. It is a SQLite file, so that a backup that is cut off is noticed.

/** "TotB", in the file's header. */
export const BACKUP_ID = 0x546f_7442;
export const BACKUP_VERSION = 1;

/** The databases of a data folder, in the order in which they are read. */
export const DATABASES = [
  { name: 'tote', path: 'tote.db' },
  { name: 'ledger', path: 'chain/ledger.db' },
] as const;

export interface SecretFile {
  /** In the data folder. */
  readonly path: string;
  readonly content: Uint8Array;
}
