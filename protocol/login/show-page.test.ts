import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withLogin } from './testing/login-fixture.ts';

test('the user name field is filled from login_hint, escaped', () =>
  withLogin(async (_fixture, browser) => {
    const page = await browser.open(`login_hint=${encodeURIComponent('"><script>alert(1)</script>')}`);
    assert.match(page.text, /name="username" value="&quot;&gt;&lt;script&gt;/);
    assert.doesNotMatch(page.text, /<script/);
  }));
