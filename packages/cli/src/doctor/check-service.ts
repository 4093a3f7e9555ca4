import { type Config, createTote, type Tote } from '@tote/sdk';
import { time } from '../format.ts';
import type { Session } from '../session.ts';
import { type Finding, findingOf } from './finding.ts';

const CHAIN_SECONDS_MAX = 5;

export async function checkService(
  { url }: Session,
  findings: Finding[],
): Promise<Config | undefined> {
  // Without --rpc, because the node is checked separately.
  const tote = createTote({ url });
  const add = (name: string, isFine: boolean, text: string, otherwise: Finding['state']) =>
    findings.push({ name, state: isFine ? 'ok' : otherwise, text });
  let config: Config;
  try {
    config = await tote.getConfig();
  } catch (error) {
    findings.push(findingOf('service', error, url));
    return undefined;
  }
  const { cluster, sandbox, trust, program, limits } = config;
  const kind = `${cluster} chain${sandbox ? ', sandbox' : ''}`;
  const { version, ahead } = await readDocument(url);
  add('service', true, `${url}, version ${version}, ${kind}`, 'refused');
  await checkReadiness(tote, findings);
  const { programMatches, programHash } = trust;
  const same = programMatches === null ? 'not compared' : programMatches ? 'the same' : 'another';
  const built = `${program}, ${same} as the service was built with (${programHash.slice(0, 12)}…)`;
  add('program', programMatches !== false, built, 'differs');
  if (ahead !== undefined) {
    const most = limits.signatureAgeSecondsMax;
    const limit = `signed requests may be ${most} s off`;
    const text = `this machine is ${ahead} s ahead of the service; ${limit}`;
    add('clock', Math.abs(ahead) < most, text, 'refused');
  }
  const chainOff = Math.round((Date.parse(config.now) - Date.now()) / 1_000);
  const isNear = Math.abs(chainOff) <= CHAIN_SECONDS_MAX;
  add('chain time', isNear, `${time(config.now)}, ${chainOff} s ahead of this machine`, 'warning');
  return config;
}

async function checkReadiness(tote: Tote, findings: Finding[]): Promise<void> {
  try {
    const { checks, limitations = [] } = await tote.getReadiness(
      { for: 'writes' },
      { timeoutMs: 5_000 },
    );
    findings.push({ name: 'ready', state: 'ok', text: Object.keys(checks).join(', ') });
    for (const text of limitations) findings.push({ name: 'ready', state: 'warning', text });
  } catch (error) {
    findings.push(findingOf('ready', error));
  }
}

async function readDocument(url: string) {
  const base = url.replace(/\/+$/, '').replace(/\/v1$/, '');
  try {
    const response = await fetch(`${base}/v1/openapi.json`);
    const theirs = Date.parse(response.headers.get('date') ?? '');
    const { info } = (await response.json()) as { info?: { version?: unknown } };
    const ahead = Math.round((Date.now() - theirs) / 1_000);
    return { version: String(info?.version), ahead: Number.isNaN(ahead) ? undefined : ahead };
  } catch {
    return { version: 'unknown', ahead: undefined };
  }
}
