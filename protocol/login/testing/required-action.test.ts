import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atAction } from './required-action.ts';

test('the fixture shows the page of the action, and nobody is signed in yet', () =>
  atAction('UPDATE_PASSWORD', async ({ page, browser, alice }) => {
    assert.match(page.text, /id="kc-passwd-update-form"/);
    assert.equal(await browser.isSignedIn(), false);
    assert.equal((await alice()).username, 'alice');
  }));
