// Ways to damage a file, the kinds of files in a data directory, and the expected result for each.
import { chmodSync, mkdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';

/** Names of the kinds of files in the table. */
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

/** Damages; `random` generates the garbage. */
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
  // Root can read it anyway.
  { name: 'not readable', damage: (path) => chmodSync(path, 0), unlessRoot: true },
];

/** Whether to try a damage for a kind of file. The server does not touch a folder called `lock`. */
export function appliesTo({ name }, kind) {
  return !(kind === 'lock' && name === FOLDER);
}

/** The kind of a file, by its path below the data directory. */
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

/** One file of each group of paths that differ only in their number. */
export function pickFiles(paths) {
  const found = new Map();
  for (const path of paths) {
    const pattern = path.replace(/\d+/g, '0');
    if (!found.has(pattern)) found.set(pattern, path);
  }
  return [...found.values()];
}

/** Damages that leave a journal as a kill does, or remove it. */
const LIKE_A_KILL = ['cut in half', 'empty', 'deleted'];

/**
 * The expected responses, file and log after a damage. `discovery` and `signIn` are the allowed statuses;
 * `file`: `kept` unchanged, or set `aside` under another name; `named`: an ERROR line names the file, `once`
 * exactly one.
 */
export function expectationsOf(kind, damage) {
  const gone = damage === 'deleted';
  const served = { discovery: [200], signIn: [200] };
  const harmless = { ...served, file: undefined, named: false };
  const setAside = { ...served, file: 'aside', named: true, once: true };
  switch (kind) {
    case 'realm':
      // Without the file, the realm's name is unknown.
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
