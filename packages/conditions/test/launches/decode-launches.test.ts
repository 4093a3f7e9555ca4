import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import {
  type Address,
  address,
  getAddressDecoder,
  getAddressEncoder,
  getBase58Decoder,
  getProgramDerivedAddress,
} from '@solana/kit';
import { unixSeconds } from '@tote/domain';
import { describe, expect, test } from 'vitest';
import { decodeLaunches, type ExecutedInstruction } from '../../src/launches/decode-launches.ts';
import {
  countLaunches,
  type LaunchTransaction,
  packLaunches,
  rootOfLaunches,
  unpackLaunches,
} from '../../src/launches/launch-leaves.ts';
import { findLaunches, type Launches } from '../../src/launches/launchpads.ts';
import { PUMP_PROGRAM } from '../../src/oracles/programs.ts';

interface Named {
  readonly name: string;
  readonly discriminator: readonly number[];
  readonly accounts: readonly { readonly name: string }[];
}
interface Idl {
  readonly instructions: readonly Named[];
  readonly events: readonly Named[];
  readonly types: readonly {
    readonly name: string;
    readonly type: {
      readonly fields: readonly { readonly name: string; readonly type: unknown }[];
    };
  }[];
}

/** As Meteora's SDK encodes them. */
interface Migration {
  readonly method: string;
  readonly configs: readonly string[];
  readonly mint: string;
  readonly program: string;
  readonly accounts: readonly string[];
  readonly data: string;
}

/** pump.fun's own description of its program. */
const idl: Idl = JSON.parse(
  readFileSync(
    createRequire(import.meta.url)
      .resolve('@pump-fun/pump-sdk')
      .replace(/dist.*/, 'src/idl/pump.json'),
    'utf8',
  ),
);
const hex = (bytes: readonly number[]) => Buffer.from(bytes).toString('hex');
const instruction = (name: string) => {
  const found = idl.instructions.find((each) => each.name === name);
  if (!found) throw new RangeError(`no instruction ${name}`);
  return { data: hex(found.discriminator), accounts: found.accounts.map((each) => each.name) };
};
const WIDTHS: Readonly<Record<string, number>> = { pubkey: 32, u64: 8, bool: 1 };
const offsetOf = (type: string, field: string) => {
  const { fields = [] } = idl.types.find(({ name }) => name === type)?.type ?? {};
  const place = fields.findIndex(({ name }) => name === field);
  return fields.slice(0, place).reduce((sum, each) => sum + (WIDTHS[String(each.type)] ?? NaN), 8);
};
const created = findLaunches('pump', 'created') as Launches;
const migrated = findLaunches('pump', 'migrated') as Launches;
const launchlab = findLaunches('launchlab', 'migrated') as Launches;
const meteora = findLaunches('meteora', 'migrated') as Launches;
const { migrations } = JSON.parse(
  readFileSync(new URL('../../../../vectors/sdk-instructions.json', import.meta.url), 'utf8'),
) as { migrations: readonly Migration[] };

const MINT = address('7GCihgDB8fe6KNjn2MYtkzZcRjQy3t9GHdC8uHYmW2hr');
const OTHER = address('G9xLug8eKE4dNBNPG3qJNPP7XBZ6mnbyNjSPxxeEpump');
const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'hex'));

function migration(mint: Address): ExecutedInstruction {
  const body = [OTHER, mint].map((key) => Uint8Array.from(getAddressEncoder().encode(key)));
  const data = Buffer.concat([bytes(migrated.marks[0]?.data ?? ''), ...body, Buffer.alloc(24)]);
  return { program: PUMP_PROGRAM, accounts: [OTHER], data };
}

describe('against the IDL of pump.fun', () => {
  test('creations name the mint authority, and the mint first', async () => {
    const [authority] = await getProgramDerivedAddress({
      programAddress: PUMP_PROGRAM,
      seeds: ['mint-authority'],
    });
    expect(created.watched).toEqual([authority]);
    const names = idl.instructions.map(({ name }) => name).filter((name) => /^create/.test(name));
    expect(created.marks.map(({ data }) => data)).toEqual(
      names.map((name) => instruction(name).data),
    );
    for (const name of names) {
      expect(instruction(name).accounts.slice(0, 2)).toEqual(['mint', 'mint_authority']);
    }
  });

  test('migrations name the withdraw authority, which the global account has', async () => {
    const [global] = await getProgramDerivedAddress({
      programAddress: PUMP_PROGRAM,
      seeds: ['global'],
    });
    expect(migrated.setIn).toEqual({
      account: global,
      offset: offsetOf('Global', 'withdraw_authority'),
    });
    for (const name of ['migrate', 'migrate_v2']) {
      expect(instruction(name).accounts[1]).toBe('withdraw_authority');
    }
  });

  test('the event of a migration has the mint where we read it', () => {
    const name = 'CompletePumpAmmMigrationEvent';
    const event = idl.events.find((each) => each.name === name);
    expect(migrated.marks).toEqual([
      {
        // Anchor's tag of an event comes first.
        data: `e445a52e51cb9a1d${hex(event?.discriminator ?? [])}`,
        mint: { dataOffset: 8 + offsetOf(name, 'mint') },
      },
    ]);
  });
});

