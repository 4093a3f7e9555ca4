// `npm run generate`: the files that are made from sources: the IDL and the client of the program,
// pages of docs/, and the SDK's types and operations. With --check it writes nothing and fails if
// one is not current.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CLIENT_FOLDER, renderClient } from './generate-client.ts';
import { renderPages } from './generate-docs.ts';
import { readDocument } from './generate-sdk/read-document.ts';
import { renderOperations } from './generate-sdk/render-operations.ts';
import { renderTypes } from './generate-sdk/render-types.ts';
import { root } from './root.ts';

const SDK = 'packages/sdk/src/generated';
const api = readDocument();
const files = new Map([
  ...(await renderClient()),
  ...renderPages(),
  [`${SDK}/types.ts`, renderTypes(api)],
  [`${SDK}/operations.ts`, renderOperations(api)],
]);

const isCurrent = (path: string) =>
  existsSync(join(root, path)) && readFileSync(join(root, path), 'utf8') === files.get(path);

const left = readdirSync(join(root, CLIENT_FOLDER), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
  .filter((path) => !files.has(path));
const changed = [...files.keys()].filter((path) => !isCurrent(path));

if (process.argv.includes('--check')) {
  const outdated = [...changed, ...left];
  if (outdated.length > 0) {
    console.error(`Not current: ${outdated.join(', ')}. Run \`npm run generate\`.`);
    process.exitCode = 1;
  }
} else {
  for (const path of left) rmSync(join(root, path));
  for (const path of changed) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), files.get(path) as string);
  }
}
