import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type UserEvent, userEventsOf } from '#protocol/events/user-events.ts';
import { formAction } from '../testing/browser.ts';
import type { LoginFixture } from '../testing/login-fixture.ts';
import { atAction } from '../testing/required-action.ts';

const FORM = 'kc-update-profile-form';
const FULL = { email: 'alice@example.test', firstName: 'Alice', lastName: 'Liddell' };

/** The user events of what happens from now on. */
function watch({ activity }: LoginFixture): readonly UserEvent[] {
  const events: UserEvent[] = [];
  activity.observe((recorded) => events.push(...userEventsOf(recorded, undefined)));
  return events;
}

test('Keycloak user events: VERIFY_PROFILE names the fields that the page asks for, never their values', () =>
  atAction('VERIFY_PROFILE', async ({ fixture, browser, page }) => {
    const events = watch(fixture);
    await browser.get(formAction(page, FORM));
    const details = { fields_to_update: 'firstName,lastName' };
    assert.deepEqual(events, [{ kind: 'VERIFY_PROFILE', error: '', details }]);
  }));

test('Keycloak user events: a form of VERIFY_PROFILE is UPDATE_PROFILE, rejected or not', () =>
  atAction('VERIFY_PROFILE', async ({ fixture, send }) => {
    const events = watch(fixture);
    const again = await send(FORM, { ...FULL, firstName: '' });
    await send(FORM, FULL, again);
    assert.deepEqual(
      events.map(({ kind, error }) => `${kind} ${error}`.trim()),
      ['UPDATE_PROFILE invalid_form', 'UPDATE_PROFILE', 'LOGIN'],
    );
  }));

test('VERIFY_PROFILE of a complete profile asks for nothing, which is no event', () =>
  atAction(
    'VERIFY_PROFILE',
    async ({ fixture, browser, page }) => {
      const events = watch(fixture);
      await browser.get(formAction(page, FORM));
      assert.deepEqual(events, []);
    },
    { user: { firstName: 'Alice', lastName: 'Liddell' } },
  ));
