// Reads state files: first to check all of it, then realm by realm to store it.
import { createHash, type Hash } from 'node:crypto';
import { hashPlainPasswords } from '#protocol/realm/file/plain-passwords.ts';
import {
  checkClockSetting,
  checkRealmFile,
  checkRevokedTokens,
  checkSession,
  checkUser,
} from '#protocol/store/file/stored-shapes.ts';
import type { MovedRealm } from '#protocol/store/moving.ts';
import { type FileLine, readLines } from './read-lines.ts';
import { EXPORT_AGAIN, stateError } from './state-error.ts';
import {
  LINE_ORDER,
  STATE_FORMAT,
  STATE_START,
  STATE_VERSION,
  type StateCounts,
  type StateEnd,
  type StateHeader,
  type StateLines,
} from './state-format.ts';

type LineName = keyof StateLines;
type Line<Name extends LineName> = { readonly [Only in Name]: StateLines[Name] } & {
  readonly original?: boolean;
};

/** Lines of one kind, as positions in the file. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/** A realm of a state file that has been checked. */
export interface StateSection {
  readonly path: string;
  readonly header: StateHeader;
  readonly end: StateEnd;
  /** The realm, whose users and sessions are read from the file each time. */
  readonly moved: MovedRealm;
}

/** Whether a file begins as a state file does. */
export async function isStateFile(path: string): Promise<boolean> {
  for await (const { bytes } of readLines(path, { end: 4096 }))
    return bytes.toString('utf8').startsWith(STATE_START);
  return false;
}

/**
 * Checks a state file and gives its realms. `checked` receives the number of lines.
 * @throws {OptionError} naming the line, for a file that is truncated, was changed, or is none.
 */
export async function readState(
  path: string,
  checked: (lines: number) => void = () => undefined,
): Promise<readonly StateSection[]> {
  const sections: StateSection[] = [];
  let open: OpenSection | undefined;
  let number = 0;
  for await (const line of readLines(path)) {
    number += 1;
    if (line.isCut) throw truncated(path, number, open);
    open ??= new OpenSection(path);
    const section = open.add(line, number);
    if (section !== undefined) {
      sections.push(section);
      open = undefined;
    }
    checked(number);
  }
  if (open !== undefined || sections.length === 0) throw truncated(path, number, open);
  return sections;
}

function truncated(path: string, number: number, open: OpenSection | undefined): Error {
  const where = open?.realm === undefined ? '' : ` in realm ${open.realm}`;
  return stateError(path, number, `the file ends too early${where}`, EXPORT_AGAIN);
}

/** A realm whose lines are being read. */
class OpenSection {
  readonly #path: string;
  readonly #hash: Hash = createHash('sha256');
  readonly #ranges = new Map<LineName, Range>();
  readonly #counts = { users: 0, originUsers: 0, sessions: 0, revokedTokens: 0 };
  #header: StateHeader | undefined;
  #realm: StateLines['realm'] | undefined;
  #clock: StateLines['clock'] | undefined;
  #origin: StateLines['origin'] | undefined;
  /** Position in the order of lines. */
  #reached = -1;

  constructor(path: string) {
    this.#path = path;
  }

  get realm(): string | undefined {
    return this.#header?.realm;
  }

  /** The section, with its last line. */
  add(line: FileLine, number: number): StateSection | undefined {
    const value = this.#parse(line, number);
    if (this.#header === undefined) {
      this.#header = this.#checkHeader(value, number);
      this.#update(line);
      return undefined;
    }
    const name = this.#nameOf(value, number);
    if (name === 'end') return this.#finish(value as Line<'end'>, number);
    this.#update(line);
    this.#ranges.set(name, { start: this.#ranges.get(name)?.start ?? line.start, end: line.end });
    try {
      this.#take(name, value as Line<LineName>);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      throw stateError(this.#path, number, error.message, EXPORT_AGAIN);
    }
    return undefined;
  }

