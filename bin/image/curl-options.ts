// Parses curl's command line, as far as health checks and setup scripts use it.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { EXIT, RequestFailure } from './http-request.ts';

export interface CurlOptions {
  readonly urls: readonly string[];
  /** Undefined: GET, or POST with data. */
  readonly method: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly data: readonly string[];
  readonly output: string | undefined;
  readonly writeOut: string;
  readonly timeoutMs: number | undefined;
  readonly connectTimeoutMs: number | undefined;
  readonly retries: number;
  /** Undefined: one second, doubled each time. */
  readonly retryDelayMs: number | undefined;
  readonly flags: ReadonlySet<Flag>;
}

type Flag =
  | 'fail'
  | 'silent'
  | 'show-error'
  | 'location'
  | 'insecure'
  | 'head'
  | 'include'
  | 'get'
  | 'retry-connrefused'
  | 'retry-all-errors';

const FLAGS: ReadonlySet<string> = new Set<Flag>([
  'fail',
  'silent',
  'show-error',
  'location',
  'insecure',
  'head',
  'include',
  'get',
  'retry-connrefused',
  'retry-all-errors',
]);

/** Flags that change nothing here. */
const IGNORED_FLAGS: ReadonlySet<string> = new Set([
  'verbose',
  'no-progress-meter',
  'progress-bar',
  'no-buffer',
  'globoff',
  'ipv4',
  'ipv6',
  'http1.1',
  'compressed',
]);

/** Names of one letter. */
const LETTERS: Readonly<Record<string, string>> = {
  f: 'fail',
  s: 'silent',
  S: 'show-error',
  L: 'location',
  k: 'insecure',
  I: 'head',
  i: 'include',
  G: 'get',
  v: 'verbose',
  N: 'no-buffer',
  g: 'globoff',
  '4': 'ipv4',
  '6': 'ipv6',
  '#': 'progress-bar',
  X: 'request',
  H: 'header',
  d: 'data',
  o: 'output',
  u: 'user',
  w: 'write-out',
  m: 'max-time',
  A: 'user-agent',
};

interface Building {
  readonly urls: string[];
  readonly headers: Record<string, string>;
  readonly data: string[];
  readonly flags: Set<Flag>;
  readonly workingDirectory: string;
  method: string | undefined;
  output: string | undefined;
  writeOut: string;
  timeoutMs: number | undefined;
  connectTimeoutMs: number | undefined;
  retries: number;
  retryDelayMs: number | undefined;
}

/** What an option with a value does. */
const VALUES: Readonly<Record<string, (building: Building, value: string, name: string) => void>> = {
  request: (building, value) => (building.method = value),
  header: (building, value) => addHeader(building, value),
  data: (building, value) => building.data.push(readTextData(building, value)),
  'data-ascii': (building, value) => building.data.push(readTextData(building, value)),
  'data-raw': (building, value) => building.data.push(value),
  'data-binary': (building, value) => building.data.push(readData(building, value)),
  'data-urlencode': (building, value) => building.data.push(encodeData(building, value)),
  json: (building, value) => {
    building.data.push(readData(building, value));
    building.headers['content-type'] = 'application/json';
    building.headers['accept'] = 'application/json';
  },
  user: (building, value) => {
    building.headers['authorization'] = `Basic ${Buffer.from(value, 'utf8').toString('base64')}`;
  },
  'user-agent': (building, value) => (building.headers['user-agent'] = value),
  url: (building, value) => building.urls.push(value),
  output: (building, value) => (building.output = value),
  'write-out': (building, value) => (building.writeOut = value),
  'max-time': (building, value, name) => (building.timeoutMs = readSeconds(name, value)),
  'connect-timeout': (building, value, name) => (building.connectTimeoutMs = readSeconds(name, value)),
  retry: (building, value, name) => (building.retries = Math.floor(readSeconds(name, value) / 1000)),
  'retry-delay': (building, value, name) => (building.retryDelayMs = readSeconds(name, value)),
  'retry-max-time': () => undefined,
};

