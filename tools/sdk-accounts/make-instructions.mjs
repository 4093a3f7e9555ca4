// Runs in a folder where the SDKs are installed (run.ts): instructions of Pyth's receiver by the
// IDL of its SDK, the coder of the Anchor version that it depends on, and its derived addresses.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const SIZES = [
  { signatures: 1, nodes: 0 },
  { signatures: 3, nodes: 9 },
  { signatures: 13, nodes: 12 },
  { signatures: 19, nodes: 20 },
];
const [, , outputFile] = process.argv;
const require = createRequire(import.meta.url);
const PYTH = '@pythnetwork/pyth-solana-receiver';
const { IDL } = require(`${PYTH}/idl/pyth_solana_receiver`);
const sdk = require(`${PYTH}/address`);
const { BorshInstructionCoder, web3 } = createRequire(
  require.resolve(`${PYTH}/idl/pyth_solana_receiver`),
)('@coral-xyz/anchor');

const TREASURY = 0;
/** Pseudo-random bytes, the same each time. */
function draw(name, length) {
  const blocks = [];
  for (let size = 0; size < length; size += 32) {
    blocks.push(createHash('sha256').update(`${name} ${size}`).digest());
  }
  return Buffer.concat(blocks).subarray(0, length);
}
const address = (name) => new web3.PublicKey(draw(name, 32));
const coder = new BorshInstructionCoder(IDL);

/** The coder has a buffer of 1,000 bytes, so its layout writes into a larger one. */
function encode(name, fields) {
  const tag = createHash('sha256').update(`global:${TAGS[name]}`).digest().subarray(0, 8);
  const buffer = Buffer.alloc(8_000);
  return Buffer.concat([tag, buffer.subarray(0, coder.ixLayout.get(name).encode(fields, buffer))]);
}
const TAGS = { postUpdateAtomic: 'post_update_atomic', reclaimRent: 'reclaim_rent' };

function accountsOf(name, named) {
  const { accounts } = IDL.instructions.find((each) => each.name === name);
  return accounts.map((each) => ({
    address: named[each.name].toBase58(),
    isSigner: each.isSigner,
    isWritable: each.isMut,
  }));
}

function postUpdateAtomic(receiver, wormhole, { signatures, nodes }) {
  const vaa = draw(`vaa ${signatures}`, 6 + signatures * 66 + 51 + 37);
  const guardianSet = vaa.readUInt32BE(1);
  const message = draw(`message ${nodes}`, 85);
  const proof = Array.from({ length: nodes }, (_, index) => [...draw(`node ${index}`, 20)]);
  const [payer, account] = [address('payer'), address(`account ${nodes}`)];
  const fields = {
    params: { vaa, merklePriceUpdate: { message, proof }, treasuryId: TREASURY },
  };
  const data = encode('postUpdateAtomic', fields);
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
  const [payer, account] = [address('payer'), address('account')];
  return {
    ...{ receiver: receiver.toBase58(), payer: payer.toBase58(), account: account.toBase58() },
    accounts: accountsOf('reclaimRent', { payer, priceUpdateAccount: account }),
    data: coder.encode('reclaimRent', {}).toString('base64'),
  };
}

const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
const PROGRAMS = [
  [sdk.DEFAULT_RECEIVER_PROGRAM_ID, sdk.DEFAULT_WORMHOLE_PROGRAM_ID],
  // Those of 2026 are not in this version.
  [
    new web3.PublicKey('rec2HHDDnjLfj4kE7VyEtFA1HPGQLK33259532cRyHp'),
    new web3.PublicKey('HDw2E7P8X1SkCyjvoGsfBGAVUutKcj874bXjHrpVYrVL'),
  ],
];
const output = {
  about: 'Instructions of the receiver of Pyth, as its SDK encodes them.',
  versions: { [PYTH]: dependencies[PYTH] },
  postUpdateAtomic: PROGRAMS.flatMap(([receiver, wormhole]) =>
    SIZES.map((size) => postUpdateAtomic(receiver, wormhole, size)),
  ),
  reclaimRent: PROGRAMS.map(([receiver]) => reclaimRent(receiver)),
};
writeFileSync(outputFile, `${JSON.stringify(output, null, 2)}\n`);
