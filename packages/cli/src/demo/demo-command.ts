// `npm run demo`: starts a service on an embedded chain in a temporary folder, and plays a market
// of each condition type from creation to payout. `tote sandbox` plays one in a running service.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KINDS } from '@tote/conditions/kinds/index';
import type { Scenario } from '@tote/conditions/kinds/shared/scenario';
import { DECIMALS } from '@tote/domain';
import type { LocalService } from '../local-service.ts';
import { checkReport } from './check-report.ts';
import * as output from './format-output.ts';
import { type PlayOptions, play } from './play.ts';
import type { PlayedMarket } from './played.ts';

export const SCENARIOS: readonly Scenario[] = KINDS.flatMap(({ demo }) => demo);
const TYPES = SCENARIOS.map(({ type }) => type);

export const USAGE = `Usage: npm run demo                    a market of each type, to its payout
       npm run demo -- --only <type>   one type, or several: --only supply --only migrated

Types: ${TYPES.join(', ')}

Everything happens on a chain of its own in a temporary folder, with its clock moved forward. The
exit code is 0 only if every amount adds up.`;

const EXIT = { wrong: 1, usage: 2 } as const;

interface Environment extends Pick<PlayOptions, 'print'> {
  startService(
    env: Record<string, string>,
    folder: string,
  ): Promise<{ readonly baseUrl: string; close(): Promise<void> }>;
}

export async function runDemo(args: readonly string[], environment: Environment): Promise<number> {
  const { print } = environment;
  if (args.includes('--help') || args.includes('-h')) {
    print(USAGE);
    return 0;
  }
  const scenarios = chooseScenarios(args);
  if (!scenarios) {
    print(`demo: unknown arguments: ${args.join(' ')}\n\n${USAGE}`);
    return EXIT.usage;
  }
  const dir = mkdtempSync(join(tmpdir(), 'tote-demo-'));
  try {
    const { problems } = await playIn(dir, scenarios, environment);
    return problems.length === 0 ? 0 : EXIT.wrong;
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

export function chooseScenarios(args: readonly string[]): readonly Scenario[] | undefined {
  const chosen = new Set<string>();
  for (let index = 0; index < args.length; index += 2) {
    const type = args[index + 1];
    if (args[index] !== '--only' || type === undefined || !TYPES.includes(type)) return undefined;
    chosen.add(type);
  }
  return chosen.size === 0 ? SCENARIOS : SCENARIOS.filter(({ type }) => chosen.has(type));
}

async function playIn(dir: string, scenarios: readonly Scenario[], environment: Environment) {
  const settings = {
    TOTE_DATA_DIR: dir,
    TOTE_PORT: '0',
    TOTE_RPC_PORT: '0',
    TOTE_SLOT_MS: '50',
    TOTE_SANDBOX: '1',
    TOTE_DEMO: '0',
    TOTE_LOG_LEVEL: 'error',
  };
  const service = await environment.startService(settings, dir);
  try {
    const demo: LocalService = JSON.parse(readFileSync(join(dir, 'demo.json'), 'utf8'));
    const { print } = environment;
    const oracleApiKey = findOracleKey(demo);
    return await playAndCheck({ baseUrl: service.baseUrl, oracleApiKey, scenarios, print });
  } finally {
    await service.close();
  }
}

export const findOracleKey = (service: LocalService | undefined): string | undefined =>
  service?.wallets.find(({ name }) => name === 'oracle')?.apiKey;

interface Checked {
  readonly markets: readonly PlayedMarket[];
  /** Empty if every market had the expected outcome, and every amount adds up. */
  readonly problems: readonly string[];
}

export async function playAndCheck(options: PlayOptions): Promise<Checked> {
  const { print } = options;
  const report = await play(options);
  print(output.conversions(report));
  print(output.summary(report, DECIMALS));
  const problems = checkReport(report);
  for (const problem of problems) print(`WRONG: ${problem}`);
  const { markets } = report;
  const count = `${markets.length} market${markets.length === 1 ? '' : 's'}`;
  if (problems.length === 0) print(`\nEverything adds up: ${count}, to the base unit.`);
  return { markets, problems };
}
