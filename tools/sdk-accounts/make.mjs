// Runs in a folder where the SDKs are installed (run.ts): they encode and decode accounts, and
// encode instructions. Pyth and Meteora: the IDLs of their SDKs with the coders of the Anchor
// versions that they have. Raydium: the layouts of its SDK. Numbers are decimal strings, addresses
// base58.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const RANDOM_ACCOUNTS = 12;
const [, , vectors] = process.argv;
const require = createRequire(import.meta.url);
const PYTH = '@pythnetwork/pyth-solana-receiver';
const RAYDIUM = '@raydium-io/raydium-sdk-v2';
const DAMM = '@meteora-ag/cp-amm-sdk';
const DBC = '@meteora-ag/dynamic-bonding-curve-sdk';
const { IDL } = require(`${PYTH}/idl/pyth_solana_receiver`);
const sdk = require(`${PYTH}/address`);
const { BN, BorshAccountsCoder, BorshInstructionCoder, web3 } = createRequire(
  require.resolve(`${PYTH}/idl/pyth_solana_receiver`),
)('@coral-xyz/anchor');
const { CpmmPoolInfoLayout } = require(`${RAYDIUM}/lib/raydium/cpmm/layout.js`);
const { LaunchpadConfig, LaunchpadPool } = require(`${RAYDIUM}/lib/raydium/launchpad/layout.js`);
const { liquidityStateV4Layout } = require(`${RAYDIUM}/lib/raydium/liquidity/layout.js`);
const { Curve } = require(`${RAYDIUM}/lib/raydium/launchpad/curve/curve.js`);
createRequire(require.resolve(RAYDIUM))('decimal.js').set({ precision: 60 });
const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
const versionsOf = (...names) =>
  Object.fromEntries(names.map((name) => [name, dependencies[name]]));
const sha256 = (text) => createHash('sha256').update(text).digest();
const write = (name, output) =>
  writeFileSync(join(vectors, name), `${JSON.stringify(output, null, 2)}\n`);

/** Pseudo-random bytes, the same each time. */
function bytesOf(length, nameOf) {
  const blocks = [];
  for (let size = 0; size < length; size += 32) blocks.push(sha256(nameOf(size)));
  return Buffer.concat(blocks).subarray(0, length);
}

let drawn = 0;
/** Every fourth is at an end of its range. */
function draw(length) {
  const bytes = bytesOf(length, () => `account bytes ${drawn++}`);
  const [end] = sha256(`end ${drawn}`);
  if (end < 32) return Buffer.alloc(length);
  return end < 64 ? Buffer.alloc(length, 0xff) : bytes;
}
const unsigned = (bytes) => new BN(draw(bytes), 'le');
const signed = (bytes) => unsigned(bytes).fromTwos(bytes * 8);
const address = () => new web3.PublicKey(draw(32));

const pythCoder = new BorshAccountsCoder(IDL);
async function makePyth() {
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
}

const { cases: dumps } = JSON.parse(readFileSync(join(vectors, 'accounts.json'), 'utf8'));

/** Raydium's layouts do not write the discriminator. */
function raydium(layout, dump, { type = 'PoolState', fix = () => {}, ...rest } = {}) {
  return {
    pattern: new RegExp(`^${dump}`),
    decode: (data) => layout.decode(data),
    make: async () => {
      const data = Buffer.alloc(layout.span);
      const fields = randomLike(layout.decode(data));
      fix(fields);
      layout.encode(fields, data);
      if (type) sha256(`account:${type}`).copy(data, 0, 0, 8);
      return data;
    },
    ...rest,
  };
}

/** By each type of curve, in base units. */
const launchPrices = (poolInfo) =>
  [0, 1, 2].map((curveType) =>
    Curve.getPrice({ poolInfo, curveType, decimalA: 0, decimalB: 0 }).toFixed(),
  );

/** Any bytes are an account: Meteora's have no enums. `keep` names the fields that are compared. */
function meteora(
  sdk,
  idl,
  type,
  { pattern, keep, of = (fields) => fields, fix = () => {}, ...rest },
) {
  const { BorshAccountsCoder: Coder } = createRequire(require.resolve(sdk))('@coral-xyz/anchor');
  const coder = new Coder(idl);
  const { discriminator } = idl.accounts.find(({ name }) => name === type);
  return {
    pattern,
    decode: (data) => {
      const fields = of(coder.decode(type, data));
      return Object.fromEntries(keep.map((name) => [name, fields[name]]));
    },
    make: async () => {
      const parts = Array.from({ length: coder.size(type) / 8 - 1 }, () => draw(8));
      const data = Buffer.concat([Buffer.from(discriminator), ...parts]);
      fix(data);
      return data;
    },
    ...rest,
  };
}

const dbc = require(DBC);
const { DynamicBondingCurveIdl } = dbc;
const damm = require(DAMM);
const dammReserves = (pool) =>
  damm
    .getReservesAmountForConcentratedLiquidity(
      ...[pool.sqrt_price, pool.sqrt_min_price, pool.sqrt_max_price, pool.liquidity],
    )
    .map(String);

