// Conformance tests of searching, paging, counting and walking through users.
import assert from 'node:assert/strict';
import { collect } from '../collect.ts';
import type { StoredUser } from '../store.ts';
import { containing, exactly } from '../text-pattern.ts';
import type { UserQuery } from '../user-query.ts';
import type { Check } from './conformance.ts';
import { demo } from './sample-realm.ts';

/** Sorted by username. Each user is here for what distinguishes it from the others. */
const PEOPLE: readonly StoredUser[] = [
  {
    id: 'p1',
    username: '100%',
    firstName: '50% off',
    email: 'a_b@example.org',
    attributes: { team: ['red'] },
  },
  {
    id: 'p2',
    username: '1000',
    firstName: '50 off',
    email: 'axb@example.org',
    attributes: { Team: ['red'] },
  },
  {
    id: 'p3',
    username: 'anna',
    firstName: 'Anna Sofie',
    lastName: 'Østergård',
    email: 'Anna@Example.org',
    emailVerified: true,
    enabled: true,
    attributes: { team: ['red', 'blue'], 'job title': ['Head of "IT"'], constructor: ['x'] },
    groups: ['/staff', '/guests'],
    realmRoles: ['admin'],
    clientRoles: { shop: ['read', 'write'] },
    credentials: [{ type: 'otp' }, { type: 'password' }],
  },
  {
    id: 'p4',
    username: 'björn',
    firstName: 'Björn',
    lastName: 'ÄRGER',
    enabled: false,
    emailVerified: false,
    attributes: { team: ['re%', 'BLUE'], empty: [] },
    groups: ['/staff/night'],
    clientRoles: { shop: ['read'], 'admin-cli': [] },
    credentials: [{ type: 'otp' }],
    clientConsents: [{ clientId: 'shop', grantedClientScopes: ['email'] }],
  },
  {
    id: 'p5',
    username: 'c:\\temp',
    firstName: 'İpek',
    lastName: 'Straße',
    groups: ['/staff/night/late', '/staff_'],
    realmRoles: ['Admin'],
    clientRoles: { shop_: ['read'], api: ['admin'] },
    federatedIdentities: [{ identityProvider: 'google', userId: 'g-1', userName: 'ipek' }],
    clientConsents: [],
  },
  {
    id: 'p6',
    username: 'service-account-shop',
    serviceAccountClientId: 'shop',
    groups: ['/staffing'],
    realmRoles: ['admin', 'user'],
    federatedIdentities: [
      { identityProvider: 'google', userId: 'g-2' },
      { identityProvider: 'github', userId: 'g-1' },
    ],
  },
  { id: 'p7', username: 'ärzte', lastName: 'Ärger', groups: ['/'] },
];

const ALL = PEOPLE.map(({ id }) => id).join(' ');

/** Query, and the ids that it finds. */
type QueryCase = readonly [title: string, query: UserQuery, found: string];

const TEXT_CASES: readonly QueryCase[] = [
  ['a query without conditions matches every user', {}, ALL],
  ['a word may be in any of the four fields', { words: [containing('an')] }, 'p3'],
  ['the username is searched', { words: [exactly('1000')] }, 'p2'],
  ['the first name is searched', { words: [exactly('anna sofie')] }, 'p3'],
  ['the last name is searched', { words: [['øster', '']] }, 'p3'],
  ['the e-mail address is searched', { words: [['', 'example.org']] }, 'p1 p2 p3'],
  ['every word must match', { words: [containing('anna'), containing('björn')] }, ''],
  ['words may match in different fields', { words: [['björn', ''], containing('ärger')] }, 'p4'],
  ['a word does not match across fields', { words: [containing('björnbjörn')] }, ''],
  ['no words match every user', { words: [] }, ALL],
  ['a word without parts matches nothing', { words: [[]] }, ''],
  ['an empty word is contained in every user', { words: [containing('')] }, ALL],
  [
    'a field that is absent is the empty text',
    { words: [exactly('')], isServiceAccount: false },
    'p1 p2 p4 p5 p7',
  ],
  ['an absent field equals the empty text', { firstName: exactly('') }, 'p6 p7'],
  ['an exact field is compared as a whole', { username: exactly('ann') }, ''],
  ['an exact field ignores case', { username: exactly('ANNA') }, 'p3'],
  ['a prefix matches at the beginning only', { lastName: ['är', ''] }, 'p4 p7'],
  ['a prefix does not match inside', { lastName: ['rger', ''] }, ''],
  ['a suffix matches at the end only', { lastName: ['', 'gård'] }, 'p3'],
  ['case is ignored in patterns and users beyond ASCII', { lastName: exactly('ÄrGeR') }, 'p4 p7'],
  ['umlauts differ from their base letters', { lastName: containing('arger') }, ''],
  ['a character is not what it is decomposed into', { lastName: containing('a\u0308rger') }, ''],
  ['ß is not ss', { lastName: containing('strasse') }, ''],
  ['ß is found', { lastName: containing('STRAßE') }, 'p5'],
  ['lower case is that of JavaScript', { firstName: exactly('i\u0307pek') }, 'p5'],
  ['an upper-case letter with a longer lower case is found', { firstName: exactly('İPEK') }, 'p5'],
  ['parts follow one another with anything in between', { firstName: ['a', 'a', 'e'] }, 'p3'],
  ['parts may follow one another directly', { firstName: ['anna', ' sofie'] }, 'p3'],
  ['parts match in their order only', { firstName: ['', 'sofie', 'anna', ''] }, ''],
  ['parts do not overlap', { username: ['ann', 'nna'] }, ''],
  ['% is no wildcard', { username: exactly('1%') }, ''],
  ['% is found', { username: exactly('100%') }, 'p1'],
  ['a contained % is found', { firstName: containing('%') }, 'p1'],
  ['_ is no wildcard', { email: exactly('a_b@example.org') }, 'p1'],
  ['a contained _ is no wildcard', { email: containing('_') }, 'p1'],
  ['* is no wildcard', { username: exactly('*') }, ''],
  ['\\ is found', { username: containing('\\') }, 'p5'],
  ['\\ escapes nothing', { username: exactly('100\\%') }, ''],
  ['\\ at the end of a part is found', { username: ['c:\\', 'temp'] }, 'p5'],
  ["a quotation mark is no end of the text: '", { username: containing("' or ''='") }, ''],
  ['fields must match all', { firstName: ['50', ''], email: containing('xb') }, 'p2'],
];

