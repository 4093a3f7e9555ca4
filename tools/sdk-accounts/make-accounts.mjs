// Runs in a folder where the SDKs are installed (run.ts): the SDKs encode and decode the accounts.
// Pyth: the IDL of its SDK with the coder of the Anchor version that it depends on. Raydium: the
// layouts of its SDK. Numbers are written as decimal strings, addresses as base58.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const RANDOM_ACCOUNTS = 12;
const [, , dumpsFile, outputFile] = process.argv;
const require = createRequire(import.meta.url);
const PYTH = '@pythnetwork/pyth-solana-receiver';
const RAYDIUM = '@raydium-io/raydium-sdk-v2';
const { IDL } = require(`${PYTH}/idl/pyth_solana_receiver`);
const { BN, BorshAccountsCoder, web3 } = createRequire(
  require.resolve(`${PYTH}/idl/pyth_solana_receiver`),
)('@coral-xyz/anchor');
const { CpmmPoolInfoLayout } = require(`${RAYDIUM}/lib/raydium/cpmm/layout.js`);
const { LaunchpadPool } = require(`${RAYDIUM}/lib/raydium/launchpad/layout.js`);

/** Pseudo-random bytes, the same each time. */
let drawn = 0;
function draw(length) {
  const blocks = [];
  for (let size = 0; size < length; size += 32) {
    blocks.push(createHash('sha256').update(`account bytes ${drawn}`).digest());
    drawn += 1;
  }
  const bytes = Buffer.concat(blocks).subarray(0, length);
  // Every fourth is at an end of its range.
  const [end] = createHash('sha256').update(`end ${drawn}`).digest();
  if (end < 32) return Buffer.alloc(length);
  return end < 64 ? Buffer.alloc(length, 0xff) : bytes;
}
const unsigned = (bytes) => new BN(draw(bytes), 'le');
const signed = (bytes) => unsigned(bytes).fromTwos(bytes * 8);
const address = () => new web3.PublicKey(draw(32));

const pythCoder = new BorshAccountsCoder(IDL);
const pyth = {
  decode: (data) => pythCoder.decode('priceUpdateV2', data),
  make: async () => {
    const encoded = await pythCoder.encode('priceUpdateV2', {
      writeAuthority: address(),
      verificationLevel: { full: {} },
      priceMessage: {
        feedId: [...draw(32)],
        price: signed(8),
        conf: unsigned(8),
        exponent: signed(4).toNumber(),
        publishTime: signed(8),
        prevPublishTime: signed(8),
        emaPrice: signed(8),
        emaConf: unsigned(8),
      },
      postedSlot: unsigned(8),
    });
    // The receiver allocates space for the longer, partly verified form.
    return Buffer.concat([encoded, Buffer.alloc(134 - encoded.length)]);
  },
};

/** Raydium's layouts do not write the discriminator, so that of a real account is used. */
function raydium(layout, dump, fix = () => {}) {
  return {
    decode: (data) => layout.decode(data),
    make: async () => {
      const data = Buffer.alloc(layout.span);
      const fields = randomLike(layout.decode(data));
      fix(fields);
      layout.encode(fields, data);
      dump.copy(data, 0, 0, 8);
      return data;
    },
  };
}

function randomLike(value) {
  if (BN.isBN(value)) return unsigned(8);
  if (value?.toBase58) return address();
  if (typeof value === 'number') return draw(1)[0];
  if (typeof value === 'boolean') return draw(1)[0] % 2 === 1;
  const named = Object.entries(value).filter(([name]) => name !== 'undefined');
  return Object.fromEntries(named.map(([name, each]) => [name, randomLike(each)]));
}

const { cases: dumps } = JSON.parse(readFileSync(dumpsFile, 'utf8'));
const dumped = (name) => Buffer.from(dumps.find((each) => each.name === name).data, 'base64');
const KINDS = {
  pyth: { ...pyth, pattern: /^pyth_/ },
  cpmm: {
    ...raydium(CpmmPoolInfoLayout, dumped('raydium_cpmm_pool')),
    pattern: /^raydium_cpmm_pool$/,
  },
  launchlab: {
    ...raydium(LaunchpadPool, dumped('raydium_launchlab_pool'), (pool) => {
      pool.status %= 3;
    }),
    pattern: /^raydium_launchlab_pool$/,
  },
};

const output = {
  about: 'Accounts that the SDKs wrote, and what they read from them and from the real dumps.',
  versions: Object.fromEntries(
    [PYTH, RAYDIUM].map((name) => {
      const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
      return [name, dependencies[name]];
    }),
  ),
  cases: [],
};
for (const [kind, { decode, make, pattern }] of Object.entries(KINDS)) {
  for (const { name, data } of dumps.filter((each) => pattern.test(each.name))) {
    output.cases.push({ kind, dump: name, fields: plain(decode(Buffer.from(data, 'base64'))) });
  }
  for (let index = 0; index < RANDOM_ACCOUNTS; index += 1) {
    const data = await make();
    output.cases.push({ kind, data: data.toString('base64'), fields: plain(decode(data)) });
  }
}
writeFileSync(outputFile, `${JSON.stringify(output, null, 2)}\n`);

function plain(value) {
  if (BN.isBN(value) || typeof value === 'bigint') return value.toString();
  if (value?.toBase58) return value.toBase58();
  if (Array.isArray(value)) return Buffer.from(value).toString('hex');
  if (value === null || typeof value !== 'object') return value;
  const named = Object.entries(value).filter(([name]) => name !== 'undefined');
  return Object.fromEntries(named.map(([name, each]) => [name, plain(each)]));
}
