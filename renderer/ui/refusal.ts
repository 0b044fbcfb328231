// A save that the server rejected, and how much of that still applies while the form is edited.

import { text } from '../texts/text.ts';
import { type FieldValues, isSame } from './field.ts';
import type { SortedProblems } from './server-problem.ts';

/** A rejected save. */
export interface Refusal<Problem> {
  readonly problems: SortedProblems<Problem>;
  /** The unsaved changes that were sent. */
  readonly sent: FieldValues;
  /** The unsaved changes when the response arrived, which may include later edits. */
  readonly seen: FieldValues;
}

function editedMembers(before: FieldValues, after: FieldValues): readonly string[] {
  const members = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...members].filter((member) => !isSame(before[member], after[member]));
}

/**
 * The problems that still apply: those of a field while it has the value that was sent, and those without a
 * field until the first edit. Undefined if none applies, if all changes were reverted, or after an edit of a
 * field that the server had not rejected.
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

/** The text of the save bar: the rejected fields, and messages that no field shows. */
export function describeRefusal(labels: readonly string[], other: readonly string[]): string {
  const rest = other.map((message) => ` ${message}`).join('');
  if (labels.length === 0) return `${text('ui:refusal.plain')}${rest}`;
  const fields = labels.join(', ');
  return `${text('ui:refusal.fields', { count: labels.length, fields })}${rest}`;
}
