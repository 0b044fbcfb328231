import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linkTarget } from '../testing/browser.ts';
import { atAction } from '../testing/required-action.ts';
import { newestLink } from '../testing/sent-links.ts';

const ALICE = 'alice@example.test';

test('asking first changes nothing, however often the link is opened', () =>
  atAction('VERIFY_EMAIL', async ({ fixture, alice }) => {
    const browser = fixture.browser();
    const first = await browser.get(await newestLink(fixture, ALICE));
    const second = await browser.get(await newestLink(fixture, ALICE));
    assert.deepEqual(
      [(await alice()).emailVerified, (await alice()).requiredActions],
      [false, ['VERIFY_EMAIL']],
    );
    for (const page of [first, second]) {
      const done = await browser.get(linkTarget(page, 'proceedWithAction'));
      assert.match(done.text, /has been verified/);
    }
  }));
