// A lock that allows one process per file. The operating system releases it when the process ends.
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { ensurePrivateFile } from './private-files.ts';

export class FileLock {
  readonly #db: DatabaseSyncInstance;

  private constructor(db: DatabaseSyncInstance) {
    this.#db = db;
  }

  static take(file: string, what: string): FileLock {
    // Read access is enough to lock the file.
    ensurePrivateFile(file);
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
