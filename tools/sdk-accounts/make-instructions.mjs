// Runs in a folder where the SDKs are installed (run.ts): instructions of Pyth's receiver by the IDL of
// its SDK, the coder of the Anchor version that it depends on, and its functions for addresses.
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
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
  const data = coder.encode('postUpdateAtomic', {
    params: { vaa, merklePriceUpdate: { message, proof }, treasuryId: TREASURY },
  });
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

const { version } = require(`${PYTH}/package.json`);
const PROGRAMS = [
  [sdk.DEFAULT_RECEIVER_PROGRAM_ID, sdk.DEFAULT_WORMHOLE_PROGRAM_ID],
  [sdk.PRO_COMPATIBLE_RECEIVER_PROGRAM_ID, sdk.PRO_COMPATIBLE_WORMHOLE_PROGRAM_ID],
];
const output = {
  about: 'Instructions of the receiver of Pyth, as its SDK encodes them.',
  version,
  postUpdateAtomic: PROGRAMS.flatMap(([receiver, wormhole]) =>
    SIZES.map((size) => postUpdateAtomic(receiver, wormhole, size)),
  ),
  reclaimRent: PROGRAMS.map(([receiver]) => reclaimRent(receiver)),
};
writeFileSync(outputFile, `${JSON.stringify(output, null, 2)}\n`);
