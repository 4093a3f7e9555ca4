/** The node does not have the complete history. */
export class HistoryIncomplete extends Error {}

/** What the node shows contradicts itself: instructions and events do not fit together. */
export class HistoryContradicts extends Error {}
