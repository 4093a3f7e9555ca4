// Where bets are not offered. Reads and withdrawals work everywhere.
import { DomainError } from '@tote/domain';
import type { FastifyRequest } from 'fastify';
import type { CountryPolicy } from '../settings/service-config.ts';

/** Undefined: the request may write. */
export type CountryCheck = (
  request: Pick<FastifyRequest, 'ips' | 'headers'>,
) => DomainError | undefined;

/** Proxies send these codes if they do not know the country. */
const UNKNOWN = ['XX', 'ZZ'];

export function createCountryCheck(policy: CountryPolicy | undefined): CountryCheck {
  if (policy === undefined) return () => undefined;
  return ({ ips = [], headers }) => {
    // Only a trusted proxy adds an address before its own.
    const sent = ips.length > 1 ? headers[policy.header] : undefined;
    const code = typeof sent === 'string' ? sent.toUpperCase() : '';
    const isKnown = /^[A-Z]{2}$/.test(code) && !UNKNOWN.includes(code);
    if (isKnown && !policy.blocked.includes(code)) return undefined;
    const country = isKnown ? code : 'an unknown country';
    return new DomainError('country_blocked', { country });
  };
}

/** Operators and oracles act for the service, wherever they are. */
const SERVICE_SCOPES: readonly (string | undefined)[] = ['operate', 'attest'];

export function isOfferedEverywhere(
  method: string,
  operation: { readonly worksEverywhere?: true; readonly scope?: string } | undefined,
): boolean {
  if (method !== 'POST' && method !== 'DELETE') return true;
  return operation?.worksEverywhere === true || SERVICE_SCOPES.includes(operation?.scope);
}
