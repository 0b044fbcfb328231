// Searches users with Keycloak's search terms and field filters, without rebuilding the list per request.
import type { Exchange } from '#protocol/http/exchange.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import { readSwitch } from '../admin-route.ts';
import { readAttributeQuery } from './attribute-query.ts';

export type UserFilter = (user: StoredUser) => boolean;

/** The searched fields, in lower case. */
type SearchFields = readonly [username: string, firstName: string, lastName: string, email: string];

const FIELD_POSITIONS = { username: 0, firstName: 1, lastName: 2, email: 3 } as const;

/** Stored users are never changed in place, so the lower-case fields can be cached. */
const searchFields = new WeakMap<StoredUser, SearchFields>();
const ordinaryCounts = new WeakMap<readonly StoredUser[], number>();

function fieldsOf(user: StoredUser): SearchFields {
  const known = searchFields.get(user);
  if (known !== undefined) return known;
  const lower = (text: string | undefined): string => (text ?? '').toLowerCase();
  const fields: SearchFields = [
    lower(user.username),
    lower(user.firstName),
    lower(user.lastName),
    lower(user.email),
  ];
  searchFields.set(user, fields);
  return fields;
}

/** One word of `search`: prefix, `*infix*`, or `"exact"`. */
export function matchWord(word: string): (field: string) => boolean {
  if (word.length > 1 && word.startsWith('"') && word.endsWith('"')) {
    const exact = word.slice(1, -1);
    return (field) => field === exact;
  }
  const parts = word.split('*');
  const starts = parts.shift() ?? '';
  return (field) => {
    if (!field.startsWith(starts)) return false;
    let from = starts.length;
    for (const part of parts) {
      const at = field.indexOf(part, from);
      if (at === -1) return false;
      from = at + part.length;
    }
    return true;
  };
}

function searchFilter(search: string): UserFilter {
  if (search.startsWith('id:')) {
    const ids = new Set(search.slice(3).trim().split(/\s+/));
    return (user) => ids.has(user.id);
  }
  const words = (search.toLowerCase().match(/"[^"]*"|\S+/g) ?? []).slice(0, 16).map(matchWord);
  return (user) => {
    const fields = fieldsOf(user);
    return words.every((matches) => fields.some(matches));
  };
}

/** Users with every word somewhere in username, name or e-mail address; service accounts are found as well. */
export function textFilter(text: string): UserFilter {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 16);
  if (words.length === 0) return () => true;
  return (user) => words.every((word) => fieldsOf(user).some((field) => field.includes(word)));
}

function fieldFilters(exchange: Exchange): UserFilter[] {
  const exact = readSwitch(exchange, 'exact') === true;
  const filters: UserFilter[] = [];
  for (const [name, position] of Object.entries(FIELD_POSITIONS)) {
    const wanted = exchange.query.get(name)?.toLowerCase();
    if (wanted === undefined || wanted === '') continue;
    filters.push((user) =>
      exact ? fieldsOf(user)[position] === wanted : fieldsOf(user)[position]?.includes(wanted) === true,
    );
  }
  const emailVerified = readSwitch(exchange, 'emailVerified');
  if (emailVerified !== undefined) filters.push((user) => (user.emailVerified ?? false) === emailVerified);
  const query = exchange.query.get('q');
  if (query !== undefined && query !== '') {
    const matches = readAttributeQuery(query);
    filters.push((user) => matches(user.attributes));
  }
  return filters;
}

const isOrdinary: UserFilter = (user) => user.serviceAccountClientId === undefined;

/** The filter in the query; undefined for the plain list. Only field filters find service accounts. */
export function readUserFilter(exchange: Exchange): UserFilter | undefined {
  const enabled = readSwitch(exchange, 'enabled');
  const enabledFilter: UserFilter[] =
    enabled === undefined ? [] : [(user) => (user.enabled ?? true) === enabled];
  const search = exchange.query.get('search')?.trim();
  const filters =
    search !== undefined && search !== ''
      ? [isOrdinary, searchFilter(search), ...enabledFilter]
      : [...fieldFilters(exchange), ...enabledFilter];
  return filters.length === 0 ? undefined : (user) => filters.every((filter) => filter(user));
}

/** A page of the matching users; iteration stops when the page is full. */
export function pageOf(
  users: readonly StoredUser[],
  filter: UserFilter | undefined,
  page: { first: number; max: number },
): StoredUser[] {
  const found: StoredUser[] = [];
  let skipped = 0;
  for (const user of users) {
    if (found.length >= page.max) break;
    if (!(filter ?? isOrdinary)(user)) continue;
    if (skipped < page.first) skipped += 1;
    else found.push(user);
  }
  return found;
}

/** The number of matching users. Without a filter, it is cached for as long as the list is the same. */
export function countUsers(users: readonly StoredUser[], filter: UserFilter | undefined): number {
  if (filter !== undefined) return users.reduce((count, user) => (filter(user) ? count + 1 : count), 0);
  const known = ordinaryCounts.get(users);
  if (known !== undefined) return known;
  const count = users.reduce((sum, user) => (isOrdinary(user) ? sum + 1 : sum), 0);
  ordinaryCounts.set(users, count);
  return count;
}
