import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withLogin } from './login-fixture.ts';
import { linksTo, newestLink } from './sent-links.ts';

test('an address without a message has no link', async () =>
  withLogin(async (fixture) => {
    assert.deepEqual(await linksTo(fixture, 'alice@example.test'), []);
    await assert.rejects(newestLink(fixture, 'alice@example.test'), TypeError);
  }));
