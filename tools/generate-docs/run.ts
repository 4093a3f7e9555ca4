// Writes the pages of docs/ that are made from the sources. With --check it writes nothing and
// fails if a page is not current.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../root.ts';
import { findOutdated, PAGES } from './pages.ts';

if (process.argv.includes('--check')) {
  const outdated = findOutdated((path) => readFileSync(join(root, path), 'utf8'));
  if (outdated.length > 0) {
    console.error(`Not current: ${outdated.join(', ')}. Run \`npm run generate\`.`);
    process.exitCode = 1;
  }
} else {
  for (const { path, render } of PAGES) writeFileSync(join(root, path), render());
}
