// Ways to damage a file, the kinds of files of a data directory, and what must hold for each.
import { chmodSync, mkdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';

/** What the kinds of files are called in the table. */
export const KIND_NAMES = {
  lock: 'lock',
  realm: 'realm file',
  users: 'page of users',
  sessions: 'page of sessions',
  journal: 'journal of sessions',
  'revoked tokens': 'list of revoked tokens',
  other: 'other file',
};

/** Bytes that no JSON contains. */
const GARBAGE_BYTES = 64;
const FOLDER = 'a folder in its place';

/** What happens to a file; `random` gives the garbage. */
export const DAMAGES = [
  { name: 'cut in half', damage: (path) => truncateSync(path, Math.floor(statSync(path).size / 2)) },
  { name: 'empty', damage: (path) => truncateSync(path, 0) },
  { name: 'zeros', damage: (path) => writeFileSync(path, Buffer.alloc(statSync(path).size)) },
  {
    name: 'garbled',
    damage: (path, random) => {
      const content = readFileSync(path);
      const garbage = random.bytes(GARBAGE_BYTES).map((byte) => byte | 0x80);
      for (const at of [0, Math.floor(content.length / 2)]) garbage.copy(content, at);
      writeFileSync(path, content);
    },
  },
  { name: 'other JSON', damage: (path) => writeFileSync(path, '["other"]') },
  {
    name: FOLDER,
    damage: (path) => {
      rmSync(path);
      mkdirSync(path);
    },
  },
  { name: 'deleted', damage: (path) => rmSync(path) },
  // Root reads it nevertheless.
  { name: 'not readable', damage: (path) => chmodSync(path, 0), unlessRoot: true },
];

/** Whether a damage is tried for a kind of file: a folder called `lock` is not the server's, which leaves it. */
export function appliesTo({ name }, kind) {
  return !(kind === 'lock' && name === FOLDER);
}

/** The kind of a file of the data directory, by its path below it. */
export function kindOf(path) {
  const parts = path.split('/');
  const name = parts.at(-1);
  if (path === 'lock') return 'lock';
  if (name === 'realm.json') return 'realm';
  if (parts.includes('users')) return 'users';
  if (parts.includes('sessions') && name.endsWith('.json')) return 'sessions';
  if (/^sessions-\d+\.journal$/.test(name)) return 'journal';
  return name === 'revoked-tokens.json' ? 'revoked tokens' : 'other';
}

/** One file for each path that differs in more than its number. */
export function pickFiles(paths) {
  const found = new Map();
  for (const path of paths) {
    const pattern = path.replace(/\d+/g, '0');
    if (!found.has(pattern)) found.set(pattern, path);
  }
  return [...found.values()];
}

/** Damages that leave of a journal what a kill leaves, or nothing. */
const LIKE_A_KILL = ['cut in half', 'empty', 'deleted'];

/**
 * What the damaged realm must answer, its file become, and the log say. `discovery` and `signIn` are the statuses that are allowed;
 * `file`: `kept` as it is, or set `aside` under another name; `named`: an ERROR line names the file, `once` exactly one.
 */
export function expectationsOf(kind, damage) {
  const gone = damage === 'deleted';
  const served = { discovery: [200], signIn: [200] };
  const harmless = { ...served, file: undefined, named: false };
  const setAside = { ...served, file: 'aside', named: true, once: true };
  switch (kind) {
    case 'realm':
      // Without the file nobody knows the realm's name.
      return {
        discovery: gone ? [503, 404] : [503],
        signIn: gone ? [503, 404] : [503],
        file: 'kept',
        named: true,
      };
    case 'users':
      return { discovery: [200], signIn: gone ? [200, 400, 401, 503] : [503], file: 'kept', named: !gone };
    case 'sessions':
    case 'revoked tokens':
      return gone ? harmless : setAside;
    case 'journal':
      return LIKE_A_KILL.includes(damage) ? harmless : setAside;
    default:
      // The lock is taken over.
      return harmless;
  }
}
