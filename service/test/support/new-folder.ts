import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';

/** A temporary folder that is removed when the test is over. */
export const newFolder = () => createFolder(onTestFinished);

/** The same for all tests of a file. */
export const useFolder = () => createFolder(afterAll);

function createFolder(atTheEnd: (remove: () => void) => void): string {
  const dir = mkdtempSync(join(tmpdir(), 'tote-test-'));
  atTheEnd(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}
