import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { createRealmKeys } from '#protocol/crypto/realm-keys.ts';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import { viewRealm } from '#protocol/realm/view/view-realm.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import { assertRefused, restore, usersOf } from '../testing/bad-form.ts';
import { linkTarget } from '../testing/browser.ts';
import { type LoginFixture, startLogin } from '../testing/login-fixture.ts';
import { makeActionLink } from './action-link.ts';
import { ACTION_TOKEN_TYPES, type ActionToken, startActionToken } from './action-token.ts';
import { linkRule } from './link-problems.ts';

const REALM = {
  resetPasswordAllowed: true,
  verifyEmail: true,
  organizationsEnabled: true,
  organizations: [{ id: 'o1', name: 'Acme', invitations: [{ id: 'i1', email: 'alice@example.test' }] }],
};
const LIFESPAN_SECONDS = 300;
/** What only links of one type have. */
const MEMBERS: Readonly<Record<ActionToken['type'], Partial<ActionToken>>> = {
  'reset-credentials': {},
  'verify-email': {},
  'update-email': { newEmail: 'new@example.test' },
  'idp-verify-account-via-email': { identity: { provider: 'idp', username: 'ada', id: '1' } },
  'execute-actions': { actions: ['UPDATE_PASSWORD'] },
  ORGIVT: { id: 'i1', organizationId: 'o1' },
};

async function makeLink(
  { store, clock, baseUrl }: LoginFixture,
  type: ActionToken['type'],
  { realm = 'r', ...changes }: Partial<ActionToken> & { readonly realm?: string } = {},
): Promise<string> {
  const stored = store.realms.find(realm);
  assert.ok(stored !== undefined);
  const exchange = { ...createTestExchange({ clock }), realm: viewRealm(stored), baseUrl };
  const token: ActionToken = {
    type,
    ...startActionToken(exchange, LIFESPAN_SECONDS),
    userId: 'alice-id',
    email: 'alice@example.test',
    clientId: 'shop',
    ...MEMBERS[type],
    ...changes,
  };
  return makeActionLink(exchange, createRealmKeys(store.realms, clock), token);
}

/** The link with another key. */
function withKey(link: string, change: (key: string) => string | undefined): string {
  const url = new URL(link);
  const key = change(url.searchParams.get('key') ?? '');
  if (key === undefined) url.searchParams.delete('key');
  else url.searchParams.set('key', key);
  return url.href;
}

