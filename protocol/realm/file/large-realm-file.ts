// Parses realm files of any size in slices: users are found by a scan and parsed one by one.
import type { RealmRepresentation, UserRepresentation } from '#protocol/contract/realm-representation.ts';
import { inSlices, type Sliced } from '#protocol/store/sliced.ts';
import { findJsonFault } from './json-fault.ts';
import { fillPlaceholders, listRealms, notJson, withoutMark } from './realm-file.ts';
import { RealmFileError } from './realm-file-error.ts';

/** As for every JSON body: nothing that walks the realm overflows the stack. */
const MAX_DEPTH = 64;
/** Characters that are scanned at once. */
const SLICE_CHARACTERS = 512 * 1024;
/** Whose environment it is, the sender of a file must not learn: only defaults of placeholders are used. */
const NO_ENVIRONMENT = {};

/** A part of the text. */
interface Part {
  readonly start: number;
  /** Position after the last character. */
  readonly end: number;
}

/** The list `users` of a realm, from bracket to bracket. */
interface UserList extends Part {
  /** Position of the realm in the file. */
  readonly realm: number;
  readonly users: readonly Part[];
}

/**
 * The realms of a file, which is one realm or an array of realms. Placeholders with a default are replaced by it.
 * `done` receives the number of users parsed so far.
 * @throws {RealmFileError} with line and column when it is not JSON, or when a realm is not an object.
 */
export function* readRealmsInSlices(
  file: string,
  done: (users: number) => void = () => undefined,
): Sliced<readonly RealmRepresentation[]> {
  const text = withoutMark(file);
  const lists = yield* findUserLists(text);
  const usersOf = new Map<number, UserRepresentation[]>();
  let before = 0;
  for (const list of lists) {
    const users: UserRepresentation[] = [];
    const parse = (part: Part): void => void users.push(parsePart(text, part) as UserRepresentation);
    yield* inSlices(list.users, parse, (count) => done(before + count));
    before += users.length;
    usersOf.set(list.realm, users);
  }
  const realms = listRealms(parseRest(text, lists));
  return realms.map((realm, index) => {
    const users = usersOf.get(index);
    return users === undefined ? realm : { ...realm, users };
  });
}

function parsePart(text: string, { start, end }: Part): unknown {
  const part = text.slice(start, end);
  try {
    return JSON.parse(fillPlaceholders(part, NO_ENVIRONMENT));
  } catch (cause) {
    throw notJson(text, start + findJsonFault(part), cause);
  }
}

/** The file with empty lists of users. */
function parseRest(text: string, lists: readonly UserList[]): unknown {
  let rest = '';
  let from = 0;
  for (const { start, end } of lists) {
    rest += `${text.slice(from, start)}[]`;
    from = end;
  }
  rest += text.slice(from);
  try {
    return JSON.parse(fillPlaceholders(rest, NO_ENVIRONMENT));
  } catch (cause) {
    throw notJson(text, positionIn(lists, findJsonFault(rest)), cause);
  }
}

/** Position in the file of a position in its rest. */
function positionIn(lists: readonly UserList[], inRest: number): number {
  let position = inRest;
  for (const { start, end } of lists) if (position > start) position += end - start - '[]'.length;
  return position;
}

/** Knows where in the file it is; what is not JSON is found when the parts are parsed. */
class Scan {
  readonly #text: string;
  readonly lists: UserList[] = [];
  position = 0;
  #depth = 0;
  #realm = 0;
  /** Depth of the members of a realm: 1, or 2 in a file with several realms. */
  readonly #realmDepth: number;
  /** The list of users that is being read, and where its current user begins. */
  #open: { readonly start: number; readonly users: Part[]; userStart: number } | undefined;

  constructor(text: string) {
    this.#text = text;
    this.#realmDepth = /^\s*\[/.test(text) ? 2 : 1;
  }

  /** Reads up to a position; false at the end of the text. */
  readTo(end: number): boolean {
    while (this.position < end && this.position < this.#text.length) this.#step();
    if (this.position < this.#text.length) return true;
    if (this.#open !== undefined) this.#closeList(this.#text.length, this.#text.length);
    return false;
  }

  #step(): void {
    const character = this.#text[this.position];
    if (character === '"') {
      this.#string();
      return;
    }
    if (character === '{' || character === '[') this.#enter();
    else if (character === '}' || character === ']') this.#leave();
    else if (character === ',') this.#comma();
    this.position += 1;
  }

  #enter(): void {
    this.#depth += 1;
    if (this.#depth <= MAX_DEPTH) return;
    throw new RealmFileError('', `the file nests deeper than ${MAX_DEPTH} levels`, 'Nest less deeply.');
  }

  #leave(): void {
    this.#depth -= 1;
    if (this.#open === undefined || this.#depth !== this.#realmDepth) return;
    if (this.#text[this.position] === '}') throw notJson(this.#text, this.position);
    this.#closeList(this.position, this.position + 1);
  }

  #comma(): void {
    if (this.#depth === this.#realmDepth - 1) this.#realm += 1;
    if (this.#open === undefined || this.#depth !== this.#realmDepth + 1) return;
    this.#open.users.push({ start: this.#open.userStart, end: this.position });
    this.#open.userStart = this.position + 1;
  }

  #string(): void {
    const start = this.position;
    this.position = endOfString(this.#text, start);
    if (this.#depth !== this.#realmDepth || this.#text.slice(start, this.position) !== '"users"') return;
    LIST.lastIndex = this.position;
    if (!LIST.test(this.#text)) return;
    this.#depth += 1;
    this.position = LIST.lastIndex;
    this.#open = { start: this.position - 1, users: [], userStart: this.position };
  }

  #closeList(lastEnd: number, end: number): void {
    if (this.#open === undefined) return;
    const { start, users, userStart } = this.#open;
    this.#open = undefined;
    const last = { start: userStart, end: lastEnd };
    // An empty list has no user; after a comma there must be one.
    if (users.length > 0 || this.#text.slice(last.start, last.end).trim() !== '') users.push(last);
    this.lists.push({ start, end, realm: this.#realm, users });
  }
}

/** What follows the name of a member that is a list. */
const LIST = /\s*:\s*\[/y;

/** Position after the closing quote of the string that begins at `start`, or the end of the text. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1) {
    let backslashes = 0;
    while (text[end - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return end + 1;
    end = text.indexOf('"', end + 1);
  }
  return text.length;
}

function* findUserLists(text: string): Sliced<readonly UserList[]> {
  const scan = new Scan(text);
  while (scan.readTo(scan.position + SLICE_CHARACTERS)) yield;
  return scan.lists;
}
