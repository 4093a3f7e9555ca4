import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

const HTML = `<!doctype html><html><head><meta name="tote-root" content="./" />
<title>Tote</title></head><body></body></html>`;

/** For a test file: the folder of a page without scripts. */
export function makePageDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'tote-page-'));
  for (const name of ['index.html', 'embed.html']) writeFileSync(join(dir, name), HTML);
  afterAll(() => rmSync(dir, { recursive: true }));
  return dir;
}
