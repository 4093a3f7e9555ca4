const startedAt = performance.now();

/** What is being measured, with the time passed; the tables go to the other output. */
export function progress(text: string): void {
  const seconds = Math.floor((performance.now() - startedAt) / 1000);
  const minutes = String(Math.floor(seconds / 60)).padStart(3);
  console.error(`${minutes}:${String(seconds % 60).padStart(2, '0')}  ${text}`);
}
