export const SERVICE_COMMANDS: readonly (readonly [name: string, about: string])[] = [
  ['start', 'runs the service; --help lists its settings'],
  ['rebuild', 'rebuilds the data derived from the chain'],
  ['backup', 'saves the data folder, even of a running service'],
  ['restore', 'creates a data folder from a backup'],
  ['snapshot', 'saves, checks and restores the data derived from the chain'],
];
