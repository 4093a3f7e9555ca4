// The compiled service, as `npm start` runs it: what is loaded late must be found there, too.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../../tools/root.ts';
import { runNode } from '../../../tools/test-setup/run-command.ts';
import { newFolder } from '../support/new-folder.ts';

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

test('log, /readyz, /v1/config and metrics say which commit was compiled', async () => {
  const dir = newFolder();
  const env = { TOTE_PORT: '0', TOTE_RPC_PORT: '0', TOTE_DATA_DIR: dir };
  const service = runNode([join(root, 'packages/cli/bin/tote.mjs'), 'start'], { env });
  await expect.poll(service.text).toContain('Tote runs at');
  const [, url] = /(http:\S+)\/v1/.exec(service.text()) ?? [];
  const [, first = ''] = /^(\{.*\})$/m.exec(service.text()) ?? [];
  const { commit, ...line } = JSON.parse(first);
  // Tests may run outside of a checkout.
  expect(commit).toMatch(/^[0-9a-f]{7,40}(-dirty)?$|^unknown$/);
  expect(line).toMatchObject({ msg: 'Tote starts', version });
  const read = async (path: string) => (await fetch(`${url}${path}`)).text();
  expect(JSON.parse(await read('/v1/config')).build).toEqual({ version, commit });
  expect(JSON.parse(await read('/readyz')).build).toEqual({ version, commit });
  const metrics = await fetch(`${url}/metrics`);
  expect(metrics.status).toBe(200);
  const text = await metrics.text();
  expect(text).toContain(
    `\ntote_build_info{version="${version}",commit="${commit}",node="${process.version}"} 1\n`,
  );
  expect(text).toMatch(/\nprocess_resident_memory_bytes \d+\n/);
  for (const name of ['openapi', 'asyncapi']) {
    expect(JSON.parse(await read(`/v1/${name}.json`)).info.version).toBe(version);
  }
  service.signal('SIGTERM');
  expect(await service.ended).toBe(0);
});
