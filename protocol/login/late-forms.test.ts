import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import type { StoredUser } from '#protocol/store/store.ts';
import { assertHarmless, assertRefused, restore, type Shown, show, usersOf } from './testing/bad-form.ts';
import type { TestPage } from './testing/browser.ts';
import { FORM_CASES, realmOf } from './testing/form-cases.ts';
import type { LoginBrowser } from './testing/login-browser.ts';
import { type LoginFixture, startLogin } from './testing/login-fixture.ts';

interface Sent {
  readonly answer: TestPage;
  /** The browser that sent it, if it is another one. */
  readonly by?: LoginBrowser;
  /** The users before it was sent, if they had changed. */
  readonly expected?: readonly StoredUser[];
}

/** What happens between the page and its form. */
interface Lateness {
  readonly name: string;
  /** The rule in Activity. */
  readonly rule: RegExp;
  readonly isOfUser?: true;
  /** Sends the form. */
  send(shown: Shown, fixture: LoginFixture): Promise<Sent>;
}

/** The form's target with other parameters; undefined removes one. */
function withQuery({ action }: Shown, changes: Readonly<Record<string, string | undefined>>): string {
  const url = new URL(action);
  for (const [name, value] of Object.entries(changes))
    if (value === undefined) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  return url.href;
}

const to =
  (target: (shown: Shown) => string): Lateness['send'] =>
  async (shown) => ({ answer: await shown.browser.post(target(shown), shown.right) });

const later =
  (milliseconds: number): Lateness['send'] =>
  async (shown, { clock }) => {
    clock.setOffsetMs(clock.now() - Date.UTC(2030, 0, 1) + milliseconds);
    return { answer: await shown.browser.post(shown.action, shown.right) };
  };

const afterChange =
  (change: (fixture: LoginFixture) => Promise<unknown>): Lateness['send'] =>
  async (shown, fixture) => {
    await change(fixture);
    return { answer: await shown.browser.post(shown.action, shown.right) };
  };

const CODE = /^check-session-code$/;
const TAB = /^find-authentication$/;
const USER = /^check-user$/;

const AGAIN = 'that is sent a second time';

const LATENESS: readonly Lateness[] = [
  {
    name: 'without session_code',
    rule: CODE,
    send: to((shown) => withQuery(shown, { session_code: undefined })),
  },
  {
    name: 'with a made-up session_code',
    rule: CODE,
    send: to((shown) => withQuery(shown, { session_code: '<b>' })),
  },
  {
    name: 'with the session_code of another tab',
    rule: CODE,
    async send(shown) {
      const other = await shown.browser.open();
      const code = /session_code=([\w-]+)/.exec(other.text)?.[1];
      return { answer: await shown.browser.post(withQuery(shown, { session_code: code }), shown.right) };
    },
  },
  {
    name: AGAIN,
    rule: /^(check-session-code|check-authentication-finished)$/,
    async send({ browser, action, right }, fixture) {
      await browser.post(action, []);
      const expected = await usersOf(fixture);
      return { answer: await browser.post(action, right), expected };
    },
  },
  { name: 'without tab_id', rule: TAB, send: to((shown) => withQuery(shown, { tab_id: undefined })) },
  {
    name: 'with an unknown tab_id',
    rule: TAB,
    send: to((shown) => withQuery(shown, { tab_id: '__proto__' })),
  },
  {
    name: 'for another realm',
    rule: /^(find-authentication|check-browser-cookie)$/,
    send: to(({ action }) => action.replace('/realms/r/', '/realms/other/')),
  },
  {
    name: 'from another browser',
    rule: /^check-browser-cookie$/,
    async send({ action, right }, fixture) {
      const by = fixture.browser();
      await by.open();
      return { answer: await by.post(action, right), by };
    },
  },
  {
    name: 'from a browser without cookies',
    rule: /^check-browser-cookie$/,
    async send({ action, right }, fixture) {
      const by = fixture.browser();
      return { answer: await by.post(action, right), by };
    },
  },
  { name: 'after accessCodeLifespanLogin', rule: /^check-authentication-age$/, send: later(1_801_000) },
  { name: 'days later', rule: TAB, send: later(3 * 86_400_000) },
  {
    name: 'whose user was removed',
    rule: USER,
    isOfUser: true,
    send: afterChange(({ store }) => store.users.remove('r-id', 'alice-id')),
  },
  {
    name: 'whose user was disabled',
    rule: USER,
    isOfUser: true,
    send: afterChange(({ store }) =>
      store.users.update('r-id', 'alice-id', (user) => ({ ...user, enabled: false })),
    ),
  },
];

for (const form of FORM_CASES)
  describe(`late input, ${form.name}`, () => {
    let fixture: LoginFixture;
    let users: readonly StoredUser[];
    before(async () => {
      fixture = await startLogin(realmOf(form));
      users = await usersOf(fixture);
    });
    afterEach(() => restore(fixture, users));
    after(() => fixture.close());

    for (const { name, rule, isOfUser, send } of LATENESS) {
      if (isOfUser === true && form.isAnonymous === true) continue;
      if (form.isLast === true && name === AGAIN) continue;
      test(`a form ${name} is refused and explained`, async () => {
        const shown = await show(form, fixture);
        const { answer, by = shown.browser, expected = users } = await send(shown, fixture);
        const known = isOfUser === true ? await usersOf(fixture) : expected;
        const what = `${form.name}, ${name}`;
        await assertRefused(fixture, { browser: by }, answer, { rule, users: known, what });
      });
    }

    if (form.isLast === true)
      test(`a form ${AGAIN}, after the sign-in has ended, changes nothing and says so`, async () => {
        const { browser, action, right } = await show(form, fixture);
        await browser.post(action, []);
        const expected = await usersOf(fixture);
        const answer = await browser.post(action, right);
        assertHarmless(answer, form.name);
        assert.match(answer.text, /You are already logged in\./);
        assert.deepEqual(await usersOf(fixture), expected);
        const [{ id = '' } = {}] = fixture.activity.list({}).records;
        const rules = fixture.activity.find(id, { reveal: false })?.decisions.map(({ rule }) => rule);
        assert.deepEqual(rules, ['check-authentication-finished']);
      });

    for (const [name, body, type, status] of [
      ['that is JSON', '{"username":"alice"}', 'application/json', 415],
      ['with 1001 fields', 'a=1&'.repeat(1001), 'application/x-www-form-urlencoded', 400],
      ['of 300,000 characters', `a=${'x'.repeat(300_000)}`, 'application/x-www-form-urlencoded', 413],
      ['that is no UTF-8', 'username=%ff&password=%C3', 'application/x-www-form-urlencoded', 400],
    ] as const)
      test(`a form ${name} is status ${status} with an explanation`, async () => {
        const { browser, action } = await show(form, fixture);
        const answer = await browser.postBody(action, body, type);
        assertHarmless(answer, name);
        assert.equal(answer.status, status);
        assert.match(answer.text, /id="kc-error-message"[\s\S]*class="instruction">[^<]{10}/);
        const [record] = fixture.activity.list({}).records;
        assert.ok((record?.refusal?.reason ?? '') !== '');
        assert.deepEqual(await usersOf(fixture), users);
      });
  });