function withClaim(key: string, name: string, value: unknown): string {
  const [header = '', body = '', signature = ''] = key.split('.');
  const claims = { ...JSON.parse(Buffer.from(body, 'base64url').toString()), [name]: value };
  return [header, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.');
}

interface BadLink {
  readonly name: string;
  readonly reason: RegExp;
  /** The link's type is known. */
  readonly isRead?: true;
  /** What happens between the message and the click. */
  prepare?(fixture: LoginFixture): Promise<unknown>;
  make(link: string, fixture: LoginFixture, type: ActionToken['type']): string | Promise<string>;
}

const asItIs: BadLink['make'] = (link) => link;
const keyed =
  (change: (key: string) => string | undefined): BadLink['make'] =>
  (link) =>
    withKey(link, change);
const ofAlice =
  (change: (user: StoredUser) => StoredUser): NonNullable<BadLink['prepare']> =>
  ({ store }) =>
    store.users.update('r-id', 'alice-id', change);

const BAD_LINKS: readonly BadLink[] = [
  { name: 'without a key', reason: /no signed token/, make: keyed(() => undefined) },
  { name: 'with an empty key', reason: /no signed token/, make: keyed(() => '') },
  {
    name: 'with a cut key',
    reason: /signature does not fit|no signed token/,
    make: keyed((key) => key.slice(0, -9)),
  },
  { name: 'with markup', reason: /no signed token/, make: keyed(() => '"><script>alert(1)</script>') },
  { name: 'with a null byte', reason: /no signed token/, make: keyed((key) => `\u0000${key}`) },
  {
    name: 'with a key of 6,000 characters',
    reason: /no signed token/,
    make: keyed(() => 'x'.repeat(6000)),
  },
  {
    name: 'changed to another user',
    reason: /the link was changed/,
    make: keyed((key) => withClaim(key, 'sub', 'bob-id')),
  },
  {
    name: 'changed to another type',
    reason: /the link was changed/,
    make: keyed((key) => withClaim(key, 'typ', 'execute-actions-x')),
  },
  {
    name: 'changed to last longer',
    reason: /the link was changed/,
    make: keyed((key) => withClaim(key, 'exp', 9e9)),
  },
  {
    name: 'with the key of another realm',
    reason: /issued by ".*\/realms\/other", not by realm r/,
    async make(link, fixture, type) {
      const foreign = new URL(await makeLink(fixture, type, { realm: 'other' }));
      return withKey(link, () => foreign.searchParams.get('key') ?? '');
    },
  },
  {
    name: 'whose first key is made up',
    reason: /no signed token/,
    make: (link) => link.replace('?key=', '?key=abc&key='),
  },
  {
    name: 'that has expired',
    reason: /was valid for 300 seconds and is 301 seconds old/,
    isRead: true,
    prepare: async ({ clock }) => clock.setOffsetMs(clock.now() - Date.UTC(2030, 0, 1) + 301_000),
    make: asItIs,
  },
  {
    name: 'of a user who was removed',
    reason: /was deleted after the message was sent/,
    isRead: true,
    prepare: ({ store }) => store.users.remove('r-id', 'alice-id'),
    make: asItIs,
  },
  {
    name: 'of a user who was disabled',
    reason: /User alice is disabled/,
    isRead: true,
    prepare: ofAlice((user) => ({ ...user, enabled: false })),
    make: asItIs,
  },
  {
    name: 'to an address that has changed',
    reason: /the address of user alice is other@example\.test now/,
    isRead: true,
    prepare: ofAlice((user) => ({ ...user, email: 'other@example.test' })),
    make: asItIs,
  },
  {
    name: 'to an address that was removed',
    reason: /the address of user alice is empty now/,
    isRead: true,
    prepare: ofAlice((user) => ({ ...user, email: '' })),
    make: asItIs,
  },
];

for (const type of ACTION_TOKEN_TYPES)
  describe(`bad input, link of type ${type}`, () => {
    let fixture: LoginFixture;
    let users: readonly StoredUser[];
    before(async () => {
      fixture = await startLogin(REALM);
      users = await usersOf(fixture);
    });
    afterEach(() => restore(fixture, users));
    after(() => fixture.close());

    for (const { name, reason, isRead, prepare, make } of BAD_LINKS)
      test(`a link ${name} is refused and explained`, async () => {
        const link = await makeLink(fixture, type);
        await prepare?.(fixture);
        const known = await usersOf(fixture);
        const browser = fixture.browser();
        const page = await browser.get(await make(link, fixture, type));
        assert.equal(page.status, 400);
        const rule = linkRule(isRead === true ? { type } : undefined);
        await assertRefused(fixture, { browser }, page, { rule, users: known, what: name });
        const refused = fixture.activity
          .list({})
          .records.find(({ refusal, title }) => refusal !== undefined && title === 'E-mail link');
        assert.match(refused?.refusal?.reason ?? '', reason);
      });

    // A link of a sign-in is nothing without it: idp-link.test.ts.
    if (type === 'idp-verify-account-via-email') return;
    test('the link as it was sent is not refused', async () => {
      const page = await fixture.browser().get(await makeLink(fixture, type));
      assert.ok(page.status === 200 || page.status === 302, String(page.status));
    });
  });

test('a single-use link that is opened twice is refused the second time: update-email', async () => {
  const fixture = await startLogin(REALM);
  try {
    const link = await makeLink(fixture, 'update-email');
    assert.match((await fixture.browser().get(link)).text, /updated to new@example\.test/);
    // The address is as before, so that nothing but the use is wrong.
    await ofAlice((user) => ({ ...user, email: 'alice@example.test' }))(fixture);
    const browser = fixture.browser();
    const page = await browser.get(link);
    const expected = { rule: 'update-email-link', users: await usersOf(fixture), what: 'twice' };
    await assertRefused(fixture, { browser }, page, expected);
    assert.match(page.text, /Action expired\. Please continue with login now\./);
  } finally {
    await fixture.close();
  }
});

test('update-email: an address that another user has taken since is refused and explained', async () => {
  const fixture = await startLogin(REALM);
  try {
    const link = await makeLink(fixture, 'update-email');
    await fixture.store.users.update('r-id', 'bob-id', (user) => ({ ...user, email: 'new@example.test' }));
    const browser = fixture.browser();
    const page = await browser.get(link);
    assert.match(page.text, /Email already exists\./);
    const expected = { rule: 'update-email-link', users: await usersOf(fixture), what: 'taken' };
    await assertRefused(fixture, { browser }, page, expected);
  } finally {
    await fixture.close();
  }
});

test('verify-email in another browser: the link of the question is refused like the one of the message', async () => {
  const fixture = await startLogin(REALM);
  try {
    const browser = fixture.browser();
    const question = await browser.get(await makeLink(fixture, 'verify-email'));
    const goOn = linkTarget(question, 'proceedWithAction');
    await ofAlice((user) => ({ ...user, email: 'other@example.test' }))(fixture);
    const page = await browser.get(goOn);
    const expected = { rule: 'verify-email-link', users: await usersOf(fixture), what: 'changed' };
    await assertRefused(fixture, { browser }, page, expected);
  } finally {
    await fixture.close();
  }
});

for (const [length, status] of [
  [10_000, 414],
  [100_000, 431],
] as const)
  test(`a link of ${length} characters is status ${status} with an explanation`, async () => {
    const fixture = await startLogin(REALM);
    try {
      const url = `${fixture.baseUrl}/realms/r/login-actions/action-token?key=${'x'.repeat(length)}`;
      const answer = await fetch(url, { headers: { accept: 'text/html' } });
      assert.equal(answer.status, status);
      assert.match(await answer.text(), /longer than|too large|larger than/i);
    } finally {
      await fixture.close();
    }
  });
