// The outcome of a scenario: its last line, whether its table is written, and the end of the whole run.

/** Verdict of a scenario's result: `PASSED`, `FAILED` or `NOT RUN`. */
export function verdictOf({ faults, notRun }) {
  if (notRun !== undefined) return 'NOT RUN';
  return faults.length === 0 ? 'PASSED' : 'FAILED';
}

/** Why `--write` does not replace a scenario's table; undefined if it does. */
export function whyNotWritten(verdict, { quick }) {
  if (verdict !== 'PASSED') return `it is ${verdict}`;
  return quick ? 'figures of --quick are not for the document' : undefined;
}

/**
 * The last lines and the exit code. A scenario that was not run proves nothing, so the run fails; leave it
 * out with `--only` if it cannot run. `outcomes` have a `name`, a `verdict` and, if not run, a `reason`.
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