const MEMBER_CASES: readonly QueryCase[] = [
  ['an attribute is found by one of its values', { attributes: [{ name: 'team', value: 'blue' }] }, 'p3'],
  [
    'an attribute is compared exactly, name and value',
    { attributes: [{ name: 'team', value: 'red' }] },
    'p1 p3',
  ],
  ['an attribute has no wildcards', { attributes: [{ name: 'team', value: 're%' }] }, 'p4'],
  [
    'every attribute must match',
    {
      attributes: [
        { name: 'team', value: 'red' },
        { name: 'job title', value: 'Head of "IT"' },
      ],
    },
    'p3',
  ],
  [
    'two values of one attribute may be required',
    {
      attributes: [
        { name: 'team', value: 'red' },
        { name: 'team', value: 'blue' },
      ],
    },
    'p3',
  ],
  ['an attribute may have any name', { attributes: [{ name: 'constructor', value: 'x' }] }, 'p3'],
  ['an attribute without values matches nothing', { attributes: [{ name: 'empty', value: '' }] }, ''],
  ['no attributes match every user', { attributes: [] }, ALL],
  ['users are found by their ids, sorted, each once', { ids: ['p7', 'p3', 'p7', 'P1', 'gone'] }, 'p3 p7'],
  ['no ids match nobody', { ids: [] }, ''],
  ['ids are combined with other conditions', { ids: ['p3', 'p4'], enabled: true }, 'p3'],
  ['users without the member are enabled', { enabled: true }, 'p1 p2 p3 p5 p6 p7'],
  ['disabled users are found', { enabled: false }, 'p4'],
  ['verified users are found', { emailVerified: true }, 'p3'],
  ['users without the member are not verified', { emailVerified: false }, 'p1 p2 p4 p5 p6 p7'],
  ['service accounts are found', { isServiceAccount: true }, 'p6'],
  ['people are found', { isServiceAccount: false }, 'p1 p2 p3 p4 p5 p7'],
  ['a group has its direct members only', { groups: ['/staff'] }, 'p3'],
  ['members of any of the groups are found once', { groups: ['/staff', '/guests', '/staff/night'] }, 'p3 p4'],
  ['no groups match nobody', { groups: [] }, ''],
  ['groups below a group are at any depth, without the group', { groupsBelow: '/staff' }, 'p4 p5'],
  ['groups below have no wildcards', { groupsBelow: '/st%' }, ''],
  ['groups whose paths only begin alike are not below', { groupsBelow: '/staff_' }, ''],
  ['a realm role is found by its exact name', { roles: [{ clientId: undefined, name: 'admin' }] }, 'p3 p6'],
  ['a client role is of its client only', { roles: [{ clientId: 'shop', name: 'read' }] }, 'p3 p4'],
  ['a client role is not a realm role', { roles: [{ clientId: 'api', name: 'admin' }] }, 'p5'],
  [
    'users with any of the roles are found once',
    {
      roles: [
        { clientId: undefined, name: 'admin' },
        { clientId: undefined, name: 'user' },
        { clientId: 'shop', name: 'write' },
        { clientId: 'shop_', name: 'read' },
      ],
    },
    'p3 p5 p6',
  ],
  ['a client has no inherited roles', { roles: [{ clientId: 'constructor', name: 'name' }] }, ''],
  ['no roles match nobody', { roles: [] }, ''],
  ['users with roles of a client are found', { clientRolesOf: 'shop' }, 'p3 p4'],
  ['a client in a user’s list counts without roles', { clientRolesOf: 'admin-cli' }, 'p4'],
  ['nobody has roles of an unknown client', { clientRolesOf: 'constructor' }, ''],
  ['a linked account is of its provider', { linked: { provider: 'google', userId: 'g-1' } }, 'p5'],
  [
    'every link of a user counts, provider and account together',
    { linked: { provider: 'github', userId: 'g-1' } },
    'p6',
  ],
  ['an account of another provider does not match', { linked: { provider: 'github', userId: 'g-2' } }, ''],
  ['accounts of a provider are found without an id', { linked: { provider: 'google' } }, 'p5 p6'],
  ['accounts with an id are found without a provider', { linked: { userId: 'g-1' } }, 'p5 p6'],
  ['no one has an account of a provider of another case', { linked: { provider: 'Google' } }, ''],
  ['users with a password are found', { credentialType: 'password' }, 'p3'],
  ['users with a one-time code are found', { credentialType: 'otp' }, 'p3 p4'],
  ['users with consents are found', { hasConsents: true }, 'p4'],
  ['an empty list is no consent', { hasConsents: false }, 'p1 p2 p3 p5 p6 p7'],
];

