// Which chain the rows are about. A database that is given to another chain would answer with
// markets that are not there.
import { ACCOUNT_VERSION } from '@tote/program-client';
import type { Db, Store } from '../store.ts';
import { getSetting, setSetting } from './settings.ts';

const NAME = 'chain';

interface ChainMark {
  readonly genesisHash: string;
  readonly programAddress: string;
  /** Of the program's accounts. */
  readonly accountVersion: number;
}

type MarkedChain = Pick<ChainMark, 'genesisHash' | 'programAddress'>;

export function markOf({ genesisHash, programAddress }: MarkedChain): ChainMark {
  return { genesisHash, programAddress, accountVersion: ACCOUNT_VERSION };
}

/** Undefined for an empty database; `unknown` for one that is older than this mark. */
export async function findChainMark(db: Db): Promise<ChainMark | 'unknown' | undefined> {
  const text = await getSetting(db, NAME);
  if (text !== undefined) return JSON.parse(text) as ChainMark;
  return (await isEmpty(db)) ? undefined : 'unknown';
}

/** Marks an empty database; throws when it is another chain's. */
export async function claimForChain(store: Store, mark: ChainMark): Promise<void> {
  const found = await store.write(async (db) => {
    const known = await findChainMark(db);
    if (known === undefined) await setSetting(db, NAME, JSON.stringify(mark));
    return known ?? mark;
  });
  if (found === 'unknown') {
    throw new Error(
      `The database was written for an older version of the program, which this service does ` +
        `not read. ${REMEDY}`,
    );
  }
  if (isSame(found, mark)) return;
  throw new Error(
    `The database belongs to ${describe(found)}, but the chain is ${describe(mark)}. ${REMEDY}`,
  );
}

const REMEDY =
  'Use the database that belongs to this chain, or an empty one: everything about markets is ' +
  'read from the chain again, API keys are made anew. On the embedded chain `npm start -- ' +
  '--reset` keeps the old data folder under another name and begins with an empty one.';

function isSame(a: ChainMark, b: ChainMark): boolean {
  return (
    a.genesisHash === b.genesisHash &&
    a.programAddress === b.programAddress &&
    a.accountVersion === b.accountVersion
  );
}

function describe({ genesisHash, programAddress, accountVersion }: ChainMark): string {
  return `program ${programAddress} (accounts of version ${accountVersion}) on ${genesisHash}`;
}

/** Every start that got anywhere has left a transaction. */
async function isEmpty(db: Db): Promise<boolean> {
  const landed = await db.selectFrom('transactions').select('signature').limit(1).execute();
  const sent = await db.selectFrom('submissions').select('signature').limit(1).execute();
  return landed.length + sent.length === 0;
}
