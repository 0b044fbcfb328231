// The URL of a resource: where relative addresses lead, and query parameters.
import type { Access } from './access.ts';
import type { Arguments } from './arguments.ts';
import { splitPair } from './attribute-value.ts';
import { CommandError } from './command-error.ts';
import { belowServer } from './token-endpoint.ts';

/** Where the addresses of a command begin. */
export interface ResourceRoots {
  /** The admin API, without a slash at its end. */
  readonly admin: string;
  /** Realm of relative addresses. */
  readonly realm: string | undefined;
}

export function readRoots({ server, realm }: Access, args: Arguments): ResourceRoots {
  const admin = args.text('adminRoot')?.replace(/\/+$/, '') ?? belowServer(server, 'admin');
  return { admin, realm: args.text('targetRealm') ?? realm };
}

/**
 * Compat: `realms…` and `serverinfo` are below the admin API, complete URLs stay, all else is below the realm.
 * @throws {CommandError} when the realm is not known.
 */
export function resolveResource(uri: string, { admin, realm }: ResourceRoots): string {
  if (/^https?:/.test(uri)) return uri;
  const path = uri.replace(/^\/+/, '');
  if (path === 'realms' || path.startsWith('realms/') || path === 'serverinfo') return `${admin}/${path}`;
  if (realm === undefined)
    throw new CommandError(`No realm for ${uri}. Give it with -r, or with --realm when you sign in`);
  return `${admin}/realms/${encodeURIComponent(realm)}/${path}`;
}

/**
 * The query of -q, --offset and --limit; of two -q with the same name, the last one wins.
 * @throws {UsageError} for -q without `=`.
 */
export function readQuery(args: Arguments): string {
  const parameters = new Map<string, string>();
  for (const pair of args.list('query')) {
    const { name, value } = splitPair(pair);
    parameters.set(name, value);
  }
  const [first, max] = [args.text('offset'), args.text('limit')];
  if (first !== undefined) parameters.set('first', first);
  if (max !== undefined) parameters.set('max', max);
  return [...parameters].map(([name, value]) => `${name}=${encodeQuery(value)}`).join('&');
}

/** The URL with further parameters. */
export function addQuery(url: string, query: string): string {
  if (query === '') return url;
  return `${url}${url.includes('?') ? '&' : '?'}${query}`;
}

/** As in a form: a blank is +. */
export function encodeQuery(value: string): string {
  return new URLSearchParams({ value }).toString().slice('value='.length);
}