const COMBINED_CASES: readonly QueryCase[] = [
  ['either of two queries', { anyOf: [{ groups: ['/staff/night'] }, { emailVerified: true }] }, 'p3 p4'],
  ['a user whom both find comes once', { anyOf: [{ enabled: false }, { hasConsents: true }] }, 'p4'],
  ['none of no queries', { anyOf: [] }, ''],
  ['alternatives and other conditions', { anyOf: [{ enabled: true }, {}], lastName: ['ä', ''] }, 'p4 p7'],
  ['the others', { not: { enabled: true } }, 'p4'],
  [
    'the others without a role',
    { not: { roles: [{ clientId: undefined, name: 'admin' }] } },
    'p1 p2 p4 p5 p7',
  ],
  [
    'the others without an attribute',
    { not: { attributes: [{ name: 'team', value: 'red' }] } },
    'p2 p4 p5 p6 p7',
  ],
  [
    'the others without a link',
    { not: { linked: { provider: 'google', userId: 'g-2' } } },
    'p1 p2 p3 p4 p5 p7',
  ],
  ['the others without a provider', { not: { linked: { provider: 'google' } } }, 'p1 p2 p3 p4 p7'],
  ['nobody but all', { not: {} }, ''],
  [
    'conditions inside of others',
    { not: { anyOf: [{ not: { isServiceAccount: true } }, { words: [containing('zzz')] }] } },
    'p6',
  ],
];

const EVERYONE = { first: 0, max: 1000 };

const idsOf = (users: readonly StoredUser[]): string => users.map(({ id }) => id).join(' ');

/** Registers the tests of the users of one realm. */
export function checkUserQueries(check: Check): void {
  const withPeople: Check = (title, run) =>
    check(title, async (store) => {
      // Not in the order of their names.
      await store.realms.create(demo, PEOPLE.toReversed());
      await store.realms.create({ id: 'other', realm: 'other' }, PEOPLE);
      await run(store);
    });
  for (const [title, query, found] of [...TEXT_CASES, ...MEMBER_CASES, ...COMBINED_CASES])
    withPeople(`users: ${title}`, async ({ users }) => {
      assert.equal(idsOf(await users.search(demo.id, query, EVERYONE)), found);
      assert.equal(idsOf(await collect(users.each(demo.id, query))), found);
      assert.equal(await users.count(demo.id, query), found === '' ? 0 : found.split(' ').length);
    });
  checkPages(withPeople);
  checkChanges(withPeople);
  checkWalks(check, withPeople);
}

