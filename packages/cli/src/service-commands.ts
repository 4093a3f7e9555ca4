/** The service's own commands, which it explains itself. */
export const SERVICE_COMMANDS: readonly (readonly [name: string, about: string])[] = [
  ['start', 'runs the service; --help lists its settings'],
  ['rebuild', 'builds what is derived from the chain again, then replaces it'],
  ['backup', 'saves the data folder, also of a running service'],
  ['restore', 'makes a data folder from a backup'],
  ['snapshot', 'saves, checks and restores what is derived from the chain'],
];
