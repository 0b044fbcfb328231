import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Exchange } from '#protocol/http/exchange.ts';
import { parseParameters } from '#protocol/http/parameters.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import { countUsers, pageOf, readUserFilter } from './user-search.ts';

const USERS: readonly StoredUser[] = [
  {
    id: '1',
    username: 'alice',
    firstName: 'Alice',
    lastName: 'Miller',
    email: 'alice@example.test',
    emailVerified: true,
  },
  {
    id: '2',
    username: 'bob',
    firstName: 'Bob',
    lastName: 'Alison',
    enabled: false,
    attributes: { team: ['red', 'blue'] },
  },
  { id: '3', username: 'carol', firstName: 'Carol', lastName: 'Smith', email: 'c.smith@example.test' },
  { id: '4', username: 'service-account-shop', serviceAccountClientId: 'shop' },
];

function found(query: string): string[] {
  // The filter reads only the query.
  const filter = readUserFilter({ query: parseParameters(query) } as Exchange);
  return pageOf(USERS, filter, { first: 0, max: 100 }).map(({ username }) => username);
}

const CASES: readonly (readonly [string, string[], string])[] = [
  ['', ['alice', 'bob', 'carol'], 'the plain list excludes service accounts'],
  ['search=ali', ['alice', 'bob'], 'a word is a prefix of any field'],
  ['search=ALI+mil', ['alice'], 'every word must match'],
  ['search=*mith*', ['carol'], 'asterisks match anywhere'],
  ['search=mith', [], 'without asterisks only prefixes match'],
  ['search=%22bob%22', ['bob'], 'quotes match the whole value'],
  ['search=%22bo%22', [], 'quotes do not match prefixes'],
  ['search=id%3A3', ['carol'], 'id: finds by id'],
  ['search=service', [], 'search excludes service accounts'],
  ['search=ali&username=bob', ['alice', 'bob'], 'with search, other filters are ignored'],
  ['search=ali&enabled=false', ['bob'], 'with search, enabled still applies'],
  [
    'username=O',
    ['bob', 'carol', 'service-account-shop'],
    'a field filter matches a part, case-insensitively',
  ],
  ['username=bo&exact=true', [], 'exact compares the whole field'],
  [
    'username=service-account-shop&exact=true',
    ['service-account-shop'],
    'field filters find service accounts',
  ],
  ['firstName=bob&lastName=smith', [], 'field filters are AND-ed'],
  ['emailVerified=true', ['alice'], 'emailVerified filters'],
  ['enabled=true', ['alice', 'carol', 'service-account-shop'], 'absent means enabled'],
  ['q=team%3Ablue', ['bob'], 'q compares attribute values'],
  ['q=constructor%3Ablue', [], 'q never matches inherited properties'],
];

for (const [query, expected, title] of CASES) {
  test(`realm-admin C5: ?${query} — ${title}`, () => {
    assert.deepEqual(found(query), expected);
  });
}

test('realm-admin C5: pages follow one another without gaps', () => {
  const names = [0, 1, 2, 3].map((first) =>
    pageOf(USERS, undefined, { first, max: 1 }).map(({ username }) => username),
  );
  assert.deepEqual(names, [['alice'], ['bob'], ['carol'], []]);
});

test('realm-admin C5: the count uses the same filters', () => {
  assert.equal(countUsers(USERS, undefined), 3);
  assert.equal(
    countUsers(USERS, ({ enabled }) => enabled === false),
    1,
  );
});
