// For --import: `setMachineClock` sets the clock that this process sees, in all of its threads.
// `performance.now` stays as it is.
import { BroadcastChannel } from 'node:worker_threads';

const VARIABLE = 'MACHINE_CLOCK_SKEW_MS';
const RealDate = Date;
const channel = new BroadcastChannel('the clock of the machine');
// Threads that start later copy the environment.
let skewMs = Number(process.env[VARIABLE] ?? 0);

globalThis.Date = class MachineDate extends RealDate {
  constructor(...args) {
    if (args.length === 0) super(RealDate.now() + skewMs);
    else super(...args);
  }

  static now() {
    return RealDate.now() + skewMs;
  }
};

channel.onmessage = ({ data }) => {
  skewMs = data;
};
channel.unref();

/** By how much it differs from the real one. */
globalThis.setMachineClock = (ms) => {
  skewMs = ms;
  process.env[VARIABLE] = String(ms);
  channel.postMessage(ms);
};
