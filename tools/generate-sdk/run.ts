// Writes the part of packages/sdk that is made from the OpenAPI document. With --check it writes
// nothing and fails if a file is not current.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../root.ts';
import { renderFiles } from './files.ts';

const files = await renderFiles();
if (process.argv.includes('--check')) {
  const outdated = [...files].filter(
    ([path, text]) => readFileSync(join(root, path), 'utf8') !== text,
  );
  if (outdated.length > 0) {
    const paths = outdated.map(([path]) => path).join(', ');
    console.error(`Not current: ${paths}. Run \`npm run generate\`.`);
    process.exitCode = 1;
  }
} else {
  for (const [path, text] of files) writeFileSync(join(root, path), text);
}
