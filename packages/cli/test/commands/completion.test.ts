import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { COMMANDS } from '../../src/command-list.ts';
import { useHome } from '../support/home.ts';

const home = useHome();
const scripts: Record<string, string> = {};
beforeAll(async () => {
  for (const shell of ['bash', 'zsh', 'fish']) {
    scripts[shell] = join(home.dir, shell);
    writeFileSync(scripts[shell], (await home.tote(['completion', shell])).out);
  }
});

/** What bash would offer after these words. */
function complete(...words: string[]): string[] {
  const script = `source "$0"
    COMP_WORDS=(tote "$@"); COMP_CWORD=$#; _tote; echo "\${COMPREPLY[@]}"`;
  const { stdout } = spawnSync('bash', ['-c', script, scripts.bash ?? '', ...words], {
    encoding: 'utf8',
  });
  return stdout.trim().split(' ').sort();
}

test('bash completes commands, groups, choices and options', () => {
  const first = new Set(COMMANDS.map(({ name }) => name.split(' ')[0]));
  for (const word of first) expect(complete('')).toContain(word);
  expect(complete('ma')).toEqual(['market', 'markets']);
  expect(complete('sta')).toEqual(['start', 'statement']);
  expect(complete('wallet', 're')).toEqual(['revoke']);
  expect(complete('wallet', 'deposit', '5', 'S')).toEqual(['SOL']);
  expect(complete('bet', 'x', 'y')).toEqual(['yes']);
  expect(complete('bet', 'x', 'yes', '1', '--s')).toEqual(['--self']);
  expect(complete('bet', '--j')).toEqual(['--json']);
});

test.each(['zsh', 'fish'])('%s takes the script', (shell) => {
  const file = scripts[shell] ?? '';
  const ran = spawnSync(shell, ['-n', file], { encoding: 'utf8' });
  if (ran.error) console.warn(`SKIPPED: there is no ${shell} here`);
  else expect([ran.status, ran.stderr]).toEqual([0, '']);
});