/** @throws {RequestFailure} exit code 2: an option that is not supported, or without its value. */
export function parseCurlOptions(args: readonly string[], workingDirectory: string): CurlOptions {
  const building: Building = {
    urls: [],
    headers: {},
    data: [],
    flags: new Set(),
    workingDirectory,
    method: undefined,
    output: undefined,
    writeOut: '',
    timeoutMs: undefined,
    connectTimeoutMs: undefined,
    retries: 0,
    retryDelayMs: undefined,
  };
  for (let index = 0; index < args.length; index++) {
    const word = args[index] ?? '';
    if (word.startsWith('--')) index += readLong(building, word, args[index + 1]);
    else if (word.length > 1 && word.startsWith('-')) index += readLetters(building, word, args[index + 1]);
    else building.urls.push(word);
  }
  if (building.urls.length === 0) throw new RequestFailure('no URL specified', EXIT.usage);
  return building;
}

/** Returns how many further arguments belong to the option. */
function readLong(building: Building, word: string, next: string | undefined): 0 | 1 {
  const name = word.slice(2);
  return readOption(building, name, word, next) === 'value' ? 1 : 0;
}

/** `-sSf`, `-o FILE` or `-oFILE`. */
function readLetters(building: Building, word: string, next: string | undefined): 0 | 1 {
  for (let index = 1; index < word.length; index++) {
    const letter = word[index] ?? '';
    const attached = word.slice(index + 1);
    const name = Object.hasOwn(LETTERS, letter) ? (LETTERS[letter] ?? '') : letter;
    const value = attached === '' ? next : attached;
    if (readOption(building, name, `-${letter}`, value) === 'value') return attached === '' ? 1 : 0;
  }
  return 0;
}

function readOption(
  building: Building,
  name: string,
  written: string,
  value: string | undefined,
): 'flag' | 'value' {
  if (isFlag(name)) building.flags.add(name);
  else if (!IGNORED_FLAGS.has(name)) {
    const set = Object.hasOwn(VALUES, name) ? VALUES[name] : undefined;
    if (set === undefined)
      throw new RequestFailure(
        `option ${written}: is not supported by the small curl of this image; install curl in a derived image`,
        EXIT.usage,
      );
    if (value === undefined) throw new RequestFailure(`option ${written}: requires parameter`, EXIT.usage);
    set(building, value, written);
    return 'value';
  }
  return 'flag';
}

function isFlag(name: string): name is Flag {
  return FLAGS.has(name);
}

function addHeader({ headers }: Building, line: string): void {
  const colon = line.indexOf(':');
  if (colon > 0) headers[line.slice(0, colon).trim().toLowerCase()] = line.slice(colon + 1).trim();
}

/** `@FILE` is the file's content. */
function readData({ workingDirectory }: Building, value: string): string {
  if (!value.startsWith('@')) return value;
  const path = value.slice(1);
  try {
    return readFileSync(resolve(workingDirectory, path), 'utf8');
  } catch {
    throw new RequestFailure(`${path}: error encountered when reading a file`, EXIT.usage);
  }
}

/** As above; a file counts without its line ends. */
function readTextData(building: Building, value: string): string {
  const content = readData(building, value);
  return value.startsWith('@') ? content.replaceAll(/[\r\n]/g, '') : content;
}

/** `content`, `=content`, `name=content`, `@FILE` or `name@FILE`: the content is encoded, the name is not. */
function encodeData(building: Building, value: string): string {
  const end = value.search(value.includes('=') ? '=' : '@');
  if (end === -1) return encodeURIComponent(value);
  const name = value.slice(0, end);
  const content = value[end] === '=' ? value.slice(end + 1) : readData(building, value.slice(end));
  return `${name === '' ? '' : `${name}=`}${encodeURIComponent(content)}`;
}

/** In milliseconds. */
function readSeconds(name: string, value: string): number {
  if (!/^\d+(\.\d+)?$/.test(value))
    throw new RequestFailure(`option ${name}: expected a proper numerical parameter`, EXIT.usage);
  return Number(value) * 1000;
}
