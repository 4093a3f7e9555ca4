import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { createMarket, makeFolder, placeBets, startBench, startEcho } from '../bench-service.ts';
import { measuredCheckout, startCommand } from '../child.ts';
import { show } from '../render.ts';
import type { Row, Section } from '../section.ts';

const TOTE = 'packages/cli/bin/tote.mjs';
/** On the embedded chain the hint begins with it, and is printed at once. */
const HINT = /^Tote runs at (\S+)/;
const IDLE_MS = 10_000;

export const start: Section = {
  title: 'Start',
  targets: [
    { column: 'of the echo', most: 6, rows: /start/ },
    { column: 'resident MiB', most: 200, rows: /tote start/ },
    { column: 'of Node', most: 1.3, rows: /help/ },
  ],
  printedOnly: ['processor time ms'],
  async open({ startBets }, defer) {
    const filled = makeFolder(defer);
    const bench = await startBench(defer, {}, filled);
    await placeBets(bench, await createMarket(bench), startBets);
    await bench.child.stop();
    const folders = { fresh: () => makeFolder(defer), [`${show(startBets)} bets`]: () => filled };
    // Compiles what has changed.
    await measureStart('`tote start`', '', filled, 1);
    return async () => {
      const { child: echo } = await startEcho('{}', 0, 'GET');
      const rows: Row[] = [
        {
          ...{ what: 'bare Fastify echo', 'data folder': '', ms: echo.readyMs, 'of the echo': 1 },
          ...{ 'processor time ms': echo.readyProcessorMs, 'resident MiB': echo.residentMib() },
        },
      ];
      await echo.stop();
      for (const [folder, make] of Object.entries(folders)) {
        for (const command of ['`tote start`', '`npm start`']) {
          rows.push(await measureStart(command, folder, make(), echo.readyMs));
        }
      }
      return [...rows, ...measureHelp()];
    };
  },
};

async function measureStart(what: string, folder: string, dir: string, echoMs: number) {
  const isNpm = what.includes('npm');
  const args = isNpm ? ['npm', 'start'] : [process.execPath, TOTE, 'start'];
  const env = { TOTE_DATA_DIR: dir, TOTE_PORT: '0', TOTE_RPC_PORT: '0', TOTE_LOG_LEVEL: 'error' };
  const child = await startCommand(args, env, HINT);
  if (!isNpm) await sleep(IDLE_MS);
  const { readyMs, readyProcessorMs } = child;
  const row: Row = {
    ...{ what, 'data folder': folder, ms: readyMs, 'of the echo': readyMs / echoMs },
    // With npm the service is another process.
    'processor time ms': isNpm ? undefined : readyProcessorMs,
    'resident MiB': isNpm ? undefined : child.residentMib(),
  };
  await child.stop();
  return row;
}

function measureHelp(): Row[] {
  const time = (args: readonly string[]) => {
    const startedAt = performance.now();
    execFileSync(process.execPath, args, { cwd: measuredCheckout() });
    return performance.now() - startedAt;
  };
  // The least of several: a process takes longer only because of others.
  const least = (args: readonly string[]) =>
    Math.min(...Array.from({ length: 11 }, () => time(args)));
  const [node, help] = [least(['--eval', '0']), least([TOTE, '--help'])];
  return [
    { what: '`node --eval 0`', ms: node, 'of Node': 1 },
    { what: '`tote --help`', ms: help, 'of Node': help / node },
  ];
}
