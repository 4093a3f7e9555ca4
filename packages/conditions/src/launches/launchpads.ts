// The events of launchpads that can be counted: those whose transactions all name one account that
// few other transactions name. Trades name every other account of the programs, so completed
// curves, creations on LaunchLab and Meteora's DBC are missing here.
import { type Address, address } from '@solana/kit';
import { LAUNCHLAB_PROGRAM, PUMP_PROGRAM, TOKEN_PROGRAM } from '../oracles/programs.ts';

export const COUNTED_PADS = ['pump', 'launchlab', 'demo'] as const;
export type CountedPad = (typeof COUNTED_PADS)[number];
export const LAUNCH_EVENTS = ['created', 'migrated'] as const;
export type LaunchEvent = (typeof LAUNCH_EVENTS)[number];

export const PAD_NAMES = {
  pump: 'pump.fun',
  launchlab: 'LaunchLab',
  demo: 'the demo launchpad',
} as const;

/** An instruction that shows the event, and where the mint stands in it. */
interface Mark {
  /** Its data begins with these bytes, in hex. */
  readonly data: string;
  readonly mint: { readonly account: number } | { readonly dataOffset: number };
  /** The place of the watched account in the instruction. Left out: anywhere in the transaction. */
  readonly watchedAt?: number;
}

export interface Launches {
  readonly program: Address;
  /** Its transactions are listed. */
  readonly watched: Address;
  /** Where the program itself has this address, if its admin can change it. */
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

const LAUNCHES: Readonly<Record<CountedPad, Partial<Record<LaunchEvent, Launches>>>> = {
  pump: {
    created: {
      program: PUMP_PROGRAM,
      watched: PUMP_MINT_AUTHORITY,
      marks: [
        { data: '181ec828051c0777', mint: { account: 0 }, watchedAt: 1 },
        { data: 'd6904cec5f8b31b4', mint: { account: 0 }, watchedAt: 1 },
      ],
    },
    migrated: {
      program: PUMP_PROGRAM,
      watched: PUMP_WITHDRAW_AUTHORITY,
      setIn: { account: PUMP_GLOBAL, offset: 113 },
      // The event that the program logs by calling itself. The instruction `migrate` succeeds for
      // tokens that have migrated before, too, and does nothing then.
      marks: [{ data: 'e445a52e51cb9a1dbde95db95c94ea94', mint: { dataOffset: 48 } }],
    },
  },
  launchlab: {
    migrated: {
      program: LAUNCHLAB_PROGRAM,
      watched: CPMM_POOL_FEES,
      marks: [{ data: '885cc8671cda908c', mint: { account: 1 }, watchedAt: 11 }],
    },
  },
  // Tokens whose mint authority the demo launchpad gives up.
  demo: {
    migrated: {
      program: TOKEN_PROGRAM,
      watched: DEMO_LAUNCHPAD,
      marks: [{ data: '060000', mint: { account: 0 }, watchedAt: 1 }],
    },
  },
};

/** Undefined if no narrow account shows such events. */
export function findLaunches(pad: CountedPad, event: LaunchEvent): Launches | undefined {
  return LAUNCHES[pad][event];
}
