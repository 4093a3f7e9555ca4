import { createCrashPoints } from '../../src/telemetry/crash-points.ts';

export const NO_CRASH_POINTS = createCrashPoints(undefined);
