// One process per file: a lock that the operating system lets go of when the process dies.
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';

export class FileLock {
  readonly #db: DatabaseSyncInstance;

  private constructor(db: DatabaseSyncInstance) {
    this.#db = db;
  }

  /** `what` is the word for whoever is refused: this ledger, this database. */
  static take(file: string, what: string): FileLock {
    const db = new DatabaseSync(file);
    try {
      db.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    } catch (error) {
      db.close();
      if (/locked|busy/i.test(String(error))) {
        throw new Error(`another process uses this ${what} (it holds ${file}); stop it first`);
      }
      throw error;
    }
    return new FileLock(db);
  }

  release(): void {
    this.#db.close();
  }
}
