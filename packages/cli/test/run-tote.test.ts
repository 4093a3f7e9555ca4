// What all commands have in common: help, usage, exit codes, text from outside.
import { readFileSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import { GLOBAL_OPTIONS } from '../src/command.ts';
import { COMMANDS } from '../src/command-list.ts';
import { createSession } from '../src/session.ts';
import { createMarket, refused, useHome } from './support/home.ts';
import { startServer } from './support/servers.ts';
import { toteHere } from './support/tote-here.ts';

const home = useHome();

describe('help', () => {
  test.each(COMMANDS.map(({ name }) => name))('of %s has an example', async (name) => {
    const { code, lines } = await toteHere([...name.split(' '), '--help']);
    expect(code).toBe(0);
    expect(lines[0]).toMatch(new RegExp(`^Usage: tote ${name}( |$)`));
    const at = lines.findIndex((line) => /^Examples?:$/.test(line));
    expect(lines[at + 1]).toMatch(new RegExp(`^ {2}tote ${name}`));
    expect(lines.join('\n')).toContain('--json');
  });

  test('names every command, and those of the service', async () => {
    const { code, out } = await home.tote(['--help']);
    expect(code).toBe(0);
    for (const { name } of COMMANDS) expect(out).toContain(`\n  ${name} `);
    for (const name of ['start', 'rebuild', 'backup', 'restore']) {
      expect(out).toContain(`\n  ${name} `);
    }
    const { lines } = await toteHere([]);
    expect(lines.join('\n')).toBe(out.trimEnd());
    expect((await toteHere(['help', 'help'])).lines).toEqual(lines);
    expect((await toteHere(['help', 'bet'])).lines[0]).toContain('Usage: tote bet');
  });

  test('of a group lists its commands', async () => {
    const asked = await toteHere(['wallet', '--help']);
    expect([asked.code, asked.lines[0]]).toEqual([0, 'Usage: tote wallet <command> [options]']);
    expect(asked.lines.join('\n')).toContain('  wallet allow ');
    expect((await toteHere(['wallet'])).code).toBe(2);
  });

  test('of the service lists its settings', async () => {
    const { code, out } = await home.tote(['start', '--help']);
    expect(code).toBe(0);
    expect(out).toContain('TOTE_DATA_DIR');
  });

  test('docs/cli.md has every option of all commands', () => {
    const page = readFileSync(new URL('../../../docs/cli.md', import.meta.url), 'utf8');
    for (const name of Object.keys(GLOBAL_OPTIONS)) expect(page).toContain(`\`--${name}\``);
  });

  test('the version is that of the package', async () => {
    expect((await toteHere(['--version'])).lines).toEqual(['0.1.0']);
  });
});

describe('wrong usage is 2 and says what is wrong:', () => {
  test.each([
    [['nothing'], 'unknown command nothing. See tote --help.'],
    [['wallet', 'nothing'], 'unknown command wallet nothing. See tote --help.'],
    [['makets'], 'unknown command makets. Did you mean tote markets? See tote --help.'],
    [['verfy', 'market_1'], 'Did you mean tote verify?'],
    [['walet', 'show'], 'Did you mean tote wallet show?'],
    [['wallet', 'alow', '--sol', '1'], 'Did you mean tote wallet allow?'],
    [['strat'], 'Did you mean tote start?'],
    [['markets', '--nothing'], "Unknown option '--nothing'. See tote markets --help."],
    [['markets', '--sort', 'size'], '--sort must be one of newest, ending, volume, not size.'],
    [['market'], 'market is missing. See tote market --help.'],
    [['market', 'a', 'b'], 'The argument b is not expected.'],
    [['market', ''], 'market is missing. See tote market --help.'],
    [['watch', ''], 'market is missing. See tote watch --help.'],
    [['positions', '--wallet', ''], 'There is no wallet'],
    [['markets', '--rpc', ''], '--rpc: must begin with'],
    [['bet', 'a', 'maybe', '1'], 'outcome must be yes or no, not maybe.'],
    [['bet', 'a', 'yes', '1,5'], '1,5 is not '],
    [['markets', '--url', 'ftp://example.org'], '--url: must begin with'],
    [['start'], 'start needs the service'],
  ])('%j', async (args, problem) => {
    const { code, notes, lines } = await toteHere(args);
    expect(notes.join('\n')).toContain(problem);
    expect([code, lines]).toEqual([2, []]);
  });
});

test('options may stand before the command', async () => {
  const { code, json } = await home.tote(['--json', 'clock']);
  expect(code).toBe(0);
  expect(json.now).toMatch(/Z$/);
  const early = await home.here(['--url', 'http://127.0.0.1:9', 'clock']);
  expect(early.code).toBe(3);
});

test('a rebuild asks, and without a terminal needs --yes', async () => {
  await refused(home.tote(['rebuild']), 2, 'Without a terminal, add --yes.');
});

test('a service that does not answer is 3, and a refusal is 1, also as JSON', async () => {
  const nobody = ['--url', 'http://127.0.0.1:9'];
  const unreachable = await home.tote(['markets', ...nobody]);
  expect(unreachable).toMatchObject({ code: 3, out: '' });
  expect(unreachable.err).toContain('Is it running? Name another with --url.');
  const asJson = await home.here(['markets', ...nobody, '--json']);
  expect(asJson).toMatchObject({ code: 3, err: '', json: { code: 'network_failed' } });
  const unknown = await home.here([
    'market',
    '4Nd1mYvKzPJwk5ZbPhDDwWX8zx8tS1kFhCM3Xo9wWzbM',
    '--json',
  ]);
  expect(unknown).toMatchObject({ code: 1, json: { code: 'market_not_found' } });
  expect(unknown.json.requestId).toBeTruthy();
});

test('a service that lies cannot write control characters', async () => {
  const url = await startServer((_, response) => {
    const headers = { 'content-type': 'application/json', 'x-error-code': 'market_not_found' };
    response.writeHead(404, headers);
    response.end(JSON.stringify({ error: 'red \u001b[31m bell \u0007 reversed \u202e end' }));
  });
  const { code, err } = await home.tote(['market', 'a', '--url', url]);
  expect(code).toBe(1);
  expect(err).toBe('tote: red \ufffd[31m bell \ufffd reversed \ufffd end\n');
  const { out, json } = await home.tote(['market', 'a', '--url', url, '--json']);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is looked for
  expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
  expect(json.error).toContain('\u202e');
});

test('what it asks has no control characters of others', async () => {
  const ask = vi.fn(async () => 'y');
  const { confirm } = createSession({ env: {}, terminal: { ask } } as never, {});
  await confirm('Stake 1 \u001b[2KSOL?', undefined);
  expect(ask).toHaveBeenCalledWith('Stake 1 \ufffd[2KSOL? [y/N] ');
});

test('without a terminal there is no colour and no prompt', async () => {
  const marketId = await createMarket();
  const { out } = await home.tote(['market', marketId]);
  expect(out).not.toContain('\u001b');
  const before = await home.here(['market', marketId, '--json']);
  const bet = await home.tote(['bet', marketId, 'yes', '1', '--wallet', 'alice']);
  expect(bet.code).toBe(2);
  expect(bet.err).toContain('Without a terminal, add --yes.');
  const after = await home.here(['market', marketId, '--json']);
  expect(after.json.outcomes).toEqual(before.json.outcomes);
});

test('a node of another chain is 4', async () => {
  const rpc = await startServer((_, response) => {
    response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: 'another' }));
  });
  await refused(home.tote(['markets', '--rpc', rpc]), 4, 'genesis hash');
});
