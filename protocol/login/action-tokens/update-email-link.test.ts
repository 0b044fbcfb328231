import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atAction } from '../testing/required-action.ts';
import { newestLink } from '../testing/sent-links.ts';

const ALICE = 'alice@example.test';

test('Keycloak update-email: a link that has expired changes nothing', () =>
  atAction(
    'UPDATE_EMAIL',
    async ({ send, fixture, alice }) => {
      await send('kc-update-email-form', { email: 'new@example.test' });
      fixture.clock.setOffsetMs(301_000);
      const page = await fixture.browser().get(await newestLink(fixture, 'new@example.test'));
      assert.deepEqual([page.status, /Action expired\./.test(page.text)], [400, true]);
      assert.equal((await alice()).email, ALICE);
    },
    { realm: { verifyEmail: true }, user: { emailVerified: true } },
  ));
