// The tables of docs/reliability.md: one per scenario, between markers with its name.
import { cpus } from 'node:os';

function describeLength(minutes) {
  if (minutes < 1) return 'less than a minute';
  const whole = minutes.toFixed(0);
  return whole === '1' ? '1 minute' : `${whole} minutes`;
}

/** The machine and duration of a scenario, and the seed that repeats its choices. */
export function describeRun({ minutes, seed }) {
  const machine = `${cpus().length} cores (${cpus()[0]?.model.trim()})`;
  return `Node ${process.versions.node}, ${machine}, ${describeLength(minutes)}, --seed=${seed}.`;
}

/** The table below a line that says how it was measured. */
export function renderTable(rows, measured) {
  return [
    measured,
    '',
    '| what | figure |',
    '|---|---|',
    ...rows.map((row) => `| ${row.join(' | ')} |`),
  ].join('\n');
}

/**
 * The document with the table of `name` replaced.
 * @throws {Error} if its markers are missing.
 */
export function replaceTable(text, name, table) {
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const from = text.indexOf(start);
  const to = text.indexOf(end);
  if (from < 0 || to < from) throw new Error(`docs/reliability.md has no markers ${start} and ${end}`);
  return `${text.slice(0, from + start.length)}\n${table}\n${text.slice(to)}`;
}
