// The table of figures: rows, and their place in docs/benchmarks.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join, resolve } from 'node:path';

const DOCUMENT = join(resolve(import.meta.dirname, '../..'), 'docs/benchmarks.md');
const HEAD = ['| workload | understudy | peer | limit | × peer | × limit |', '|---|---|---|---|---|---|'];

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

function row(name, cells, values) {
  const [ours, ...others] = values;
  const ratios = others.map((other) => (other === undefined ? '' : (ours / other).toFixed(2)));
  return { name, line: `| ${[name, ...cells, ...ratios].join(' | ')} |` };
}

/** Milliseconds or MB: ours, the peer's, the limit's; a list for each, or undefined. */
export function plainRow(name, lists, unit) {
  const values = [0, 1, 2].map((at) => (lists[at] === undefined ? undefined : median(lists[at])));
  const cells = values.map((value) => (value === undefined ? '' : `${value.toFixed(0)} ${unit}`));
  return row(name, cells, values);
}

/** Server CPU per operation with the rate beside it; each subject's list of measurements. */
export function loadRow(name, lists) {
  const cpu = lists.map((list) => median(list.map((each) => each.cpu)));
  const rate = lists.map((list) => median(list.map((each) => each.rate)));
  const cells = cpu.map((ms, at) => `${ms.toFixed(ms < 0.1 ? 3 : 2)} (${rate[at].toFixed(0)}/s)`);
  return row(name, cells, cpu);
}

export function renderTable(lines) {
  return [...HEAD, ...lines].join('\n');
}

/** The lines of a table in the document, by their names. */
function linesOf(text) {
  const lines = text.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| workload'));
  return new Map(lines.map((line) => [line.split(' | ')[0].slice(2), line]));
}

/**
 * Replaces the table in docs/benchmarks.md. Rows that were not measured this time stay as they are;
 * names that are no longer in `order` go.
 */
export function writeTable(rows, order, how) {
  const machine = `Node ${process.versions.node}, ${cpus().length} cores (${cpus()[0]?.model.trim()}), ${how}`;
  const text = readFileSync(DOCUMENT, 'utf8').replace(/<!-- table -->[\s\S]*<!-- \/table -->/, (old) => {
    const known = linesOf(old);
    for (const { name, line } of rows) known.set(name, line);
    const lines = order.filter((name) => known.has(name)).map((name) => known.get(name));
    return `<!-- table -->\n${machine}\n\n${renderTable(lines)}\n<!-- /table -->`;
  });
  writeFileSync(DOCUMENT, text);
}
