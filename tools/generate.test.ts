import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { renderPages } from './generate-docs.ts';
import { renderSdk } from './generate-sdk/render-sdk.ts';
import { root } from './root.ts';

test('the generated pages and the SDK are current', async () => {
  for (const [path, text] of [...renderPages(), ...(await renderSdk())]) {
    expect(readFileSync(join(root, path), 'utf8') === text, `${path}: npm run generate`).toBe(true);
  }
});
