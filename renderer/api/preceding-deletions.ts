// Requests that must find pending deletions done: exports, changes of the whole realm, entries with the same name.

/** A request to the admin API. */
export interface RequestLine {
  readonly method: string;
  /** Path or complete URL, possibly with a query. */
  readonly path: string;
  readonly body?: unknown;
}

/** Chooses pending deletions by the paths of their entries. */
export type DeletionFilter = (path: string) => boolean;

interface RealmRequest {
  readonly realm: string;
  /** The path below the realm, without a slash at its ends. */
  readonly rest: string;
}

const REALM_PATH = /^(?:https?:\/\/[^/]+)?\/(?:admin|emulator\/v1)\/realms\/([^/?]+)\/?([^?]*)/;

function readRealmRequest(path: string): RealmRequest | undefined {
  const [, realm, rest = ''] = REALM_PATH.exec(path) ?? [];
  return realm === undefined ? undefined : { realm, rest };
}

/** Reads of the whole realm, below its path. */
const EXPORTS = /^(export|partial-export)$/;

/** Changes of the whole realm, below its path. */
const REALM_CHANGES = /^(clones|duplicates|partialImport|reset|snapshots)\b/;

/** An import of a realm file, which may replace the realm that the console shows. */
const IMPORT_START = /\/emulator\/v1\/imports\/[^/?]+\/start$/;

function isRenamed(realm: string, body: unknown): boolean {
  const name = typeof body === 'object' && body !== null && 'realm' in body ? body.realm : undefined;
  return typeof name === 'string' && name !== decodeURIComponent(realm);
}

function concernsWholeRealm({ method, body }: RequestLine, { realm, rest }: RealmRequest): boolean {
  if (rest === '') return method === 'DELETE' || (method === 'PUT' && isRenamed(realm, body));
  return EXPORTS.test(rest) || (method !== 'GET' && REALM_CHANGES.test(rest));
}

/** The deletions of a realm. */
export function isOfRealm(realm: string): DeletionFilter {
  const name = encodeURIComponent(realm);
  return (path) => readRealmRequest(path)?.realm === name;
}

/** The deletions that must be sent before a request; undefined if there are none. */
export function deletionsBefore(request: RequestLine): DeletionFilter | undefined {
  if (request.method === 'POST' && IMPORT_START.test(request.path)) return () => true;
  const target = readRealmRequest(request.path);
  if (target === undefined || !concernsWholeRealm(request, target)) return undefined;
  return isOfRealm(decodeURIComponent(target.realm));
}

/** Collections with other names for the same entries. */
const SAME_COLLECTION: Readonly<Record<string, string>> = {
  children: 'groups',
  'roles-by-id': 'roles',
  'add-models': 'models',
  'provider-realms': 'instances',
};

function collectionOf(rest: string, isEntry: boolean): string {
  const segments = rest.split('/');
  const name = segments.at(isEntry ? -2 : -1) ?? '';
  return SAME_COLLECTION[name] ?? name;
}

/**
 * The deletions of entries that may have the name of the entry that a request creates or renames. To be sent, and
 * the request to be repeated, when the server answers that there is a conflict.
 */
export function deletionsInConflict({ method, path }: RequestLine): DeletionFilter | undefined {
  const target = readRealmRequest(path);
  if (target === undefined || (method !== 'POST' && method !== 'PUT')) return undefined;
  const collection = collectionOf(target.rest, method === 'PUT');
  return (pending) => {
    const entry = readRealmRequest(pending);
    return entry?.realm === target.realm && collectionOf(entry.rest, true) === collection;
  };
}
