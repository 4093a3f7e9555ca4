import { type Address, getAddressEncoder } from '@solana/kit';
import { findMetadataAddress } from '@tote/conditions/oracles/derived-addresses';
import { METADATA_KEY, METADATA_MINT_OFFSET } from '@tote/conditions/oracles/layouts/metadata';
import { METADATA_PROGRAM } from '@tote/conditions/oracles/programs';
import type { SandboxAccount } from '@tote/localnet';

const BYTES = 607;
/** Metaplex pads its texts with zeros to these lengths. */
const NAME_BYTES = 32;
const SYMBOL_BYTES = 10;
/** More than its rent. */
const LAMPORTS = 10_000_000n;

/** The Metaplex metadata account of a demo token, with its name and symbol. */
export async function demoMetadata(mint: Address, symbol: string): Promise<SandboxAccount> {
  const data = Buffer.alloc(BYTES);
  data.writeUInt8(METADATA_KEY, 0);
  data.set(getAddressEncoder().encode(mint), METADATA_MINT_OFFSET);
  const nameAt = METADATA_MINT_OFFSET + 32;
  data.writeUInt32LE(NAME_BYTES, nameAt);
  data.write(`Demo ${symbol}`, nameAt + 4, NAME_BYTES, 'utf8');
  const symbolAt = nameAt + 4 + NAME_BYTES;
  data.writeUInt32LE(SYMBOL_BYTES, symbolAt);
  data.write(symbol, symbolAt + 4, SYMBOL_BYTES, 'utf8');
  const address = await findMetadataAddress(mint);
  return { address, lamports: LAMPORTS, owner: METADATA_PROGRAM, data };
}
