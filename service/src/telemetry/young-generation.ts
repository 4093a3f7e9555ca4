// The part of V8's memory for new objects. A start and the day of bets that the demo plays would
// let it grow to 32 MiB, from Node 24 on to 128, and an idle service would keep that.
import { setFlagsFromString } from 'node:v8';

/** For all threads. A thread that starts undoes it. */
export const keepYoungGenerationSmall = () => setFlagsFromString('--semi-space-growth-factor=1');

export const letYoungGenerationGrow = () => setFlagsFromString('--semi-space-growth-factor=2');
