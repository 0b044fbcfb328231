// Renders rows of figures and updates the table in docs/benchmarks.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join, resolve } from 'node:path';
import { median } from './statistics.mjs';

const DOCUMENT = join(resolve(import.meta.dirname, '../..'), 'docs/benchmarks.md');
const HEAD = ['| workload | understudy | peer | limit | × peer | × limit |', '|---|---|---|---|---|---|'];

function row(name, cells, values) {
  const [ours, ...others] = values;
  const ratios = others.map((other) => (other === undefined ? '' : (ours / other).toFixed(2)));
  return { name, line: `| ${[name, ...cells, ...ratios].join(' | ')} |` };
}

/** A row of milliseconds or MB: a list or undefined for Understudy, the peer and the limit. */
export function plainRow(name, lists, unit, digits = 0) {
  const values = [0, 1, 2].map((at) => (lists[at] === undefined ? undefined : median(lists[at])));
  const cells = values.map((value) => (value === undefined ? '' : `${value.toFixed(digits)} ${unit}`));
  return row(name, cells, values);
}

/** A row of server CPU per operation and rate, from each subject's measurements. */
export function loadRow(name, lists) {
  const cpu = lists.map((list) => median(list.map((each) => each.cpu)));
  const rate = lists.map((list) => median(list.map((each) => each.rate)));
  const cells = cpu.map((ms, at) => `${ms.toFixed(ms < 0.1 ? 3 : 2)} (${rate[at].toFixed(0)}/s)`);
  return row(name, cells, cpu);
}

export function renderTable(lines) {
  return [...HEAD, ...lines].join('\n');
}

/** Marks rows that an earlier run measured. */
const EARLIER = ' *';
const EARLIER_NOTE = 'Rows with * are from earlier runs.';

/** The rows of a table in the document by name, marked as measured earlier; none if its columns differ. */
function earlierRows(text) {
  if (!text.includes(HEAD[0])) return new Map();
  const lines = text.split('\n').filter((line) => line.startsWith('| ') && line !== HEAD[0]);
  return new Map(
    lines.map((line) => {
      const [first, ...cells] = line.split(' | ');
      const name = first.slice(2).replace(EARLIER, '');
      return [name, [`| ${name}${EARLIER}`, ...cells].join(' | ')];
    }),
  );
}

/**
 * The document with these rows in its table. Rows that were not measured this time stay, marked, if the
 * columns are the same; names that are not in `order` are removed. `measured` describes this run.
 */
export function replaceTable(document, rows, order, measured) {
  return document.replace(/<!-- table -->[\s\S]*<!-- \/table -->/, (old) => {
    const known = earlierRows(old);
    for (const { name, line } of rows) known.set(name, line);
    const lines = order.filter((name) => known.has(name)).map((name) => known.get(name));
    const note = lines.some((line) => line.split(' | ')[0].endsWith(EARLIER)) ? ` ${EARLIER_NOTE}` : '';
    return `<!-- table -->\n${measured}${note}\n\n${renderTable(lines)}\n<!-- /table -->`;
  });
}

/** Replaces the table in docs/benchmarks.md. */
export function writeTable(rows, order, how) {
  const machine = `Node ${process.versions.node}, ${cpus().length} cores (${cpus()[0]?.model.trim()}), ${how}`;
  writeFileSync(DOCUMENT, replaceTable(readFileSync(DOCUMENT, 'utf8'), rows, order, machine));
}
