// The events of launchpads that can be counted: those whose transactions all name one of a few
// accounts that hardly any other transactions name. A trade completes a curve, and creations on
// LaunchLab and Meteora DBC name only accounts that trades name, too, so these are missing here.
import { type Address, address } from '@solana/kit';
import {
  LAUNCHLAB_PROGRAM,
  METEORA_DBC_PROGRAM,
  PUMP_PROGRAM,
  TOKEN_PROGRAM,
} from '../oracles/programs.ts';

export const COUNTED_PADS = ['pump', 'launchlab', 'meteora', 'demo'] as const;
export type CountedPad = (typeof COUNTED_PADS)[number];
export const LAUNCH_EVENTS = ['created', 'migrated'] as const;
export type LaunchEvent = (typeof LAUNCH_EVENTS)[number];

export const PAD_NAMES = {
  pump: 'pump.fun',
  launchlab: 'LaunchLab',
  meteora: 'Meteora DBC',
  demo: 'the demo launchpad',
} as const;

/** An instruction that shows the event, and where the mint stands in it. */
interface Mark {
  /** Its data begins with these bytes, in hex. */
  readonly data: string;
  readonly mint: { readonly account: number } | { readonly dataOffset: number };
  /** The place of a watched account in the instruction. Left out: anywhere in the transaction. */
  readonly watchedAt?: number;
}

export interface Launches {
  readonly program: Address;
  /** Their transactions are listed. */
  readonly watched: readonly Address[];
  /** Where the program itself has the watched address, if its admin can change it. */
  readonly setIn?: { readonly account: Address; readonly offset: number };
  readonly marks: readonly Mark[];
}

/** The key of the demo launchpad is in this repository, so that the demo can use it. */
export const DEMO_LAUNCHPAD = address('HK4ytamESpC92bU9fVpRNV9R45qvvJutfH6NXAqswBVB');

const PUMP_MINT_AUTHORITY = address('TSLvdd1pWpHVjahSpsvCXUbgwsL3JAcvokwaKt1eokM');
const PUMP_GLOBAL = address('4wTV1YmiEkRvAtNtsSGPtUrqRYQMe5SKy2uB4Jjaxnjf');
const PUMP_WITHDRAW_AUTHORITY = address('39azUYFWPz3VHgKCf3VChUwbpURdCHRxjWVowf5jUJjg');
/** Raydium's CPMM takes its fee for a new pool there, also for those of LaunchLab. */
const CPMM_POOL_FEES = address('DNXgeM9EiiaAbaWvwjHj9fQQLAX5ZsfHyvmYUNRAdNC8');

/** Only Meteora DBC can create pools with these configs of DAMM v1 and v2, and only for this. */
const MIGRATION_CONFIGS = [
  '8f848CEy8eY6PhJ3VcemtBDzPPSD4Vq7aJczLZ3o8MmX',
  'HBxB8Lf14Yj8pqeJ8C4qDb5ryHL7xwpuykz31BLNYr7S',
  '7v5vBdUQHTNeqk1HnduiXcgbvCyVEZ612HLmYkQoAkik',
  'EkvP7d5yKxovj884d2DwmBQbrHUWRLGK6bympzrkXGja',
  '9EZYAJrcqNWNQzP2trzZesP7XKMHA1jEomHzbRsdX8R2',
  '8cdKo87jZU2R12KY1BUjjRPwyjgdNjLGqSGQyrDshhud',
  '7F6dnUcRuyM2TwR8myT1dYypFXpPSxqwKNSFNkxyNESd',
  '2nHK1kju6XjphBLbNxpM5XRGFj7p9U8vvNzyZiha1z6k',
  'Hv8Lmzmnju6m7kcokVKvwqz7QPmdX9XfKjJsXz8RXcjp',
  '2c4cYd4reUYVRAB9kUUkrq55VPyy2FNQ3FDL4o12JXmq',
  'AkmQWebAwFvWk55wBoCr5D62C6VVDTzi84NJuD9H7cFD',
  'DbCRBj8McvPYHJG1ukj8RE15h2dCNUdTAESG49XpQ44u',
  'A8gMrEPJkacWkcb3DGwtJwTe16HktSEfvwtuDh2MCtck',
].map(address);

const LAUNCHES: Readonly<Record<CountedPad, Partial<Record<LaunchEvent, Launches>>>> = {
  pump: {
    created: {
      program: PUMP_PROGRAM,
      watched: [PUMP_MINT_AUTHORITY],
      marks: [
        { data: '181ec828051c0777', mint: { account: 0 }, watchedAt: 1 },
        { data: 'd6904cec5f8b31b4', mint: { account: 0 }, watchedAt: 1 },
      ],
    },
    migrated: {
      program: PUMP_PROGRAM,
      watched: [PUMP_WITHDRAW_AUTHORITY],
      setIn: { account: PUMP_GLOBAL, offset: 113 },
      // The event that the program logs by calling itself. The instruction `migrate` succeeds for
      // tokens that have migrated before, too, and does nothing then.
      marks: [{ data: 'e445a52e51cb9a1dbde95db95c94ea94', mint: { dataOffset: 48 } }],
    },
  },
  launchlab: {
    migrated: {
      program: LAUNCHLAB_PROGRAM,
      watched: [CPMM_POOL_FEES],
      marks: [{ data: '885cc8671cda908c', mint: { account: 1 }, watchedAt: 11 }],
    },
  },
  meteora: {
    migrated: {
      program: METEORA_DBC_PROGRAM,
      watched: MIGRATION_CONFIGS,
      // To DAMM v1 and to DAMM v2. Each succeeds once for a pool.
      marks: [
        { data: '1b013016b43f76d9', mint: { account: 7 }, watchedAt: 5 },
        { data: '9ca9e66735e45040', mint: { account: 13 }, watchedAt: 25 },
      ],
    },
  },
  // Tokens whose mint authority the demo launchpad gives up.
  demo: {
    migrated: {
      program: TOKEN_PROGRAM,
      watched: [DEMO_LAUNCHPAD],
      marks: [{ data: '060000', mint: { account: 0 }, watchedAt: 1 }],
    },
  },
};

/** Undefined if no narrow account shows such events. */
export function findLaunches(pad: CountedPad, event: LaunchEvent): Launches | undefined {
  return LAUNCHES[pad][event];
}