  #update({ bytes }: FileLine): void {
    this.#hash.update(bytes).update('\n');
  }

  #parse({ bytes }: FileLine, number: number): object {
    try {
      const value: unknown = JSON.parse(bytes.toString('utf8'));
      if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
    } catch {
      // The parser's message would quote the line, which may contain secrets.
    }
    throw stateError(this.#path, number, 'the line is not a JSON object', EXPORT_AGAIN);
  }

  #checkHeader(value: object, number: number): StateHeader {
    const header = value as Partial<StateHeader>;
    if (header.format !== STATE_FORMAT)
      throw stateError(
        this.#path,
        number,
        `format is not "${STATE_FORMAT}"`,
        'Give a file that export --with-sessions has written.',
      );
    if (header.version !== STATE_VERSION)
      throw stateError(
        this.#path,
        number,
        `version is ${JSON.stringify(header.version)}, and this version of Understudy reads ${STATE_VERSION}`,
        'Import it with the version of Understudy that exported it.',
      );
    if (typeof header.realm !== 'string' || typeof header.position !== 'number')
      throw stateError(this.#path, number, 'realm or position is missing', EXPORT_AGAIN);
    return header as StateHeader;
  }

  #nameOf(value: object, number: number): LineName {
    const position = LINE_ORDER.findIndex((each) => Object.hasOwn(value, each));
    const name = LINE_ORDER[position];
    if (name === undefined) {
      const known = Object.keys(value)[0] ?? '';
      throw stateError(this.#path, number, `a line cannot be "${known.slice(0, 40)}"`, EXPORT_AGAIN);
    }
    const isOnce = position <= LINE_ORDER.indexOf('origin');
    if (position < this.#reached || (isOnce && position === this.#reached))
      throw stateError(this.#path, number, `"${name}" is out of place`, EXPORT_AGAIN);
    if (position > 0 && this.#realm === undefined)
      throw stateError(this.#path, number, `"${name}" comes before "realm"`, EXPORT_AGAIN);
    this.#reached = position;
    return name;
  }

  /** @throws {TypeError} naming the member that is wrong. */
  #take(name: LineName, value: Line<LineName>): void {
    const takes: Readonly<Record<LineName, () => void>> = {
      realm: () => this.#takeRealm(value as Line<'realm'>),
      clock: () => {
        const { clock } = value as Line<'clock'>;
        checkClockSetting(clock);
        this.#clock = clock;
      },
      origin: () => {
        const { origin } = value as Line<'origin'>;
        checkRealmFile({ order: origin?.storedAt, realm: origin?.realm });
        this.#origin = origin;
      },
      user: () => {
        checkUser((value as Line<'user'>).user);
        this.#counts.users += 1;
      },
      originUser: () => {
        checkUser((value as Line<'originUser'>).originUser);
        this.#counts.originUsers += 1;
      },
      session: () => this.#takeSession(value as Line<'session'>),
      revokedToken: () => {
        const { jti, expiresAt } = (value as Line<'revokedToken'>).revokedToken ?? {};
        if (typeof jti !== 'string') throw new TypeError('a revoked token has no jti');
        checkRevokedTokens({ [jti]: expiresAt });
        this.#counts.revokedTokens += 1;
      },
      end: () => undefined,
    };
    takes[name]();
  }

  #takeRealm({ realm }: Line<'realm'>): void {
    checkRealmFile({ order: 0, realm });
    if (realm.realm !== this.#header?.realm)
      throw new TypeError('realm.realm is not the name in the first line');
    this.#realm = realm;
  }

  #takeSession({ session }: Line<'session'>): void {
    checkSession(session);
    if (session.realmId !== this.#realm?.id)
      throw new TypeError("a session's realmId is not the id of the realm");
    this.#counts.sessions += 1;
  }

  #finish({ end }: Line<'end'>, number: number): StateSection {
    const { files, sha256 } = end ?? {};
    if (typeof files !== 'object' || files === null || typeof sha256 !== 'string')
      throw stateError(this.#path, number, 'end.files or end.sha256 is missing', EXPORT_AGAIN);
    const counts: StateCounts = this.#counts;
    const wrong = (Object.keys(counts) as (keyof StateCounts)[]).find((name) => end[name] !== counts[name]);
    if (wrong !== undefined)
      throw stateError(
        this.#path,
        number,
        `end.${wrong} is ${JSON.stringify(end[wrong])}, but the realm has ${counts[wrong]}`,
        EXPORT_AGAIN,
      );
    if (sha256 !== this.#hash.digest('hex'))
      throw stateError(
        this.#path,
        number,
        `realm ${this.#header?.realm} was changed after the export: end.sha256 does not match`,
        EXPORT_AGAIN,
      );
    if (this.#header === undefined || this.#realm === undefined) throw truncated(this.#path, number, this);
    const lines = new SectionLines(this.#path, this.#ranges);
    const [realm, clock, origin] = [this.#realm, this.#clock, this.#origin];
    return { path: this.#path, header: this.#header, end, moved: lines.toMoved({ realm, clock, origin }) };
  }
}

/** Reads the lines of a section again. */
class SectionLines {
  readonly #path: string;
  readonly #ranges: ReadonlyMap<LineName, Range>;

  constructor(path: string, ranges: ReadonlyMap<LineName, Range>) {
    this.#path = path;
    this.#ranges = ranges;
  }

  toMoved(parts: Pick<MovedRealm, 'realm' | 'clock' | 'origin'>): MovedRealm {
    const read = this.#read.bind(this);
    return {
      ...parts,
      async *users() {
        for await (const { user, original } of read('user') as AsyncIterable<Line<'user'>>)
          yield { user: hashPlainPasswords(user), isOriginal: original === true };
      },
      async *originUsers() {
        for await (const { originUser } of read('originUser') as AsyncIterable<Line<'originUser'>>)
          yield hashPlainPasswords(originUser);
      },
      async *sessions() {
        for await (const { session } of read('session') as AsyncIterable<Line<'session'>>) yield session;
      },
      async *revokedTokens() {
        for await (const { revokedToken } of read('revokedToken') as AsyncIterable<Line<'revokedToken'>>)
          yield { [revokedToken.jti]: revokedToken.expiresAt };
      },
    };
  }

  async *#read(name: LineName): AsyncGenerator<Line<LineName>, void> {
    const range = this.#ranges.get(name);
    if (range === undefined) return;
    for await (const { bytes } of readLines(this.#path, range)) yield JSON.parse(bytes.toString('utf8'));
  }
}
