/** How long tests wait for an event. A busy machine is slow; only a failure takes this long. */
export const WAIT_MS = 180_000;
