// Shows which test files took longest.

const MOST_FILES = 10;

/** Lines about the slowest files, from `[path, milliseconds]` in any order. */
export function describeSlowestFiles(durations) {
  return durations
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, MOST_FILES)
    .map(([path, duration]) => `${(duration / 1000).toFixed(1).padStart(6)} s  ${path}`);
}

export function showSlowestFiles(durations) {
  process.stdout.write(`\nSlowest files:\n${describeSlowestFiles(durations).join('\n')}\n\n`);
}
