// The tables of docs/reliability.md: one for each scenario, between markers of its name.

/** The table with a line above it that says where and when it was measured. */
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
 * The document with another table in the place of `name`'s.
 * @throws {Error} when its markers are missing.
 */
export function replaceTable(text, name, table) {
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const from = text.indexOf(start);
  const to = text.indexOf(end);
  if (from < 0 || to < from) throw new Error(`docs/reliability.md has no markers ${start} and ${end}`);
  return `${text.slice(0, from + start.length)}\n${table}\n${text.slice(to)}`;
}
