import assert from 'node:assert/strict';
import { test } from 'node:test';
import { userEventsOf } from '#protocol/events/user-events.ts';
import { formAction } from '../testing/browser.ts';
import { atAction } from '../testing/required-action.ts';
import { linksTo, newestLink } from '../testing/sent-links.ts';

const FORM = 'kc-update-email-form';
const NEW = 'new@example.test';
const VERIFYING = { realm: { verifyEmail: true }, user: { emailVerified: true } };

test('Keycloak UPDATE_EMAIL: the address changes at once and is unverified', () =>
  atAction('UPDATE_EMAIL', async ({ page, send, alice, browser }) => {
    assert.match(page.text, /id="email" name="email" value="alice@example\.test"/);
    assert.equal(await browser.usernameOf(await send(FORM, { email: ' NEW@example.test ' })), 'alice');
    const { email, emailVerified, requiredActions } = await alice();
    assert.deepEqual([email, emailVerified, requiredActions], [NEW, false, []]);
  }));

for (const [email, problem] of [
  ['', /Please specify email\./],
  ['nothing', /Invalid email address\./],
  ['bob@example.test', /Email already exists\./],
  [`${'x'.repeat(100_000)}@example.test`, /Length must be between 1 and 255/],
] as const)
  test(`Keycloak UPDATE_EMAIL: "${email.slice(0, 20)}" is refused at its field`, () =>
    atAction('UPDATE_EMAIL', async ({ send, alice }) => {
      assert.match((await send(FORM, { email })).text, problem);
      assert.equal((await alice()).email, 'alice@example.test');
    }));

test('Keycloak UPDATE_EMAIL: with verifyEmail, a link to the new address changes it, and the sign-in goes on', () =>
  atAction(
    'UPDATE_EMAIL',
    async ({ send, alice, browser, fixture }) => {
      const sent = await send(FORM, { email: NEW });
      assert.match(sent.text, /A confirmation email has been sent to new@example\.test\./);
      assert.equal((await alice()).email, 'alice@example.test');
      assert.deepEqual(await linksTo(fixture, 'alice@example.test'), []);
      const answer = await browser.get(await newestLink(fixture, NEW));
      assert.equal(await browser.usernameOf(answer), 'alice');
      const { email, emailVerified, requiredActions } = await alice();
      assert.deepEqual([email, emailVerified, requiredActions], [NEW, true, []]);
    },
    VERIFYING,
  ));

test('Keycloak UPDATE_EMAIL: another browser says that the address is updated; the link works once', () =>
  atAction(
    'UPDATE_EMAIL',
    async ({ send, alice, fixture }) => {
      const seen: string[] = [];
      fixture.activity.observe((recorded) =>
        seen.push(...userEventsOf(recorded, undefined).map(({ kind, error }) => `${kind} ${error}`.trim())),
      );
      await send(FORM, { email: NEW });
      const link = await newestLink(fixture, NEW);
      const other = fixture.browser();
      assert.match((await other.get(link)).text, /successfully updated to new@example\.test\./);
      assert.equal((await alice()).email, NEW);
      const again = await other.get(link);
      assert.equal(again.status, 400);
      assert.match(again.text, /Action expired\. Please continue with login now\./);
      assert.deepEqual(seen, ['SEND_VERIFY_EMAIL', 'UPDATE_EMAIL', 'EXECUTE_ACTIONS expired_code']);
    },
    VERIFYING,
  ));

test('Keycloak UPDATE_EMAIL: an address that somebody else has by now is refused', () =>
  atAction(
    'UPDATE_EMAIL',
    async ({ send, alice, browser, fixture }) => {
      await send(FORM, { email: NEW });
      await fixture.store.users.update('r-id', 'bob-id', (user) => ({ ...user, email: NEW }));
      const page = await browser.get(await newestLink(fixture, NEW));
      assert.deepEqual([page.status, /Email already exists\./.test(page.text)], [400, true]);
      assert.equal((await alice()).email, 'alice@example.test');
    },
    VERIFYING,
  ));

test('Keycloak UPDATE_EMAIL: a link is stale once the address has changed otherwise', () =>
  atAction(
    'UPDATE_EMAIL',
    async ({ send, browser, fixture, alice }) => {
      await send(FORM, { email: NEW });
      await fixture.store.users.update('r-id', 'alice-id', (user) => ({
        ...user,
        email: 'third@example.test',
      }));
      assert.match((await browser.get(await newestLink(fixture, NEW))).text, /old stale link/);
      assert.equal((await alice()).email, 'third@example.test');
    },
    VERIFYING,
  ));

test('Keycloak kc_action: UPDATE_EMAIL started in a session continues with the link, and reports success', () =>
  atAction(
    'UPDATE_EMAIL',
    async ({ send, browser, fixture, alice }) => {
      await send(FORM, { email: NEW });
      await browser.get(await newestLink(fixture, NEW));
      const page = await browser.open('kc_action=UPDATE_EMAIL');
      await browser.post(formAction(page, FORM), { email: 'third@example.test' });
      const answer = await browser.get(await newestLink(fixture, 'third@example.test'));
      assert.equal(answer.leadsTo['kc_action_status'], 'success');
      assert.equal((await alice()).email, 'third@example.test');
    },
    VERIFYING,
  ));
