import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkDisk, measureDisk, measureFiles } from '../../src/telemetry/disk.ts';
import { useFolder } from '../support/new-folder.ts';

const dir = useFolder();

test('a folder that can be written has no reason against it, and stays as it was', async () => {
  const results = await Promise.all([checkDisk(dir), checkDisk(dir), checkDisk(dir)]);
  expect(results).toEqual([null, null, null]);
  expect(readdirSync(dir)).toEqual([]);
});

test('the reason says what is wrong with a folder, and not where it is', async () => {
  const gone = join(dir, 'gone');
  expect(await checkDisk(gone)).toBe('Nothing can be written to the data folder (ENOENT).');
  const file = join(dir, 'file');
  writeFileSync(file, '');
  expect(await checkDisk(file)).toBe('Nothing can be written to the data folder (ENOTDIR).');
  rmSync(file);
});

test('what is left of the disk is at most its size', async () => {
  const { freeBytes, totalBytes } = await measureDisk(dir);
  expect(freeBytes).toBeGreaterThan(0);
  expect(freeBytes).toBeLessThanOrEqual(totalBytes);
});

test('the sizes of files and of their logs, without those of folders and other files', async () => {
  const files = join(dir, 'files');
  mkdirSync(join(files, 'tote.db.folder'), { recursive: true });
  writeFileSync(join(files, 'tote.db'), 'x'.repeat(10));
  writeFileSync(join(files, 'tote.db-wal'), 'x'.repeat(3));
  writeFileSync(join(files, 'tote.db-shm'), 'x'.repeat(2));
  writeFileSync(join(files, 'demo.json'), 'x'.repeat(100));
  expect(await measureFiles(files, 'tote.db')).toEqual({ bytes: 12, walBytes: 3 });
  expect(await measureFiles(files)).toEqual({ bytes: 112, walBytes: 3 });
});
