import assert from 'node:assert/strict';
import { test } from 'node:test';
import { provider, signInAt, withProviders } from '#protocol/broker/testing/brokering.ts';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { formAction } from '../testing/browser.ts';
import type { LoginBrowser } from '../testing/login-browser.ts';
import type { LoginFixture } from '../testing/login-fixture.ts';

const ADA = { person: 'other', email: 'ada@example.com' };

const withIdp = (
  run: (fixture: LoginFixture, browser: LoginBrowser) => Promise<void>,
  changes: Partial<RealmRepresentation> = {},
) => withProviders([provider('idp', 'google')], run, changes);

const findAda = ({ store }: LoginFixture) => store.users.findByEmail('r-id', ADA.email);

test('Keycloak identity brokering: a linked user who is disabled is refused, and is not updated', () =>
  withIdp(async (fixture, browser) => {
    await signInAt(browser, 'idp', ADA.email);
    const { id = '' } = (await findAda(fixture)) ?? {};
    await fixture.store.users.update('r-id', id, (user) => ({ ...user, enabled: false }));
    const other = fixture.browser();
    const page = await signInAt(other, 'idp', ADA.email);
    assert.equal(page.leadsTo['code'], undefined);
    assert.match(page.text, /Account is disabled, contact your administrator\./);
    const { refusal } = fixture.activity.list({}).records.find((each) => each.refusal !== undefined) ?? {};
    assert.match(refusal?.remedy ?? '', /Set enabled of user/);
  }));

test('Keycloak identity brokering: a linked user who is locked by brute force detection is refused', () =>
  withIdp(
    async (fixture, browser) => {
      await signInAt(browser, 'idp', ADA.email);
      const { id = '', username = '' } = (await findAda(fixture)) ?? {};
      assert.notEqual(id, '');
      let page = await fixture.browser().open();
      const guesser = fixture.browser();
      page = await guesser.open();
      for (let attempt = 0; attempt < 3; attempt += 1)
        page = await guesser.post(formAction(page), { username, password: 'guess' });
      const answer = await signInAt(fixture.browser(), 'idp', ADA.email);
      assert.equal(answer.leadsTo['code'], undefined);
      assert.match(answer.text, /Account is disabled, contact your administrator\./);
    },
    { bruteForceProtected: true, failureFactor: 2 },
  ));
