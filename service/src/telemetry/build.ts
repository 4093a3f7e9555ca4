import description from '../../package.json' with { type: 'json' };

declare const TOTE_COMMIT: string | undefined;

/** Which code runs here, so that replicas of different versions can be told apart. */
export const BUILD = {
  version: description.version,
  commit: typeof TOTE_COMMIT === 'string' ? TOTE_COMMIT : 'unknown',
} as const;
