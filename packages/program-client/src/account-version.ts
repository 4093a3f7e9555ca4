/** Byte 1 of every account of the program. Another version has another layout. */
export const ACCOUNT_VERSION = 3;
