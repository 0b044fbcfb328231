// Sorts the problems of a rejected form: those that a field shows, and the rest for the save bar.
import type { Field } from './field.ts';

/** Problems by where they are shown; `Problem` is what a field shows. */
export interface SortedProblems<Problem> {
  /** By the member of the field. */
  readonly byMember: Readonly<Record<string, Problem>>;
  /** Messages that no field shows. */
  readonly other: readonly string[];
}

/** The problems that a field shows. */
export interface MemberProblem {
  /** The problem of the field as a whole; empty if only rows have problems. */
  readonly text: string;
  /** Problems of a map's rows, by name. */
  readonly rows?: Readonly<Record<string, string>>;
}

/** A field, and the row if it is a map. */
interface Place {
  readonly member: string;
  readonly row?: string;
}

function withoutContainer(member: string): string {
  return member.replace(/^(attributes|config|smtpServer)\./, '');
}

/**
 * The field for `cibaInterval` or `attributes.cibaInterval`. `attributes.phone` may be a row of the map
 * `attributes`.
 */
function findPlace(fields: readonly Field[], name: string): Place | undefined {
  const plain = fields.find(({ member }) => member === withoutContainer(name));
  if (plain !== undefined) return { member: plain.member };
  const map = fields.find(({ kind, member }) => kind === 'map' && name.startsWith(`${member}.`));
  const row = map === undefined ? '' : name.slice(map.member.length + 1);
  return map === undefined || row === '' ? undefined : { member: map.member, row };
}

/** The field of an attribute that the server names without its container, as Keycloak's user profile does. */
function findAttribute(fields: readonly Field[], name: string): Place | undefined {
  const field = fields.find(({ member }) => member === name || member === `attributes.${name}`);
  return field === undefined ? undefined : { member: field.member };
}

/** The field that a message names as a separate word: `attributes.cibaInterval must be …`. */
export function findNamedField(fields: readonly Field[], message: string): Place | undefined {
  const words = message.split(/[\s,:;"'“”()]+/).map((word) => word.replace(/\.$/, ''));
  const places = words.flatMap((word) => findPlace(fields, word) ?? []);
  const [first] = places;
  // A message that names several fields is about their combination.
  return places.every(({ member, row }) => member === first?.member && row === first.row) ? first : undefined;
}

/** The problems of an error; without any, its message. */
function problemsOf(error: Error): readonly { readonly field?: string; readonly message: string }[] {
  const { problems } = error as { readonly problems?: ReturnType<typeof problemsOf> };
  return problems === undefined || problems.length === 0 ? [{ message: error.message }] : problems;
}

function join(text: string | undefined, message: string): string {
  return text === undefined || text === '' ? message : `${text} ${message}`;
}

function withProblem(before: MemberProblem | undefined, { row }: Place, message: string): MemberProblem {
  if (row === undefined) return { ...before, text: join(before?.text, message) };
  const rows = new Map(Object.entries(before?.rows ?? {}));
  rows.set(row, join(rows.get(row), message));
  return { text: before?.text ?? '', rows: Object.fromEntries(rows) };
}

/** Sorts the problems of an error; `fields` are the visible ones. */
export function sortProblems(fields: readonly Field[], error: Error): SortedProblems<MemberProblem> {
  const byMember = new Map<string, MemberProblem>();
  const other: string[] = [];
  for (const { field, message } of problemsOf(error)) {
    const named = field ?? '';
    const place = findAttribute(fields, named) ?? findPlace(fields, named) ?? findNamedField(fields, message);
    if (place === undefined) other.push(field === undefined ? message : `${field}: ${message}`);
    else byMember.set(place.member, withProblem(byMember.get(place.member), place, message));
  }
  return { byMember: Object.fromEntries(byMember), other };
}
