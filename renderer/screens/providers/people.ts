// The people of a stand-in as the form edits them: the setting's JSON, and rows.
import { STAND_IN_EXAMPLES } from '#protocol/contract/stand-in-settings.ts';
import { text } from '../../texts/text.ts';

/** A row. Claims that are not an object yet are a text. */
export interface PersonRow {
  readonly id?: string;
  readonly username?: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly email?: string;
  readonly emailVerified?: boolean;
  readonly emailPrivate?: boolean;
  readonly claims?: unknown;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parse(written: string): unknown {
  try {
    return JSON.parse(written);
  } catch {
    // The problem is reported by the check.
    return undefined;
  }
}

/** The rows of a setting; undefined if it is no list of objects. */
export function readPeople(setting: string): readonly PersonRow[] | undefined {
  if (setting.trim() === '') return [];
  const parsed = parse(setting);
  return Array.isArray(parsed) && parsed.every(isObject) ? parsed : undefined;
}

/** The setting for rows; empty without any. Members that say nothing are left out. */
export function writePeople(rows: readonly PersonRow[]): string {
  if (rows.length === 0) return '';
  const said = rows.map((row) =>
    Object.fromEntries(Object.entries(row).filter(([, value]) => value !== '' && value !== undefined)),
  );
  return JSON.stringify(said);
}

/** The claims of a row for the input; empty if there are none. */
export function showClaims({ claims }: PersonRow): string {
  if (claims === undefined) return '';
  return typeof claims === 'string' ? claims : JSON.stringify(claims, undefined, 2);
}

/** What was entered: an object, or the text while it is not one. */
export function readClaims(entered: string): unknown {
  if (entered.trim() === '') return undefined;
  const parsed = parse(entered);
  return isObject(parsed) ? parsed : entered;
}

/** The example people. */
export function examplePeople(): readonly PersonRow[] {
  return STAND_IN_EXAMPLES.map(([firstName, lastName]) => {
    const username = firstName.toLowerCase();
    return { firstName, lastName, username, email: `${username}@example.com` };
  });
}

/** Name of a person in messages: what the sign-in page shows of it. */
export function nameOfPerson({
  firstName = '',
  lastName = '',
  email = '',
  username = '',
}: PersonRow): string {
  const name = `${firstName} ${lastName}`.trim();
  return name || email || username;
}

function checkPerson(row: PersonRow, place: number): string | undefined {
  const { email = '', username = '', id = '', claims } = row;
  const name = nameOfPerson(row) || String(place + 1);
  if (String(email).trim() === '' && String(username).trim() === '' && String(id).trim() === '')
    return text('providers:people.unknown', { name });
  if (String(email).trim() !== '' && !/^[^@\s]+@[^@\s]+$/.test(String(email).trim()))
    return text('providers:people.email', { name });
  if (claims !== undefined && !isObject(claims))
    return text('providers:people.claimsProblem', { name, example: '{"groups": ["staff"]}' });
  return undefined;
}

/** The first problem of the people. */
export function checkPeople(setting: string): string | undefined {
  const rows = readPeople(setting);
  if (rows === undefined) return text('providers:people.unreadable');
  return rows.map(checkPerson).find((problem) => problem !== undefined);
}
