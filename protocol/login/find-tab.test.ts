import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formAction } from './testing/browser.ts';
import { withLogin } from './testing/login-fixture.ts';

for (const page of ['registration', 'reset-credentials'])
  test(`a tab of page ${page} that took too long starts over, one that is gone is explained`, () =>
    withLogin(
      async (fixture, browser) => {
        const url = formAction(await browser.open()).replace('/authenticate?', `/${page}?`);
        assert.equal((await browser.get(url)).status, 200);
        const other = await fixture.browser().get(url);
        assert.equal(other.status, 400);
        assert.match(other.text, /Cookie not found/);
        fixture.clock.setOffsetMs(3_600_000);
        assert.match((await browser.get(url)).text, /timed out/);
      },
      { registrationAllowed: true, resetPasswordAllowed: true },
    ));

test('the realm’s refusal comes before the age of the tab', () =>
  withLogin(async (fixture, browser) => {
    const url = formAction(await browser.open()).replace('/authenticate?', '/registration?');
    fixture.clock.setOffsetMs(3_600_000);
    assert.match((await browser.get(url)).text, /Registration not allowed/);
  }));
