// What becomes of a scenario that has run: its last line, whether its table is written, and the end of the whole run.

/** Verdict of a scenario's result: `PASSED`, `FAILED` or `NOT RUN`. */
export function verdictOf({ faults, notRun }) {
  if (notRun !== undefined) return 'NOT RUN';
  return faults.length === 0 ? 'PASSED' : 'FAILED';
}

/** Why `--write` leaves a scenario's table as it is; undefined when it replaces it. */
export function whyNotWritten(verdict, { quick }) {
  if (verdict !== 'PASSED') return `it is ${verdict}`;
  return quick ? 'figures of --quick are not for the document' : undefined;
}

/**
 * The last lines and the exit code. A scenario that was not run has shown nothing, so the run has not passed: who cannot run it leaves it out with `--only`.
 * `outcomes` have a `name`, a `verdict` and, when not run, a `reason`.
 */
export function summarize(outcomes) {
  const lines = outcomes.map(
    ({ name, verdict, reason }) => `${name}: ${verdict}${reason === undefined ? '' : `: ${reason}`}`,
  );
  const others = outcomes.filter(({ verdict }) => verdict !== 'NOT RUN').map(({ name }) => name);
  if (others.length > 0 && others.length < outcomes.length) {
    lines.push(`Without what cannot run here: --only=${others.join(',')}`);
  }
  return { lines, exitCode: outcomes.every(({ verdict }) => verdict === 'PASSED') ? 0 : 1 };
}
