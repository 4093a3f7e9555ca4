// `tote backup <file> [--with-keys]` and `tote restore <file>`.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { UsageError } from '@tote/chain/lib/usage-error';
import type { Settings } from '../settings/read-settings.ts';
import { backUp, OTHER_SECRETS, placeOf, type SecretFile } from '../store/backup/backup.ts';
import { restore } from '../store/backup/restore.ts';

const WITH_KEYS = '--with-keys';

export function backUpData(settings: Settings, args: readonly string[]): void {
  refusePostgres(settings);
  const hasKeys = args.includes(WITH_KEYS);
  const file = readFile(args.filter((arg) => arg !== WITH_KEYS));
  const { dataDir } = settings;
  const secrets = hasKeys ? listSecrets(settings) : [];
  backUp({ dataDir, file, takenAt: new Date(), secrets });
  console.log(`The backup is in ${file}.`);
  console.log(
    hasKeys
      ? `It contains ${secrets.length} files with keys: whoever has it can sign for the service.`
      : `It contains no keys. Keep a copy of ${settings.keysDir}, or use ${WITH_KEYS}.`,
  );
}

export async function restoreData(settings: Settings, args: readonly string[]): Promise<void> {
  refusePostgres(settings);
  const { dataDir, keysDir } = settings;
  const file = readFile(args);
  const { takenAt, databases, files } = await restore({ file, dataDir, keysDir });
  console.log(`${dataDir} is as it was at ${takenAt}: ${[...databases, ...files].join(', ')}.`);
  if (files.length === 0) {
    console.log(
      `The backup has no keys: copy the key files to ${settings.keysDir} before the start.`,
    );
  }
}

function readFile(args: readonly string[]): string {
  const [file, ...rest] = args;
  if (file === undefined || rest.length > 0 || file.startsWith('-')) {
    throw new UsageError('Name one file: tote backup <file> [--with-keys], tote restore <file>.');
  }
  return resolve(file);
}

function refusePostgres({ databaseUrl }: Settings): void {
  if (databaseUrl === undefined) return;
  throw new UsageError(
    'This is for the data folder. A PostgreSQL database is saved with pg_dump: docs/operations.md.',
  );
}

function listSecrets({ dataDir, keysDir }: Settings): SecretFile[] {
  const names = existsSync(keysDir) ? readdirSync(keysDir) : [];
  const keys = names.filter((name) => name.endsWith('.json')).map((name) => `keys/${name}`);
  const others = OTHER_SECRETS.filter((path) => existsSync(join(dataDir, path)));
  return [...keys, ...others].map((path) => {
    const place = placeOf(path, { dataDir, keysDir });
    if (place !== undefined) return { path, content: readFileSync(place) };
    throw new UsageError(
      `The backup cannot contain ${join(keysDir, basename(path))}: move it, or give it a name of ` +
        'letters and digits.',
    );
  });
}
