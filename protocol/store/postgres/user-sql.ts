// Queries of users as conditions of SQL.
import type { TextPattern } from '../text-pattern.ts';
import type { QueriedRole, UserQuery } from '../user-query.ts';
import type { Parameter } from './database.ts';
import { toKey } from './stored-key.ts';
import * as tag from './user-tags.ts';

/** A part of a statement with its parameters, which are numbered as they are added. */
export class SqlParameters {
  readonly #values: Parameter[];

  /** `first` are the parameters `$1`, `$2`… that the statement has anyway. */
  constructor(...first: readonly Parameter[]) {
    this.#values = [...first];
  }

  /** The parameter's place in the statement, with its type. */
  add(value: Parameter, type: string): string {
    this.#values.push(value);
    return `$${this.#values.length}::${type}`;
  }

  list(): readonly Parameter[] {
    return this.#values;
  }
}

type Column = 'lower_username' | 'lower_first_name' | 'lower_last_name' | 'lower_email';

const WORD_COLUMNS: readonly Column[] = [
  'lower_username',
  'lower_first_name',
  'lower_last_name',
  'lower_email',
];

const ALL = 'TRUE';
const NONE = 'FALSE';

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

const joined = (conditions: readonly string[], operator: 'AND' | 'OR', empty: string): string =>
  conditions.length === 0 ? empty : `(${conditions.join(` ${operator} `)})`;

/** The column is in lower case, so the pattern must be, too. */
function matchText(column: Column, pattern: TextPattern, parameters: SqlParameters): string {
  const parts = pattern.map((part) => part.toLowerCase());
  const [only] = parts;
  if (only === undefined) return NONE;
  if (parts.length === 1) return `u.${column} = ${parameters.add(toKey(only), 'TEXT')}`;
  return `u.${column} LIKE ${parameters.add(parts.map(escapeLike).join('%'), 'TEXT')}`;
}

/** Users with one of these tags. */
function hasAny(tags: readonly string[], parameters: SqlParameters): string {
  return tags.length === 0 ? NONE : `u.tags && ${parameters.add(tags, 'TEXT[]')}`;
}

/** Users with all of these tags. */
function hasAll(tags: readonly string[], parameters: SqlParameters): string {
  return tags.length === 0 ? ALL : `u.tags @> ${parameters.add(tags, 'TEXT[]')}`;
}

const tagOfRole = ({ clientId, name }: QueriedRole): string =>
  clientId === undefined ? tag.realmRole(name) : tag.clientRole(clientId, name);

/** An account is looked up in an index; other links are compared one by one. */
function matchLink(
  { provider, userId }: NonNullable<UserQuery['linked']>,
  parameters: SqlParameters,
): string {
  if (provider !== undefined && userId !== undefined)
    return `u.id IN (SELECT l.user_id FROM user_links l
      WHERE l.realm_key = $1 AND l.link = ${parameters.add(tag.link({ provider, userId }), 'TEXT')})`;
  const links = JSON.stringify([{ identityProvider: provider, userId }]);
  return `COALESCE((u.data -> 'federatedIdentities')::JSONB @> ${parameters.add(links, 'JSONB')}, FALSE)`;
}

type Conditions = {
  readonly [Member in keyof Required<UserQuery>]: (
    wanted: Required<UserQuery>[Member],
    parameters: SqlParameters,
  ) => string;
};

const CONDITIONS: Conditions = {
  ids: (ids, parameters) =>
    ids.length === 0 ? NONE : `u.id = ANY(${parameters.add(ids.map(toKey), 'TEXT[]')})`,
  enabled: (wanted) => (wanted ? 'u.enabled' : 'NOT u.enabled'),
  emailVerified: (wanted) => (wanted ? 'u.email_verified' : 'NOT u.email_verified'),
  isServiceAccount: (wanted) => `u.service_client IS ${wanted ? 'NOT ' : ''}NULL`,
  words: (words, parameters) =>
    joined(
      words.map((word) =>
        joined(
          WORD_COLUMNS.map((column) => matchText(column, word, parameters)),
          'OR',
          NONE,
        ),
      ),
      'AND',
      ALL,
    ),
  username: (pattern, parameters) => matchText('lower_username', pattern, parameters),
  firstName: (pattern, parameters) => matchText('lower_first_name', pattern, parameters),
  lastName: (pattern, parameters) => matchText('lower_last_name', pattern, parameters),
  email: (pattern, parameters) => matchText('lower_email', pattern, parameters),
  attributes: (wanted, parameters) =>
    hasAll(
      wanted.map(({ name, value }) => tag.attribute(name, value)),
      parameters,
    ),
  groups: (paths, parameters) => hasAny(paths.map(tag.group), parameters),
  groupsBelow: (path, parameters) => hasAll([tag.belowGroup(path)], parameters),
  roles: (roles, parameters) => hasAny(roles.map(tagOfRole), parameters),
  clientRolesOf: (clientId, parameters) => hasAll([tag.clientWithRoles(clientId)], parameters),
  linked: matchLink,
  credentialType: (type, parameters) => hasAll([tag.credential(type)], parameters),
  hasConsents: (wanted, parameters) => `${wanted ? '' : 'NOT '}${hasAll([tag.CONSENTS], parameters)}`,
  anyOf: (queries, parameters) =>
    joined(
      queries.map((query) => toCondition(query, parameters)),
      'OR',
      NONE,
    ),
  not: (query, parameters) => `NOT ${toCondition(query, parameters)}`,
};

const MEMBERS = Object.keys(CONDITIONS) as readonly (keyof UserQuery)[];

function conditionOf<Member extends keyof UserQuery>(
  query: UserQuery,
  member: Member,
  parameters: SqlParameters,
): readonly string[] {
  const wanted = query[member];
  if (wanted === undefined) return [];
  return [CONDITIONS[member](wanted as Required<UserQuery>[Member], parameters)];
}

/** A condition for rows `u` of `users` that match the query; its texts become parameters. */
export function toCondition(query: UserQuery, parameters: SqlParameters): string {
  return joined(
    MEMBERS.flatMap((member) => conditionOf(query, member, parameters)),
    'AND',
    ALL,
  );
}
