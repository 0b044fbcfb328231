import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TestBrowser } from './testing/browser.ts';
import { type LoginFixture, startLogin } from './testing/made-up-protocol.ts';

async function withLogin(run: (fixture: LoginFixture, browser: TestBrowser) => Promise<void>): Promise<void> {
  const fixture = await startLogin();
  try {
    await run(fixture, new TestBrowser(fixture.baseUrl));
  } finally {
    await fixture.close();
  }
}

test('the user name field is filled from login_hint, escaped', () =>
  withLogin(async (_fixture, browser) => {
    const page = await browser.open(`login_hint=${encodeURIComponent('"><script>alert(1)</script>')}`);
    assert.match(page.text, /name="username" value="&quot;&gt;&lt;script&gt;/);
    assert.doesNotMatch(page.text, /<script/);
  }));
