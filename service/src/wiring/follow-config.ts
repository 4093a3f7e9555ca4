import { DeployedProgramReader } from '@tote/chain/deployed-program';
import { LiveConfig } from '@tote/chain/live-config';
import { formatInstant, LIMITS, unixSeconds } from '@tote/domain';
import type { Config as ProgramConfig } from '@tote/program-client';
import { hashCommittedProgram, type Platform } from '../embedded/platform.ts';
import { TrustReader } from '../queries/read-trust.ts';
import type { Log } from '../telemetry/log.ts';

export async function followConfig(platform: Platform, log: Log, wallMs: () => number) {
  const { chain, programConfig } = platform;
  let version = 0;
  let trust: TrustReader | undefined;
  const live = new LiveConfig({
    accounts: chain.accounts,
    first: programConfig,
    onChange: (before, now) => {
      version += 1;
      trust?.expire();
      logChange(log, before, now);
    },
    onFailure: (error) => log.warn({ error }, 'The Config could not be read; using the last one'),
  });
  const program = new DeployedProgramReader({ chain, wallMs });
  const committedHash = hashCommittedProgram();
  trust = await TrustReader.start({ chain, live, program, committedHash, wallMs });
  warnOfTrust(log, platform, await trust.get());
  return { live, trust, version: () => version };
}

function warnOfTrust(
  log: Log,
  { localnet, programConfig }: Platform,
  { programMatches, upgradeAuthority }: Awaited<ReturnType<TrustReader['get']>>,
): void {
  if (programMatches === false) {
    log.warn({}, 'The deployed program is not the program/tote.so of this service');
  }
  if (localnet) return;
  if (upgradeAuthority) {
    log.info({ upgradeAuthority }, 'The upgrade authority may replace the program at any time');
  }
  const { changeDelay } = programConfig;
  if (changeDelay < LIMITS.changeDelaySecondsDefault) {
    const fields = { changeDelay, recommended: LIMITS.changeDelaySecondsDefault };
    log.warn(fields, 'Changes of the Config take effect sooner than recommended');
  }
}

const SETTINGS = [
  ...['burnBps', 'developerBps', 'vetoSeconds', 'minimumStake', 'changeDelay'],
  ...['leadSeconds', 'horizonSeconds'],
  ...['admin', 'operator', 'oracle', 'guardian', 'treasury'],
  ...['knownPrograms', 'oracleDisabledBelow', 'operatorDisabledBelow'],
] as (keyof ProgramConfig)[];

function logChange(log: Log, before: ProgramConfig, now: ProgramConfig): void {
  const changed = SETTINGS.filter((name) => show(before[name]) !== show(now[name]));
  if (changed.length > 0) {
    const fields = Object.fromEntries(changed.map((name) => [name, show(now[name])]));
    log.warn(fields, 'The Config has changed');
  }
  if (now.pendingAt === before.pendingAt) return;
  if (now.pendingAt !== 0n) {
    const effectiveAt = formatInstant(unixSeconds(now.pendingAt));
    log.warn({ effectiveAt, ...describePending(now) }, 'A change of the Config is announced');
  } else if (changed.length === 0) {
    log.warn({}, 'The announced change of the Config was cancelled, or changes nothing');
  }
}

function describePending({ pending, ...now }: ProgramConfig): Record<string, string> {
  const names = SETTINGS.filter((name) => name in pending) as (keyof typeof pending)[];
  const changed = names.filter((name) => show(pending[name]) !== show(now[name]));
  return Object.fromEntries(changed.map((name) => [name, show(pending[name])]));
}

/** JSON cannot represent bigint. */
const show = (value: unknown): string => String(value);
