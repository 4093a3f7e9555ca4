/** For the error message: what to do about a chain of another version. */
export const REMEDIES = {
  embedded:
    'Start with `npm start -- --reset`: it keeps this data folder under another name and begins ' +
    'with an empty chain. Or run the version of Tote that wrote it (docs/upgrade.md).',
  remote:
    'Run the version of Tote that belongs to that program, or deploy the program of this version ' +
    'to an address of its own and name it in TOTE_PROGRAM_ADDRESS. Money and open markets stay ' +
    'with the old one: keep its service running until they are settled (docs/upgrade.md).',
} as const;
