import { type Address, address } from '@solana/kit';
import { listHintAccounts, readTokenHints } from '@tote/conditions/token-hints';
import { describe, expect, test } from 'vitest';
import {
  findLaunchLabPoolAddress,
  findMetadataAddress,
} from '../../src/oracles/derived-addresses.ts';
import { decodeMetadata, decodeMintMetadata } from '../../src/oracles/layouts/metadata.ts';
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM, WRAPPED_SOL } from '../../src/oracles/programs.ts';
import { bytesOf, dump, mintAccount, missingAccount, patched, sampleOf } from './support/dumps.ts';

const MEW: Address = address('MEW1gQWJ3nEXg2qgERiKu7FAFj79PHvQVREQUzScPP5');
const OTHER: Address = address('9cRCn9rGT8V2imeM2BaKs13yhMEais3ruM3rPvTGpump');
const real = dump('metaplex_metadata_679');

function text(value: string): Buffer {
  const bytes = Buffer.from(value);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(bytes.length);
  return Buffer.concat([length, bytes]);
}

function extension(type: number, value: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16LE(type);
  head.writeUInt16LE(value.length, 2);
  return Buffer.concat([head, value]);
}

/** A Token-2022 mint with extensions, the metadata last. */
function carrying(symbol: string, { mint = MEW, owner = TOKEN_2022_PROGRAM } = {}) {
  const base = Buffer.alloc(166);
  base.set(mintAccount(MEW).data);
  base.writeUInt8(1, 165);
  const pointer = extension(18, Buffer.alloc(64));
  const texts = Buffer.concat([text('A name'), text(symbol), text('https://example.org')]);
  const value = Buffer.concat([Buffer.alloc(32), bytesOf(mint), texts, Buffer.alloc(4)]);
  return { address: MEW, owner, data: Buffer.concat([base, pointer, extension(19, value)]) };
}

describe('Metaplex metadata', () => {
  test('of a real token', () => {
    const metadata = { mint: MEW, name: 'cat in a dogs world', symbol: 'MEW' };
    expect(decodeMetadata(real)).toEqual({ ok: true, value: metadata });
  });

  test('has the address of a real one', async () => {
    const mint = address('825fFpXB57QZcMZRMjTxCfgh5P55aBAMB1QKCgHepump');
    const created = 'EJAehdqwfgnfnRFgWA6KJE8FbfsqM1myPUEMu7LBKYf4';
    expect(await findMetadataAddress(mint)).toBe(created);
  });

  test('of another owner, type or length is refused', () => {
    const readings = [
      decodeMetadata({ ...real, owner: TOKEN_PROGRAM }),
      decodeMetadata(patched(real, 0, [6])),
      decodeMetadata({ ...real, data: real.data.slice(0, 72) }),
      // A text length beyond the end of the account.
      decodeMetadata(patched(real, 65, [0xff, 0xff, 0xff, 0xff])),
      decodeMetadata(patched(real, 101, [0xe7, 0x03, 0, 0])),
      decodeMetadata({ ...real, data: real.data.slice(0, 110) }),
    ];
    const codes = readings.map((reading) => (reading.ok ? 'read' : reading.code));
    const length = 'wrong_length';
    expect(codes).toEqual(['wrong_owner', 'wrong_type', length, length, length, length]);
  });

  test('control characters are removed from a text', () => {
    const turned = patched(real, 105, [0xe2, 0x80, 0xae, 0x41, 0x0a, 0x42]);
    expect(decodeMetadata(turned)).toMatchObject({ value: { symbol: 'AB' } });
  });
});

describe('metadata inside of a Token-2022 mint', () => {
  test('is found after other extensions', () => {
    const read = decodeMintMetadata(carrying('CAT'));
    expect(read).toEqual({ ok: true, value: { mint: MEW, name: 'A name', symbol: 'CAT' } });
  });

  test('is not read from other accounts', () => {
    const plain = mintAccount(MEW, { owner: TOKEN_2022_PROGRAM });
    expect(decodeMintMetadata(plain)).toMatchObject({ ok: false, code: 'missing' });
    expect(decodeMintMetadata(mintAccount(MEW))).toMatchObject({ code: 'wrong_owner' });
    const { data, ...rest } = carrying('CAT');
    for (let length = 0; length < data.length - 30; length += 1) {
      expect(decodeMintMetadata({ ...rest, data: data.subarray(0, length) }).ok).toBe(false);
    }
  });
});

test('the names of a token: its own mint first, and only metadata of this mint', async () => {
  const at = await findMetadataAddress(MEW);
  const metadata = { ...real, address: at };
  const namesOf = async (...accounts: Parameters<typeof sampleOf>[1]) =>
    (await readTokenHints(sampleOf(1_800_000_000, accounts), MEW)).names;
  const mew = { symbol: 'MEW', name: 'cat in a dogs world' };
  expect(await namesOf(mintAccount(MEW), metadata)).toEqual(mew);
  expect(await namesOf(carrying('CAT'), metadata)).toEqual({ symbol: 'CAT', name: 'A name' });
  expect(await namesOf(carrying('CAT', { mint: OTHER }), metadata)).toEqual(mew);
  expect(await namesOf(mintAccount(MEW), patched(metadata, 33, bytesOf(OTHER)))).toBe(null);
  expect(await namesOf(mintAccount(MEW), missingAccount(at))).toBe(null);
  // Not read is not the same as none.
  expect(await namesOf(mintAccount(MEW))).toBe(undefined);
  expect(await namesOf()).toBe(undefined);
});

const MINT = address('G9xLug8eKE4dNBNPG3qJNPP7XBZ6mnbyNjSPxxeEpump');
const curve = dump('pump_curve_live_115');
const mint = { program: TOKEN_PROGRAM, decimals: 6 };

async function read(...accounts: Parameters<typeof sampleOf>[1][number][]) {
  return readTokenHints(sampleOf(1_800_000_000, accounts), MINT);
}

test('the accounts to read', async () => {
  const launch = await findLaunchLabPoolAddress(MINT);
  const metadata = await findMetadataAddress(MINT);
  expect(await listHintAccounts(MINT)).toEqual([MINT, curve.address, launch, metadata]);
});

test('a token of pump.fun, of LaunchLab, of neither', async () => {
  const launchAddress = await findLaunchLabPoolAddress(MINT);
  const noLaunch = missingAccount(launchAddress);
  const noCurve = missingAccount(curve.address);
  expect(await read(mintAccount(MINT), curve, noLaunch)).toEqual({
    mint,
    launchpad: 'pump',
    quoteMint: WRAPPED_SOL,
    creator: '78uLTjkwpsN2g93q7BkU71NTcHbYPiXyD3f7FcpK8RAt',
  });
  // Early curves do not name their creator.
  const early = patched(curve, 49, new Uint8Array(32));
  expect(await read(mintAccount(MINT), early, noLaunch)).not.toHaveProperty('creator');
  const launch = { ...dump('raydium_launchlab_pool'), address: launchAddress };
  expect(await read(mintAccount(MINT), noCurve, launch)).toMatchObject({ launchpad: 'launchlab' });
  expect(await read(mintAccount(MINT), noCurve, noLaunch)).toEqual({ mint, launchpad: null });
});

test('what was not read is not known', async () => {
  expect(await read(mintAccount(MINT))).toEqual({ mint });
  expect(await read(missingAccount(MINT), curve)).toEqual({});
  expect(await read()).toEqual({});
});
