// Looks a provider ID of a realm file up in a table.

/** Undefined for what is in no row, `constructor` and the like included. */
export function findRow<Row>(table: Readonly<Record<string, Row>>, id: string): Row | undefined {
  return Object.hasOwn(table, id) ? table[id] : undefined;
}
