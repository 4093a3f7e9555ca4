import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { transform } from 'esbuild';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { useFolder } from '../../service/test/support/new-folder.ts';
import { World } from '../../service/test/support/world.ts';
import { root } from '../root.ts';
import { runNode } from '../test-setup/run-command.ts';
import { buildPackages } from './build-packages.ts';
import { PUBLISHED } from './published.ts';

const isLong = process.env.TOTE_TEST === 'long';
const PROGRAM = 'Tote111111111111111111111111111111111111111';
const libraries = PUBLISHED.filter(({ isLibrary }) => isLibrary);
const names = libraries.map(({ name }) => name);
const commands = PUBLISHED.flatMap(({ command }) => command ?? []);
/** Their examples need nothing that runs elsewhere. */
const RUN = ['domain', 'program-client', 'localnet'];

describe.runIf(isLong)('in an empty project', () => {
  const dir = useFolder();
  const project = join(dir, 'project');
  const installed = (name: string) => join(project, 'node_modules/@tote', name);
  const write = (file: string, text: string) => writeFileSync(join(project, file), text);

  beforeAll(async () => {
    const built = await buildPackages(PUBLISHED, join(dir, 'packages'));
    mkdirSync(project);
    write('package.json', JSON.stringify({ private: true, type: 'module' }));
    const options = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund'];
    const tarballs = built.map(({ tarball }) => tarball);
    execFileSync('npm', ['install', ...options, ...tarballs], { cwd: project });
  }, 240_000);

  /** Programs in a README begin with an import; what does not is a part of one. */
  function listExamples(name: string): string[] {
    const text = readFileSync(join(installed(name), 'README.md'), 'utf8');
    return [...text.matchAll(/```ts\n(import [\s\S]*?)```/g)].map(([, code = '']) => code);
  }

  test.each([
    ['without', true],
    ['with', false],
  ])('the examples have the right types, %s those of Node', (_, isPortable) => {
    const files = libraries
      .filter((each) => each.isPortable === isPortable)
      .flatMap(({ name }) => {
        const examples = listExamples(name);
        expect([name, examples.length > 0]).toEqual([name, true]);
        for (const [index, code] of examples.entries()) write(`${name}-${index}.ts`, code);
        return examples.map((_, index) => `${name}-${index}.ts`);
      });
    const compilerOptions = {
      ...{ module: 'nodenext', target: 'es2023', lib: ['ES2023', 'DOM'] },
      ...{ strict: true, noEmit: true },
      ...{ typeRoots: [join(root, 'node_modules/@types')], types: isPortable ? [] : ['node'] },
    };
    write('tsconfig.json', JSON.stringify({ compilerOptions, files }));
    const args = [join(root, 'node_modules/.bin/tsc'), '-p', '.', '--pretty', 'false'];
    const { stdout } = spawnSync(process.execPath, args, { cwd: project, encoding: 'utf8' });
    // Declarations of others may need types that are not there.
    const ours = stdout.split('\n').filter((line) => !/^node_modules\/(?!@tote\/)|^$/.test(line));
    expect(ours).toEqual([]);
  });

  test.each(RUN)('the example of %s prints what it says', async (name) => {
    const [example = ''] = listExamples(name);
    const { code } = await transform(example, { loader: 'ts', format: 'esm' });
    write(`${name}.js`, code);
    const run = runNode([`${name}.js`], { cwd: project });
    expect(await run.ended, run.text()).toBe(0);
    const said = [...example.matchAll(/console\.log\(.*\); \/\/ (.+)/g)].map(([, text]) => text);
    expect(said.length).toBeGreaterThan(0);
    expect(run.text().trim().split('\n')).toEqual(said);
  });

  test.each(names)('%s can be imported', async (name) => {
    const code = `console.log(Object.keys(await import('@tote/${name}')).length > 0)`;
    const run = runNode(['--input-type=module', '--eval', code], { cwd: project });
    expect([await run.ended, run.text().trim()]).toEqual([0, 'true']);
  });

  test.each(commands)('npx %s --help says how to use it', (name) => {
    const text = execFileSync('npx', ['--no', '--', name, '--help'], {
      cwd: project,
      encoding: 'utf8',
    });
    expect(text).toContain(`Usage: ${name}`);
  });

  test('the chain runs in its threads, with the program that the package contains', async () => {
    const bin = join(installed('localnet'), 'dist/tote-localnet.js');
    const program = ['--program', PROGRAM, join(installed('localnet'), 'tote.so')];
    const chain = runNode([bin, '--dir', 'ledger', '--port', '0', ...program], { cwd: project });
    await expect.poll(chain.text, { timeout: 60_000 }).toContain('Ctrl+C stops it');
    const [, url = ''] = /RPC +(http\S+)/.exec(chain.text()) ?? [];
    const params = [PROGRAM, { commitment: 'confirmed' }];
    const request = { jsonrpc: '2.0', id: 1, method: 'getAccountInfo', params };
    const response = await fetch(url, {
      ...{ method: 'POST', body: JSON.stringify(request) },
      headers: { 'content-type': 'application/json' },
    });
    expect(await response.json()).toMatchObject({ result: { value: { executable: true } } });
    chain.signal('SIGTERM');
    expect(await chain.ended, chain.text()).toBe(0);
  });

  test('npx tote mcp serves an assistant, outside of the clone', async () => {
    const client = new Client({ name: 'test', version: '1.0.0' });
    onTestFinished(() => client.close());
    const args = ['--no', '--', 'tote', 'mcp'];
    await client.connect(new StdioClientTransport({ command: 'npx', args, cwd: project }));
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('place_bet');
    // No other command loads the protocol.
    const text = readFileSync(join(installed('cli'), 'dist/tote.js'), 'utf8');
    expect(text).not.toMatch(/^import .*(modelcontextprotocol|zod)/m);
    expect(text).toContain('import("@modelcontextprotocol/sdk/server/mcp.js")');
  });

  test('npx tote verify verifies a market of a service, outside of the clone', async () => {
    const world = await World.start();
    onTestFinished(() => world.close());
    const { now } = (await world.get('/config')).body;
    const expireAt = new Date(Date.parse(now) + 700_000).toISOString();
    const id = await world.createMarket({
      question: 'Will SOL be above $100 at expiry?',
      expireAt,
    });
    await world.bet(id, 'alice', 'Yes', '2');
    await world.bet(id, 'bob', 'No', '1');
    await world.advance(701);
    await expect.poll(async () => (await world.get(`/markets/${id}/resolution`)).status).toBe(200);
    const at = ['--url', world.service.baseUrl, '--rpc', world.demo.rpcUrl];
    // The service runs in this process, so nothing here may block.
    const npx = promisify(execFile);
    const args = ['--no', '--', 'tote', 'verify', id, ...at];
    const { stdout } = await npx('npx', args, { cwd: project });
    expect(stdout).toContain('Verified: ');
    const other = ['--program', '11111111111111111111111111111111'];
    const refused = npx('npx', [...args, ...other], { cwd: project });
    await expect(refused).rejects.toMatchObject({ code: 4 });
  });
});
