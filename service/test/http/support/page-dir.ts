import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SCREENS } from '../../../src/http/share/page-files.ts';
import { useFolder } from '../../support/new-folder.ts';

const HTML = `<!doctype html><html><head><meta name="tote-root" content="./" />
<meta name="tote-name" content="Tote" />
<title>Tote</title>
<link rel="icon" href="./icon.svg" type="image/svg+xml" /></head><body></body></html>`;

const CHUNK = { file: 'assets/screen-1.js' };
export const MANIFEST = JSON.stringify({
  ...Object.fromEntries(Object.values(SCREENS).map((source) => [source, CHUNK])),
  'index.html': { file: 'assets/app-1.js' },
});

export function makePageDir(): string {
  const dir = useFolder();
  for (const name of ['index.html', 'embed.html']) writeFileSync(join(dir, name), HTML);
  writeFileSync(join(dir, 'manifest.json'), MANIFEST);
  return dir;
}
