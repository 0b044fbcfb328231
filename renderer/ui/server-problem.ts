// Puts a refusal of the server beside the fields that it names, and the rest at the bar that saves.
import type { Field } from './field.ts';

/** One fault that the server found. */
interface ServerProblem {
  /** The member, where the server names it apart from the message. */
  readonly field?: string;
  readonly message: string;
}

/** A refusal, sorted by what it is about. */
export interface SortedProblems {
  /** Messages by the member of the field that shows them. */
  readonly byMember: Readonly<Record<string, string>>;
  /** Messages that no field shows. */
  readonly other: readonly string[];
}

function withoutHolder(member: string): string {
  return member.replace(/^(attributes|config)\./, '');
}

/** The member that a message names as a word of its own, with or without what holds it (`attributes.cibaInterval must be …`). */
export function findNamedMember(fields: readonly Field[], message: string): string | undefined {
  const words = message.split(/[\s,:;"'“”()]+/).map((word) => withoutHolder(word).replace(/\.$/, ''));
  const named = fields.filter(({ member }) => words.includes(member));
  // A message that names several says something about how they go together.
  return named.length === 1 ? named[0]?.member : undefined;
}

/** The faults that an error carries; any other error is one by its message. */
function problemsOf(error: Error): readonly ServerProblem[] {
  const { problems } = error as { readonly problems?: readonly ServerProblem[] };
  return problems === undefined || problems.length === 0 ? [{ message: error.message }] : problems;
}

/** Sorts the faults of a refusal; `fields` are those that are shown. */
export function sortProblems(fields: readonly Field[], error: Error): SortedProblems {
  const byMember: Record<string, string> = {};
  const other: string[] = [];
  for (const { field, message } of problemsOf(error)) {
    const named = fields.find(({ member }) => member === withoutHolder(field ?? ''))?.member;
    const member = named ?? findNamedMember(fields, message);
    if (member === undefined) other.push(field === undefined ? message : `${field}: ${message}`);
    else byMember[member] = member in byMember ? `${byMember[member]} ${message}` : message;
  }
  return { byMember, other };
}

/** What the bar says: why in one sentence when no field says it, otherwise which fields, counted when there are several. */
export function describeRefusal(labels: readonly string[], other: readonly string[]): string {
  const rest = other.map((message) => ` ${message}`).join('');
  if (labels.length === 0) return `Not saved.${rest}`;
  const which = labels.length === 1 ? labels[0] : `${labels.length} fields: ${labels.join(', ')}`;
  return `Not saved. The server refused ${which}.${rest}`;
}
