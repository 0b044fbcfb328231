import assert from 'node:assert/strict';
import { test } from 'node:test';
import { userEventsOf } from '#protocol/events/user-events.ts';
import type { LoginFixture } from './testing/login-fixture.ts';
import { atAction } from './testing/required-action.ts';

const FORM = 'kc-terms-form';

function watchErrors({ activity }: LoginFixture): readonly string[] {
  const seen: string[] = [];
  activity.observe((recorded) =>
    seen.push(...userEventsOf(recorded, undefined).map(({ kind, error }) => `${kind} ${error}`)),
  );
  return seen;
}

for (const [name, change, message, event] of [
  [
    'disabled',
    ({ store }: LoginFixture) =>
      store.users.update('r-id', 'alice-id', (user) => ({ ...user, enabled: false })),
    /Account is disabled, contact your administrator\./,
    'LOGIN user_disabled',
  ],
  [
    'removed',
    ({ store }: LoginFixture) => store.users.remove('r-id', 'alice-id'),
    /please login again through your application/,
    'LOGIN user_not_found',
  ],
] as const)
  test(`Keycloak: a sign-in whose user was ${name} ends with an error page, and the tab starts again`, () =>
    atAction('TERMS_AND_CONDITIONS', async ({ fixture, browser, page, send }) => {
      await change(fixture);
      const events = watchErrors(fixture);
      const refused = await send(FORM, { accept: 'true' });
      assert.equal(refused.status, 400);
      assert.match(refused.text, message);
      assert.deepEqual(events, [event]);
      const url = /action="([^"]*)"/.exec(page.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
      const again = await browser.get(url.replace(/session_code=[\w-]+&/, ''));
      assert.match(again.text, /id="kc-form-login"/);
      const answer = await browser.signIn(again, 'alice', 'alice-password');
      assert.equal(answer.leadsTo['code'], undefined);
    }));

test('reloading the page of a disabled user explains as well', () =>
  atAction('TERMS_AND_CONDITIONS', async ({ fixture, browser, page }) => {
    await fixture.store.users.update('r-id', 'alice-id', (user) => ({ ...user, enabled: false }));
    const url = /action="([^"]*)"/.exec(page.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const answer = await browser.get(url.replace(/session_code=[\w-]+&/, ''));
    assert.match(answer.text, /Account is disabled/);
    assert.equal(await browser.isSignedIn(), false);
  }));
