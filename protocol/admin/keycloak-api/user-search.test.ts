import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Exchange } from '#protocol/http/exchange.ts';
import { parseParameters } from '#protocol/http/parameters.ts';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import { parseSearchWord, parseWords, readUserQuery } from './user-search.ts';

const USERS: readonly StoredUser[] = [
  {
    id: '1',
    username: 'alice',
    firstName: 'Alice',
    lastName: 'Miller',
    email: 'alice@example.test',
    emailVerified: true,
    federatedIdentities: [{ identityProvider: 'google', userId: 'g-1' }],
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

/** The query is all that is read of an exchange. */
const read = (query: string) => readUserQuery({ query: parseParameters(query) } as Exchange);

async function found(query: string): Promise<string[]> {
  const { realms, users } = createMemoryStore();
  await realms.create({ id: 'r', realm: 'r' }, USERS);
  const page = await users.search('r', read(query), { first: 0, max: 100 });
  assert.equal(await users.count('r', read(query)), page.length);
  return page.map(({ username }) => username);
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
  ['idpAlias=google', ['alice'], 'idpAlias finds the users of a provider'],
  ['idpAlias=google&idpUserId=g-1', ['alice'], 'idpUserId is the id at the provider'],
  ['idpUserId=g-1', ['alice'], 'idpUserId finds without idpAlias'],
  ['idpAlias=google&idpUserId=g', [], 'idpUserId compares the whole id'],
  ['idpAlias=goog', [], 'idpAlias compares the whole alias'],
  ['idpAlias=google&username=bob', [], 'idpAlias and other filters are AND-ed'],
  ['q=nothing', ['alice', 'bob', 'carol', 'service-account-shop'], 'q without a condition matches everybody'],
  ['search=id%3A3+4+1', ['alice', 'carol'], 'id: finds several, but no service accounts'],
  ['search=id%3A', [], 'id: without ids finds nobody'],
  ['search=%25', [], 'a percent sign is no wildcard'],
  ['username=b%5F', [], 'an underscore is no wildcard'],
  ['username=a*e', [], 'an asterisk is no wildcard in a field filter'],
  ['q=constructor%3Ablue', [], 'q never matches inherited properties'],
];

for (const [query, expected, title] of CASES) {
  test(`realm-admin C5: ?${query} — ${title}`, async () => {
    assert.deepEqual(await found(query), expected);
  });
}

test('realm-admin C5: the plain list is a query that the store counts without a search', () => {
  assert.deepEqual(read(''), { isServiceAccount: false });
  assert.deepEqual(read('search=+&username=&q='), { isServiceAccount: false });
});

test('realm-admin C5: the 17th word of a search is passed over', () => {
  assert.equal(read(`search=${'a+'.repeat(16)}b`).words?.length, 16);
  assert.equal(parseWords(`${'a '.repeat(16)}b`).words?.length, 16);
});

test('a text without words matches every user, and words match inside of fields', () => {
  assert.deepEqual(parseWords(' \t'), {});
  assert.deepEqual(parseWords('ann a*b'), {
    words: [
      ['', 'ann', ''],
      ['', 'a*b', ''],
    ],
  });
});

for (const [word, pattern] of [
  ['ali', ['ali', '']],
  ['*ali*', ['', 'ali', '', '']],
  ['a*i', ['a', 'i', '']],
  ['"ali"', ['ali']],
  ['"a*i"', ['a*i']],
  ['""', ['']],
  ['"', ['"', '']],
  ['', ['', '']],
] as const)
  test(`realm-admin C5: the word ${word} is the pattern ${JSON.stringify(pattern)}`, () => {
    assert.deepEqual(parseSearchWord(word), pattern);
  });