describe('against the SDK of Meteora DBC', () => {
  test('migrations name one of the watched configs', () => {
    expect(meteora.watched).toEqual(migrations.flatMap(({ configs }) => configs));
  });

  test.each(migrations)('$method launches its mint, with each config', (migration) => {
    const { program, accounts, configs, mint } = migration;
    const data = Uint8Array.from(Buffer.from(migration.data, 'base64'));
    const [first = ''] = configs;
    for (const config of [...configs, OTHER]) {
      const named = accounts.with(accounts.indexOf(first), config);
      const launched = decodeLaunches([{ program, accounts: named, data }], meteora);
      expect(launched).toEqual(config === OTHER ? [] : [mint]);
    }
    expect(decodeLaunches([{ program: OTHER, accounts, data }], meteora)).toEqual([]);
    const other = data.with(7, 0);
    expect(decodeLaunches([{ program, accounts, data: other }], meteora)).toEqual([]);
  });
});

describe('a transaction', () => {
  test('counts each of its mints once', () => {
    const all = [migration(MINT), migration(OTHER), migration(MINT)];
    expect(decodeLaunches(all, migrated)).toEqual([MINT, OTHER]);
  });

  test('that only calls migrate, of another program, or with a shorter event counts nothing', () => {
    const event = migration(MINT);
    const count = (changed: Partial<ExecutedInstruction>) =>
      decodeLaunches([{ ...event, ...changed }], migrated);
    const accounts = [OTHER, ...migrated.watched, MINT];
    expect(count({ accounts, data: bytes(instruction('migrate').data) })).toEqual([]);
    expect(count({ program: OTHER })).toEqual([]);
    expect(count({ data: event.data.slice(0, 79) })).toEqual([]);
    expect(count({ data: event.data.slice(0, 80) })).toEqual([MINT]);
  });

  test('must name the watched account in its place', () => {
    const { program, watched, marks } = launchlab;
    const data = bytes(marks[0]?.data ?? '');
    const others: string[] = [OTHER, MINT, ...Array(9).fill(OTHER)];
    const count = (accounts: readonly string[]) =>
      decodeLaunches([{ program, accounts, data }], launchlab);
    expect(count([...others, ...watched])).toEqual([MINT]);
    expect(count([...others, OTHER, ...watched])).toEqual([]);
  });
});

const bytesOf = (length: number, id: number) =>
  Uint8Array.from({ length }, (_, at) => (at < 2 ? (id >> (8 * at)) & 255 : 7));
const mintOf = (id: number): Address => getAddressDecoder().decode(bytesOf(32, id));
const signatureOf = (id: number) => getBase58Decoder().decode(bytesOf(64, id));
const launch = (id: number, at: number, ...mints: readonly number[]): LaunchTransaction => ({
  ...{ signature: signatureOf(id), slot: BigInt(at), at: unixSeconds(at) },
  mints: (mints.length > 0 ? mints : [id]).map(mintOf),
});
const DAY = { from: unixSeconds(1_000), to: unixSeconds(3_000) };

test('the first second of a period counts, and not its last', () => {
  const all = [launch(1, 999), launch(2, 1_000), launch(3, 2_999), launch(4, 3_000)];
  expect(countLaunches(all, DAY).map(({ mint }) => mint)).toEqual([mintOf(2), mintOf(3)]);
});

test('each mint counts once, by its first transaction, in whichever order they arrive', () => {
  const all = [launch(3, 1_300, 1, 5), launch(1, 1_100), launch(2, 1_200, 1)];
  const leaves = countLaunches(all, DAY);
  expect(leaves).toEqual([
    { signature: signatureOf(1), mint: mintOf(1), at: 1_100 },
    { signature: signatureOf(3), mint: mintOf(5), at: 1_300 },
  ]);
  expect(countLaunches([...all].reverse(), DAY)).toEqual(leaves);
});

test('leaves are the same after packing, and every part of each changes their root', () => {
  const all = Array.from({ length: 1_030 }, (_, id) => launch(id, 1_000 + id));
  const leaves = countLaunches(all, DAY);
  const pages = packLaunches(leaves);
  expect(pages.map((page) => unpackLaunches(page).length)).toEqual([1_024, 6]);
  expect(pages.flatMap(unpackLaunches)).toEqual(leaves);
  const root = rootOfLaunches(leaves);
  const change = (index: number, changed: object) =>
    rootOfLaunches(leaves.map((leaf, at) => (at === index ? { ...leaf, ...changed } : leaf)));
  expect(change(150, {})).toBe(root);
  expect(change(150, { at: unixSeconds(3) })).not.toBe(root);
  expect(change(0, { mint: mintOf(2_222) })).not.toBe(root);
  expect(change(1_029, { signature: signatureOf(2_222) })).not.toBe(root);
  expect(rootOfLaunches(leaves.slice(1))).not.toBe(root);
});