function checkPages(withPeople: Check): void {
  withPeople('users: pages follow one another without gaps, in the order of usernames', async ({ users }) => {
    const pages = [0, 2, 4, 6, 8].map((first) => users.search(demo.id, {}, { first, max: 2 }));
    assert.deepEqual((await Promise.all(pages)).map(idsOf), ['p1 p2', 'p3 p4', 'p5 p6', 'p7', '']);
  });
  withPeople('users: a page counts matching users only', async ({ users }) => {
    const query: UserQuery = { email: containing('example') };
    assert.equal(idsOf(await users.search(demo.id, query, { first: 1, max: 1 })), 'p2');
    assert.equal(idsOf(await users.search(demo.id, query, { first: 2, max: 5 })), 'p3');
    assert.equal(idsOf(await users.search(demo.id, { ids: ['p7', 'p1', 'p3'] }, { first: 1, max: 1 })), 'p3');
  });
  withPeople('users: a page may be empty or larger than every list', async ({ users }) => {
    const max = Number.MAX_SAFE_INTEGER;
    assert.deepEqual(await users.search(demo.id, {}, { first: 0, max: 0 }), []);
    assert.equal(idsOf(await users.search(demo.id, {}, { first: 0, max })), ALL);
    assert.deepEqual(await users.search(demo.id, {}, { first: 2 ** 31 - 1, max }), []);
  });
  withPeople('users: a page has the users as they are stored', async ({ users }) => {
    assert.deepEqual(await users.search(demo.id, {}, EVERYONE), PEOPLE);
    assert.deepEqual(await collect(users.each(demo.id)), PEOPLE);
  });
  withPeople('users: an unknown realm has none', async ({ users }) => {
    assert.deepEqual(await users.search('nowhere', {}, EVERYONE), []);
    assert.equal(await users.count('nowhere', {}), 0);
    assert.deepEqual(await collect(users.each('nowhere')), []);
  });
}

function checkChanges(withPeople: Check): void {
  withPeople(
    'users: a changed user is found by what it has now, and sorted by its name',
    async ({ users }) => {
      await users.update(demo.id, 'p1', (user) => ({
        ...user,
        username: 'zoe',
        attributes: { team: ['green'] },
        groups: ['/guests'],
        realmRoles: ['admin'],
      }));
      const search = async (query: UserQuery) => idsOf(await users.search(demo.id, query, EVERYONE));
      assert.equal(await search({}), 'p2 p3 p4 p5 p6 p1 p7');
      assert.equal(await search({ username: exactly('100%') }), '');
      assert.equal(await search({ username: exactly('zoe') }), 'p1');
      assert.equal(await search({ attributes: [{ name: 'team', value: 'red' }] }), 'p3');
      assert.equal(await search({ groups: ['/guests'] }), 'p3 p1');
      assert.equal(await search({ roles: [{ clientId: undefined, name: 'admin' }] }), 'p3 p6 p1');
    },
  );
  withPeople('users: counts follow every change, and only in the realm of the change', async ({ users }) => {
    const query: UserQuery = { isServiceAccount: false };
    assert.equal(await users.count(demo.id, query), 6);
    await users.create(demo.id, { id: 'p8', username: 'new' });
    assert.equal(await users.count(demo.id, query), 7);
    await users.update(demo.id, 'p8', (user) => ({ ...user, serviceAccountClientId: 'x' }));
    assert.equal(await users.count(demo.id, query), 6);
    assert.equal(await users.count(demo.id, {}), 8);
    await users.remove(demo.id, 'p3');
    assert.equal(await users.count(demo.id, query), 5);
    assert.equal(await users.count('other', query), 6);
  });
  withPeople('users: those of a replaced realm are not found any more', async ({ realms, users }) => {
    await realms.replace({ ...demo, displayName: 'New' }, [{ id: 'p9', username: 'new' }]);
    assert.equal(idsOf(await users.search(demo.id, {}, EVERYONE)), 'p9');
    assert.equal(await users.count(demo.id, { groups: ['/staff'] }), 0);
  });
}

function checkWalks(check: Check, withPeople: Check): void {
  withPeople('users: a walk may change and remove the users that it comes to', async ({ users }) => {
    const seen: string[] = [];
    for await (const { id } of users.each(demo.id, { isServiceAccount: false })) {
      seen.push(id);
      if (id === 'p3') await users.remove(demo.id, id);
      else await users.update(demo.id, id, (user) => ({ ...user, lastName: 'Seen' }));
    }
    assert.deepEqual(seen, ['p1', 'p2', 'p3', 'p4', 'p5', 'p7']);
    assert.equal(await users.count(demo.id, { lastName: exactly('seen') }), 5);
  });
  withPeople('users: a walk may end early', async ({ users }) => {
    for await (const { id } of users.each(demo.id)) {
      assert.equal(id, 'p1');
      break;
    }
    assert.equal(await users.count(demo.id, {}), PEOPLE.length);
  });
  check('users: a walk of many users gives each once, in order', async ({ realms, users }) => {
    const many = Array.from({ length: 2500 }, (_, index) => ({
      id: `m${index}`,
      username: `user-${String(index).padStart(4, '0')}`,
      enabled: index % 2 === 0,
    }));
    await realms.create(demo, many);
    assert.deepEqual(await collect(users.each(demo.id)), many);
    const disabled = await collect(users.each(demo.id, { enabled: false }));
    assert.deepEqual(
      disabled,
      many.filter(({ enabled }) => !enabled),
    );
  });
}
