/** A sequence number is the group's id times this, plus the index in the group. */
export const RECORDS_PER_GROUP_MAX = 1_024n;

export const seqOf = (group: bigint, index: number) =>
  group * RECORDS_PER_GROUP_MAX + BigInt(index);
