import type { Address } from '@solana/kit';
import { amount, DECIMALS, formatMoney } from '@tote/domain';
import { type Config, NO_ADDRESS, type Settings } from '@tote/program-client';

export interface SettingChange {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

const percent = (bps: number) => `${bps / 100} % of the losing pool (${bps} basis points)`;
const seconds = (count: number) => `${count} s${count >= 3_600 ? ` (${count / 3_600} h)` : ''}`;
const days = (count: number) => `${count} s (${count / 86_400} days)`;
const key = (address: Address) => (address === NO_ADDRESS ? 'nobody (disabled)' : address);

export function describeSettings(settings: Settings, decimals: number) {
  const [sol = 0n, utility = 0n] = settings.minimumStake;
  const known = knownProgramsOf(settings);
  return [
    { name: 'burn share', value: percent(settings.burnBps) },
    { name: 'developer share', value: percent(settings.developerBps) },
    { name: 'veto time', value: seconds(settings.vetoSeconds) },
    { name: 'change delay', value: seconds(settings.changeDelay) },
    { name: 'lead', value: seconds(settings.leadSeconds) },
    { name: 'horizon', value: days(settings.horizonSeconds) },
    { name: 'minimum stake', value: formatMoney(amount(sol), 'SOL', DECIMALS.SOL) },
    { name: 'minimum stake', value: formatMoney(amount(utility), 'UTILITY', decimals) },
    { name: 'admin', value: settings.admin },
    { name: 'operator', value: key(settings.operator) },
    { name: 'oracle', value: key(settings.oracle) },
    { name: 'guardian', value: key(settings.guardian) },
    { name: 'treasury', value: settings.treasury },
    { name: 'known programs', value: known.join(', ') || 'none' },
  ];
}

export function compareSettings(
  before: Settings,
  after: Settings,
  decimals: number,
): SettingChange[] {
  const next = describeSettings(after, decimals);
  return describeSettings(before, decimals).flatMap(({ name, value }, at) => {
    const then = next[at]?.value ?? '';
    return value === then ? [] : [{ name, before: value, after: then }];
  });
}

export const knownProgramsOf = ({ knownPrograms, knownProgramsLen }: Settings): Address[] =>
  knownPrograms.slice(0, knownProgramsLen);

export function pendingOf(config: Config): { settings: Settings; at: bigint } | undefined {
  const { pending: settings, pendingAt: at } = config;
  return at === 0n ? undefined : { settings, at };
}