const mapFields = (value, map) =>
  Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) =>
      name === 'undefined' ? [] : [[name, map(each)]],
    ),
  );

function randomLike(value) {
  if (BN.isBN(value)) return unsigned(8);
  if (value?.toBase58) return address();
  if (typeof value === 'number') return draw(1)[0];
  if (Array.isArray(value)) return value.map(randomLike);
  return typeof value === 'boolean' ? draw(1)[0] % 2 === 1 : mapFields(value, randomLike);
}

function plain(value) {
  if (BN.isBN(value) || typeof value === 'bigint') return value.toString();
  if (value?.toBase58) return value.toBase58();
  if (typeof value?.[0] === 'number') return Buffer.from(value).toString('hex');
  if (Array.isArray(value)) return value.map(plain);
  return value === null || typeof value !== 'object' ? value : mapFields(value, plain);
}

const KINDS = {
  pyth: {
    ...{ pattern: /^pyth_/, make: makePyth },
    decode: (data) => pythCoder.decode('priceUpdateV2', data),
  },
  cpmm: raydium(CpmmPoolInfoLayout, 'raydium_cpmm_pool'),
  launchlab: raydium(LaunchpadPool, 'raydium_launchlab_pool', {
    fix: (pool) => {
      pool.status %= 3;
    },
    prices: launchPrices,
  }),
  'launchlab config': raydium(LaunchpadConfig, 'none', {
    type: 'GlobalConfig',
    fix: (config) => {
      config.curveType %= 3;
    },
  }),
  amm: raydium(liquidityStateV4Layout, 'raydium_amm_', { type: null }),
  damm: meteora(DAMM, damm.CpAmmIdl, 'Pool', {
    pattern: /^meteora_damm_/,
    keep: [
      ...['token_a_mint', 'token_b_mint', 'token_a_vault', 'token_b_vault', 'liquidity'],
      ...['sqrt_min_price', 'sqrt_max_price', 'sqrt_price', 'pool_status', 'collect_fee_mode'],
      ...['token_a_amount', 'token_b_amount'],
    ],
    fix: (data) => {
      data[481] %= 2;
      data[484] %= 3;
      // The price is in its range.
      const roots = [424, 440, 456].map(
        (offset) => new BN(data.subarray(offset, offset + 16), 'le'),
      );
      const [least, price, most] = roots.map((root) => root.addn(2)).sort((a, b) => a.cmp(b));
      const written = [least, most, price].map((root) => root.shrn(1).toBuffer('le', 16));
      Buffer.concat(written).copy(data, 424);
    },
    prices: dammReserves,
  }),
  ...Object.fromEntries(
    ['VirtualPool', 'TransferHookPool'].map((type) => [
      `dbc ${type}`,
      meteora(DBC, DynamicBondingCurveIdl, type, {
        pattern: type === 'VirtualPool' ? /^meteora_dbc_.*pool$/ : /^none$/,
        of: ({ pool_state: state }) => state,
        keep: [
          ...['config', 'creator', 'base_mint', 'base_vault', 'quote_vault', 'base_reserve'],
          ...['quote_reserve', 'sqrt_price', 'migration_progress'],
        ],
      }),
    ]),
  ),
  'dbc config': meteora(DBC, DynamicBondingCurveIdl, 'PoolConfig', {
    pattern: /^meteora_dbc_config$/,
    keep: ['quote_mint', 'migration_quote_threshold', 'curve'],
  }),
};

const cases = [];
for (const [kind, { decode, make, pattern, prices }] of Object.entries(KINDS)) {
  const add = (source, data) => {
    const fields = decode(data);
    const computed = prices && { prices: prices(fields) };
    cases.push({ kind, ...source, fields: plain(fields), ...computed });
  };
  for (const { name, data } of dumps.filter((each) => pattern.test(each.name))) {
    add({ dump: name }, Buffer.from(data, 'base64'));
  }
  for (let index = 0; index < RANDOM_ACCOUNTS; index += 1) {
    const data = await make();
    add({ data: data.toString('base64') }, data);
  }
}
const about = 'Accounts that the SDKs wrote, and what they read from them and from the real dumps.';
write('sdk-accounts.json', { about, versions: versionsOf(PYTH, RAYDIUM, DAMM, DBC), cases });

const SIZES = [
  { signatures: 1, nodes: 0 },
  { signatures: 3, nodes: 9 },
  { signatures: 13, nodes: 12 },
  { signatures: 19, nodes: 20 },
];
const TREASURY = 0;
const named = (name, length) => bytesOf(length, (size) => `${name} ${size}`);
const namedKey = (name) => new web3.PublicKey(named(name, 32));
const coder = new BorshInstructionCoder(IDL);

function accountsOf(name, keys) {
  const { accounts } = IDL.instructions.find((each) => each.name === name);
  return accounts.map((each) => ({
    ...{ address: keys[each.name].toBase58(), isSigner: each.isSigner, isWritable: each.isMut },
  }));
}

