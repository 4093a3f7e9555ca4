// Layout of the settings of Pyth's receiver. Its governance may change them at any time, so they
// are read before each post.
import { PYTH_RECEIVERS } from '../programs.ts';
import { unreadable } from '../reading.ts';
import { decoderOf } from './layout.ts';

/** Up to the address that is read here, in the longer form. */
const LENGTH_MIN = 105;
/** An optional address: a byte that says whether there is one, then the address if there is. */
const NEXT_AUTHORITY = 40;

/** `wormhole` is the program that has the sets of signers. */
export const decodePythReceiverConfig = decoderOf(
  { owners: PYTH_RECEIVERS, discriminator: '9b0caae01efacc82', lengthMin: LENGTH_MIN },
  (bytes, { address }) => {
    const hasNext = bytes.u8(NEXT_AUTHORITY);
    if (hasNext > 1) return unreadable('wrong_type', `${address} has another layout`);
    return { wormhole: bytes.address(NEXT_AUTHORITY + 1 + hasNext * 32) };
  },
);
