// Looks up the names of servers that others chose. Every address of a name is checked, and only
// checked addresses are connected to.
import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';

/** Why there is no answer. The message is public and about the server: "it …". */
export class FetchFailure extends Error {
  override readonly name = 'FetchFailure';
}

export interface AddressCheck {
  resolve(host: string): Promise<readonly LookupAddress[]>;
  isAllowed(address: string): boolean;
}

/** All addresses must be allowed, because the server's side chooses which one is used. */
export async function findAddresses(
  host: string,
  { resolve, isAllowed }: AddressCheck,
): Promise<readonly LookupAddress[]> {
  const addresses = await resolve(host);
  if (addresses.length === 0) throw new FetchFailure('its name has no address');
  const isPrivate = addresses.some(({ address }) => !isAllowed(address));
  if (isPrivate) throw new FetchFailure('its name leads to an address that is not public');
  return addresses;
}

export function pin(addresses: readonly LookupAddress[]): LookupFunction {
  return (_host, { all }, callback) => {
    const [first] = addresses as readonly [LookupAddress];
    if (all) callback(null, [...addresses]);
    else callback(null, first.address, first.family);
  };
}

export function checkedLookup(check: AddressCheck): LookupFunction {
  return (host, options, callback) => {
    findAddresses(host, check).then(
      (addresses) => pin(addresses)(host, options, callback),
      (error) => callback(error, '', 0),
    );
  };
}

/** Only the code of an error is shown: its text may hold what the server sent. */
export function toFailure(error: unknown): FetchFailure {
  if (error instanceof FetchFailure) return error;
  const { code = 'unknown' } = error as { code?: string };
  if (['ENOTFOUND', 'EAI_AGAIN', 'ENODATA', 'ESERVFAIL', 'ETIMEOUT'].includes(code)) {
    return new FetchFailure('its name is unknown');
  }
  if (code.startsWith('HPE_')) return new FetchFailure(`its answer breaks HTTP (${code})`);
  if (/CERT|TLS|SSL|ISSUER|SIGNATURE|EPROTO/.test(code)) {
    return new FetchFailure(`its certificate or TLS is not accepted (${code})`);
  }
  return new FetchFailure(`it cannot be reached (${code})`);
}