function postUpdateAtomic(receiver, wormhole, { signatures, nodes }) {
  const vaa = named(`vaa ${signatures}`, 6 + signatures * 66 + 51 + 37);
  const guardianSet = vaa.readUInt32BE(1);
  const message = named(`message ${nodes}`, 85);
  const proof = Array.from({ length: nodes }, (_, index) => [...named(`node ${index}`, 20)]);
  const [payer, account] = [namedKey('payer'), namedKey(`account ${nodes}`)];
  const fields = {
    params: { vaa, merklePriceUpdate: { message, proof }, treasuryId: TREASURY },
  };
  // The coder has a buffer of 1,000 bytes, so its layout writes into a larger one.
  const buffer = Buffer.alloc(8_000);
  const size = coder.ixLayout.get('postUpdateAtomic').encode(fields, buffer);
  const tag = sha256('global:post_update_atomic').subarray(0, 8);
  const data = Buffer.concat([tag, buffer.subarray(0, size)]);
  // Where its own buffer is large enough, the result is the same.
  if (signatures < 10 && !coder.encode('postUpdateAtomic', fields).equals(data)) {
    throw new Error('the layout is not what the coder uses');
  }
  return {
    ...{ receiver: receiver.toBase58(), wormhole: wormhole.toBase58(), guardianSet, signatures },
    ...{ payer: payer.toBase58(), account: account.toBase58() },
    ...{ vaa: vaa.toString('base64'), message: message.toString('base64') },
    proof: proof.map((node) => Buffer.from(node).toString('base64')),
    accounts: accountsOf('postUpdateAtomic', {
      ...{ payer, priceUpdateAccount: account, writeAuthority: payer },
      guardianSet: sdk.getGuardianSetPda(guardianSet, wormhole),
      config: sdk.getConfigPda(receiver),
      treasury: sdk.getTreasuryPda(TREASURY, receiver),
      systemProgram: web3.SystemProgram.programId,
    }),
    data: data.toString('base64'),
  };
}

function reclaimRent(receiver) {
  const [payer, account] = [namedKey('payer'), namedKey('account')];
  return {
    ...{ receiver: receiver.toBase58(), payer: payer.toBase58(), account: account.toBase58() },
    accounts: accountsOf('reclaimRent', { payer, priceUpdateAccount: account }),
    data: coder.encode('reclaimRent', {}).toString('base64'),
  };
}

const PROGRAMS = [
  [sdk.DEFAULT_RECEIVER_PROGRAM_ID, sdk.DEFAULT_WORMHOLE_PROGRAM_ID],
  // Those of 2026 are not in this version.
  [
    new web3.PublicKey('rec2HHDDnjLfj4kE7VyEtFA1HPGQLK33259532cRyHp'),
    new web3.PublicKey('HDw2E7P8X1SkCyjvoGsfBGAVUutKcj874bXjHrpVYrVL'),
  ],
];

/** As Meteora's SDK builds it, without a node that has the pool. */
async function migrate(method, configs) {
  const { Connection, Keypair } = createRequire(require.resolve(DBC))('@solana/web3.js');
  Keypair.generate = () => ({ publicKey: namedKey('position') });
  const service = new dbc.MigrationService(new Connection('http://localhost'), 'confirmed');
  const [config, baseMint] = [namedKey('curve config'), namedKey('mint')];
  const vaults = { baseVault: namedKey('base vault'), quoteVault: namedKey('quote vault') };
  service.getPoolWithConfig = async () => ({
    virtualPool: { poolState: { config, baseMint, ...vaults } },
    poolConfigState: { quoteMint: namedKey('quote'), tokenType: 0, quoteTokenFlag: 0 },
  });
  const fetchNullable = async () => ({ lpMint: namedKey('shares') });
  service.getDynamicVaultProgram = () => ({ account: { vault: { fetchNullable } } });
  const [dammConfig] = configs;
  const built = await service[method]({
    ...{ pool: namedKey('curve'), dammConfig, payer: namedKey('payer') },
  });
  const [{ programId, keys, data }] = (built.transaction ?? built).instructions;
  return {
    ...{ method, configs: plain(configs), mint: plain(baseMint), program: plain(programId) },
    accounts: keys.map(({ pubkey }) => plain(pubkey)),
    data: data.toString('base64'),
  };
}

write('sdk-instructions.json', {
  about: 'Instructions of the receiver of Pyth and of Meteora DBC, as their SDKs encode them.',
  versions: versionsOf(PYTH, DBC),
  postUpdateAtomic: PROGRAMS.flatMap(([receiver, wormhole]) =>
    SIZES.map((size) => postUpdateAtomic(receiver, wormhole, size)),
  ),
  reclaimRent: PROGRAMS.map(([receiver]) => reclaimRent(receiver)),
  migrations: [
    await migrate('migrateToDammV1', dbc.DAMM_V1_MIGRATION_FEE_ADDRESS),
    await migrate('migrateToDammV2', dbc.DAMM_V2_MIGRATION_FEE_ADDRESS),
  ],
});
