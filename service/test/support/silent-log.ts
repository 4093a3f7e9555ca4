import type { Log } from '../../src/telemetry/log.ts';

export const SILENT_LOG: Log = { debug() {}, info() {}, warn() {}, error() {} };
