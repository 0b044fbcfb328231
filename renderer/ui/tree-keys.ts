// What keys do in a tree, as the ARIA Authoring Practices describe it.

/** A visible row of a tree, in order from top to bottom. */
export interface TreeRow {
  readonly key: string;
  /** Counts from 1. */
  readonly level: number;
  /** Place among its siblings, from 1, and their number. */
  readonly position: number;
  readonly siblings: number;
  /** Undefined: nothing is below it. */
  readonly expanded: boolean | undefined;
  /** Typing the beginning leads to the row. */
  readonly text: string;
}

/** The key of the row to move to, or the row to choose or to open or close. */
export type TreeStep =
  | { readonly move: string }
  | { readonly choose: string }
  | { readonly toggle: string }
  | undefined;

const moveTo = (row: TreeRow | undefined): TreeStep => (row === undefined ? undefined : { move: row.key });

function right(rows: readonly TreeRow[], index: number): TreeStep {
  const row = rows[index];
  if (row?.expanded === undefined) return undefined;
  if (!row.expanded) return { toggle: row.key };
  const next = rows[index + 1];
  return next !== undefined && next.level > row.level ? { move: next.key } : undefined;
}

function left(rows: readonly TreeRow[], index: number): TreeStep {
  const row = rows[index];
  if (row === undefined) return undefined;
  if (row.expanded === true) return { toggle: row.key };
  return moveTo(rows.slice(0, index).findLast(({ level }) => level < row.level));
}

/** The next row whose text begins with the letter, from the top again after the last one. */
function typed(rows: readonly TreeRow[], index: number, letter: string): TreeStep {
  const wanted = letter.toLowerCase();
  const order = [...rows.slice(index + 1), ...rows.slice(0, index + 1)];
  return moveTo(order.find(({ text }) => text.toLowerCase().startsWith(wanted)));
}

/** `active`: the key of the row that has the focus. Undefined for keys that do nothing. */
export function stepInTree(rows: readonly TreeRow[], active: string | undefined, key: string): TreeStep {
  const index = Math.max(
    0,
    rows.findIndex((row) => row.key === active),
  );
  const row = rows[index];
  if (row === undefined) return undefined;
  switch (key) {
    case 'ArrowDown':
      return moveTo(rows[index + 1]);
    case 'ArrowUp':
      return moveTo(rows[index - 1]);
    case 'ArrowRight':
      return right(rows, index);
    case 'ArrowLeft':
      return left(rows, index);
    case 'Home':
      return moveTo(rows[0]);
    case 'End':
      return moveTo(rows.at(-1));
    case 'Enter':
    case ' ':
      return { choose: row.key };
    default:
      return key.length === 1 ? typed(rows, index, key) : undefined;
  }
}
