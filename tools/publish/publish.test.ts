import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from '../../service/test/support/new-folder.ts';
import { root } from '../root.ts';
import { buildPackages, pack } from './build-packages.ts';
import { findFaults } from './find-faults.ts';
import { createManifest, isOurs, PUBLISHED, type PublishedPackage } from './published.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const { version } = JSON.parse(read('package.json'));

function find(wanted: string): PublishedPackage {
  const found = PUBLISHED.find(({ name }) => name === wanted);
  if (!found) throw new Error(`${wanted} is not published`);
  return found;
}

test('all packages have one version, and the changelog begins with it', () => {
  const folders = [...readdirSync(join(root, 'packages')).map((name) => `packages/${name}`)];
  for (const folder of [...folders, 'service', 'web']) {
    const manifest = JSON.parse(read(`${folder}/package.json`));
    expect([folder, manifest.version]).toEqual([folder, version]);
    // The build adds those that are published, in this version.
    expect(Object.keys(manifest.dependencies ?? {}).filter(isOurs)).toEqual([]);
  }
  expect(/^## (\S+), \d{4}-\d{2}-\d{2}$/m.exec(read('CHANGELOG.md'))?.[1]).toBe(version);
});

test('sources cannot be published by accident, and the documentation names what is', () => {
  for (const { name } of PUBLISHED) {
    expect(JSON.parse(read(`packages/${name}/package.json`)).private).toBe(true);
    expect(read('docs/release.md')).toContain(`| \`@tote/${name}\` |`);
    expect(read('CHANGELOG.md')).toContain(`\`@tote/${name}\``);
  }
});

test('a library is built without faults', async () => {
  const [built] = await buildPackages([find('domain')], join(newFolder(), 'packages'));
  if (!built) throw new Error('nothing was built');
  expect(await findFaults(built)).toEqual([]);
  const manifest = JSON.parse(readFileSync(join(built.folder, 'package.json'), 'utf8'));
  expect(manifest).toMatchObject({ name: '@tote/domain', version, dependencies: {} });
  expect(manifest).not.toHaveProperty('private');
  expect(manifest).not.toHaveProperty('scripts');
  const { parseAmount } = await import(join(built.folder, 'dist/index.js'));
  expect(parseAmount('1.5', 9)).toBe(1_500_000_000n);
});

test('faults of a package are found', async () => {
  const outDir = newFolder();
  const folder = join(outDir, 'faulty');
  mkdirSync(folder);
  const index = { types: './index.d.ts', default: './missing.js' };
  const manifest = { name: 'faulty', version, type: 'module', exports: { '.': index } };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'index.d.ts'), "export * from './nothing.js';\n");
  writeFileSync(join(folder, 'notes.js'), `// ${root}\n`);
  const [tarball = ''] = pack([folder], outDir);
  const faults = await findFaults({ ...find('domain'), folder, tarball });
  for (const text of ['does not exist', 'InternalResolutionError', 'notes.js contains']) {
    expect(faults).toContainEqual(expect.stringContaining(text));
  }
});

test('a package depends on what it imports, and on nothing that others would lack', () => {
  const manifest = (name: string, ...imported: string[]) => createManifest(find(name), imported);
  expect(manifest('localnet', 'node:fs', 'ws', '@tote/domain', 'litesvm/dist/internal.js')).toEqual(
    expect.objectContaining({
      dependencies: { '@tote/domain': version, litesvm: '1.4.1', ws: '8.22.2' },
    }),
  );
  expect(() => manifest('domain', 'node:fs')).toThrow('domain imports node:fs');
  expect(() => manifest('verify', '@tote/domain/amount')).toThrow('import it from @tote/domain');
  expect(() => manifest('verify', 'left-pad')).toThrow('asks for left-pad');
});
