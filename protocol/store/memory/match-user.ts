// Decides whether a user matches a query, without building its searched texts each time.
import type { StoredUser } from '../store.ts';
import { compilePattern, type TextPattern } from '../text-pattern.ts';
import { linksOf } from '../user-links.ts';
import type { QueriedRole, UserQuery } from '../user-query.ts';

type UserMatcher = (user: StoredUser) => boolean;

/** The searched fields in lower case: username, first name, last name, e-mail address. */
type SearchFields = readonly [string, string, string, string];

/** Stored users are never changed in place, so the lower-case fields can be cached. */
const searchFields = new WeakMap<StoredUser, SearchFields>();

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

function compileText(pattern: TextPattern): (text: string) => boolean {
  return compilePattern(pattern.map((part) => part.toLowerCase()));
}

function matchField(position: 0 | 1 | 2 | 3): (pattern: TextPattern) => UserMatcher {
  return (pattern) => {
    const matches = compileText(pattern);
    return (user) => matches(fieldsOf(user)[position]);
  };
}

function matchWords(words: readonly TextPattern[]): UserMatcher {
  const matchers = words.map(compileText);
  return (user) => {
    const fields = fieldsOf(user);
    return matchers.every((matches) => fields.some(matches));
  };
}

function matchAttributes(wanted: NonNullable<UserQuery['attributes']>): UserMatcher {
  return ({ attributes }) =>
    wanted.every(
      ({ name, value }) =>
        Object.hasOwn(attributes ?? {}, name) && attributes?.[name]?.includes(value) === true,
    );
}

function matchRoles(roles: readonly QueriedRole[]): UserMatcher {
  const realmNames = new Set<string>();
  const byClient = new Map<string, Set<string>>();
  for (const { clientId, name } of roles) {
    if (clientId === undefined) realmNames.add(name);
    else byClient.set(clientId, (byClient.get(clientId) ?? new Set()).add(name));
  }
  return ({ realmRoles, clientRoles }) => {
    if (realmRoles?.some((name) => realmNames.has(name)) === true) return true;
    if (byClient.size === 0) return false;
    return Object.entries(clientRoles ?? {}).some(([clientId, names]) => {
      const wanted = byClient.get(clientId);
      return wanted !== undefined && names.some((name) => wanted.has(name));
    });
  };
}

function matchLink({ provider, userId }: NonNullable<UserQuery['linked']>): UserMatcher {
  return (user) =>
    linksOf(user).some(
      (link) => link.provider === (provider ?? link.provider) && link.userId === (userId ?? link.userId),
    );
}

function matchGroups(paths: readonly string[]): UserMatcher {
  const wanted = new Set(paths);
  return ({ groups }) => groups?.some((path) => wanted.has(path)) === true;
}

function matchIds(ids: readonly string[]): UserMatcher {
  const wanted = new Set(ids);
  return ({ id }) => wanted.has(id);
}

type Matchers = {
  readonly [Member in keyof Required<UserQuery>]: (wanted: Required<UserQuery>[Member]) => UserMatcher;
};

const MATCHERS: Matchers = {
  ids: matchIds,
  enabled:
    (wanted) =>
    ({ enabled }) =>
      (enabled ?? true) === wanted,
  emailVerified:
    (wanted) =>
    ({ emailVerified }) =>
      (emailVerified ?? false) === wanted,
  isServiceAccount:
    (wanted) =>
    ({ serviceAccountClientId }) =>
      (serviceAccountClientId !== undefined) === wanted,
  words: matchWords,
  username: matchField(0),
  firstName: matchField(1),
  lastName: matchField(2),
  email: matchField(3),
  attributes: matchAttributes,
  groups: matchGroups,
  groupsBelow:
    (path) =>
    ({ groups }) =>
      groups?.some((group) => group.startsWith(`${path}/`)) === true,
  roles: matchRoles,
  clientRolesOf:
    (clientId) =>
    ({ clientRoles }) =>
      Object.hasOwn(clientRoles ?? {}, clientId),
  linked: matchLink,
  credentialType:
    (wanted) =>
    ({ credentials }) =>
      credentials?.some(({ type }) => type === wanted) === true,
  hasConsents:
    (wanted) =>
    ({ clientConsents }) =>
      (clientConsents ?? []).length > 0 === wanted,
  anyOf(queries) {
    const matchers = queries.map(compileUserQuery);
    return (user) => matchers.some((matches) => matches(user));
  },
  not(query) {
    const matches = compileUserQuery(query);
    return (user) => !matches(user);
  },
};

const MEMBERS = Object.keys(MATCHERS) as readonly (keyof UserQuery)[];

function compileMember<Member extends keyof UserQuery>(query: UserQuery, member: Member): UserMatcher[] {
  const wanted = query[member];
  if (wanted === undefined) return [];
  return [MATCHERS[member](wanted as Required<UserQuery>[Member])];
}

/** A test of users against the query, fit for all users of a large realm. */
export function compileUserQuery(query: UserQuery): UserMatcher {
  const matchers = MEMBERS.flatMap((member) => compileMember(query, member));
  const [only] = matchers;
  if (only !== undefined && matchers.length === 1) return only;
  return (user) => matchers.every((matches) => matches(user));
}
