// Which chain the database belongs to. Used with another chain, it would show markets that do not
// exist there.
import { ACCOUNT_VERSION } from '@tote/program-client';
import type { Db, Store } from '../store.ts';
import { getSetting, setSetting } from './settings.ts';

const NAME = 'chain';

export interface ChainIdentity {
  readonly genesisHash: string;
  readonly programAddress: string;
  readonly accountVersion: number;
}

type NamedChain = Pick<ChainIdentity, 'genesisHash' | 'programAddress'>;

export const chainIdentityOf = ({ genesisHash, programAddress }: NamedChain): ChainIdentity => {
  return { genesisHash, programAddress, accountVersion: ACCOUNT_VERSION };
};

/** Undefined for an empty database; `unknown` for one from before this setting was stored. */
export async function findChainIdentity(db: Db): Promise<ChainIdentity | 'unknown' | undefined> {
  const text = await getSetting(db, NAME);
  if (text !== undefined) return JSON.parse(text) as ChainIdentity;
  return (await isEmpty(db)) ? undefined : 'unknown';
}

/** Throws when the database belongs to another chain. Returns whether it was empty. */
export async function claimForChain(store: Store, identity: ChainIdentity): Promise<boolean> {
  const known = await store.write(async (db) => {
    const before = await findChainIdentity(db);
    if (before === undefined) await saveChainIdentity(db, identity);
    return before;
  });
  const found = known ?? identity;
  if (found === 'unknown') {
    throw new Error(
      `The database was written for an older version of the program, which this service does ` +
        `not read. ${REMEDY}`,
    );
  }
  if (isSameChain(found, identity)) return known === undefined;
  throw new Error(
    `The database belongs to ${describeChain(found)}, but the chain is ` +
      `${describeChain(identity)}. ${REMEDY}`,
  );
}

export const saveChainIdentity = (db: Db, identity: ChainIdentity) =>
  setSetting(db, NAME, JSON.stringify(identity));

const REMEDY =
  'Use the database that belongs to this chain, or an empty one: markets are read from the chain ' +
  'again, API keys must be created again. On the embedded chain `npm start -- --reset` keeps the ' +
  'old data folder under another name and starts with an empty one.';

export function isSameChain(a: ChainIdentity, b: ChainIdentity): boolean {
  return (
    a.genesisHash === b.genesisHash &&
    a.programAddress === b.programAddress &&
    a.accountVersion === b.accountVersion
  );
}

export const describeChain = ({ genesisHash, programAddress, accountVersion }: ChainIdentity) =>
  `program ${programAddress} (accounts of version ${accountVersion}) on ${genesisHash}`;

async function isEmpty(db: Db): Promise<boolean> {
  const landed = await db.selectFrom('transactions').select('signature').limit(1).execute();
  const sent = await db.selectFrom('submissions').select('signature').limit(1).execute();
  return landed.length + sent.length === 0;
}
