// A save that the server rejected, and how much of that still applies while the form is edited.
import { type FieldValues, isSame } from './field.ts';
import type { SortedProblems } from './server-problem.ts';

/** A rejected save. */
export interface Refusal<Problem> {
  readonly problems: SortedProblems<Problem>;
  /** The unsaved changes that were sent. */
  readonly sent: FieldValues;
  /** The unsaved changes when the answer came; more may have been typed since they were sent. */
  readonly seen: FieldValues;
}

function editedMembers(before: FieldValues, after: FieldValues): readonly string[] {
  const members = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...members].filter((member) => !isSame(before[member], after[member]));
}

/**
 * The problems that apply to the unsaved changes as they are now: those of a field while it has the value
 * that was sent, those of no field until the first edit. Undefined when none applies, when all changes were
 * reverted, and when a field was edited that the server had not rejected: the next save is another attempt.
 */
export function standingProblems<Problem>(
  { problems, sent, seen }: Refusal<Problem>,
  changes: FieldValues,
): SortedProblems<Problem> | undefined {
  const edited = editedMembers(seen, changes);
  const isOver = edited.some((member) => !Object.hasOwn(problems.byMember, member));
  if (isOver || Object.keys(changes).length === 0) return undefined;
  const standing = Object.entries(problems.byMember).filter(([member]) =>
    isSame(sent[member], changes[member]),
  );
  const other = edited.length === 0 ? problems.other : [];
  if (standing.length === 0 && other.length === 0) return undefined;
  return { byMember: Object.fromEntries(standing), other };
}

/** A field of a form, as the bar names it. */
export interface NamedField {
  readonly member: string;
  readonly label: string;
}

/** The rejected fields, in the order of the form. */
export function refusedFields<Row extends NamedField>(
  rows: readonly Row[],
  { byMember }: SortedProblems<unknown>,
): readonly Row[] {
  return rows.filter(({ member }) => Object.hasOwn(byMember, member));
}

/** The text of the bar: which fields were rejected, and what no field shows. */
export function describeRefusal(labels: readonly string[], other: readonly string[]): string {
  const rest = other.map((message) => ` ${message}`).join('');
  if (labels.length === 0) return `Not saved.${rest}`;
  const count = labels.length === 1 ? '1 field' : `${labels.length} fields`;
  return `Not saved. The server rejected ${count}: ${labels.join(', ')}.${rest}`;
}
