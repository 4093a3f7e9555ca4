/** Where the program is, unless somebody deployed it elsewhere. */
export const PROGRAM_ADDRESS = 'Tote111111111111111111111111111111111111111';
