import { decoderOf } from '../layouts/layout.ts';
import { LAUNCHLAB_PROGRAM } from '../programs.ts';
import { readable, unreadable } from '../reading.ts';
import { type PoolProgram, priceOfReserves } from './pool.ts';

export const LAUNCHLAB_DISCRIMINATOR = 'f7ede3f5d7c3de46';
export const LAUNCHLAB_STATUS_OFFSET = 17;
const LENGTH = 429;

/** The stages of a launch, by the number in the account. */
export const LAUNCHLAB_STATUS = { onCurve: 0, complete: 1, migrated: 2 } as const;

export const decodeLaunchLabPool = decoderOf(
  {
    owners: [LAUNCHLAB_PROGRAM],
    discriminator: LAUNCHLAB_DISCRIMINATOR,
    lengthMin: LENGTH,
    lengthMax: LENGTH,
  },
  (bytes, { address }) => {
    const status = bytes.u8(LAUNCHLAB_STATUS_OFFSET);
    if (status > LAUNCHLAB_STATUS.migrated) {
      return unreadable('wrong_type', `${address} has the unknown status ${status}`);
    }
    return {
      status,
      baseDecimals: bytes.u8(18),
      quoteDecimals: bytes.u8(19),
      supply: bytes.u64(21),
      virtualBase: bytes.u64(37),
      virtualQuote: bytes.u64(45),
      realBase: bytes.u64(53),
      realQuote: bytes.u64(61),
      /** The launch is complete when it has raised this much. */
      quoteToRaise: bytes.u64(69),
      baseMint: bytes.address(205),
      quoteMint: bytes.address(237),
      baseVault: bytes.address(269),
      quoteVault: bytes.address(301),
      creator: bytes.address(333),
    };
  },
);

export const launchLab: PoolProgram = {
  program: LAUNCHLAB_PROGRAM,
  decode(account) {
    const decoded = decodeLaunchLabPool(account);
    if (!decoded.ok) return decoded;
    const pool = decoded.value;
    return readable({
      mints: [pool.baseMint, pool.quoteMint],
      held: [pool.supply - pool.realBase, pool.realQuote],
      price() {
        if (pool.status !== LAUNCHLAB_STATUS.onCurve) {
          return unreadable('inactive', 'the launch has left its curve');
        }
        const { virtualBase, virtualQuote, realBase, realQuote } = pool;
        return priceOfReserves(account, [virtualBase - realBase, virtualQuote + realQuote]);
      },
    });
  },
};
