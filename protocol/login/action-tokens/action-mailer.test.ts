import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formAction, linkTarget } from '../testing/browser.ts';
import { withLogin } from '../testing/login-fixture.ts';
import { linksTo, newestLink } from '../testing/sent-links.ts';

const ALICE = 'alice@example.test';

test('a message has one link, with the lifespan of its type', () =>
  withLogin(
    async (fixture, browser) => {
      const page = await browser.get(linkTarget(await browser.open(), 'kc-forgot-password'));
      await browser.post(formAction(page, 'kc-reset-password-form'), { username: 'alice' });
      assert.equal((await linksTo(fixture, ALICE)).length, 1);
      const [, body = ''] = (new URL(await newestLink(fixture, ALICE)).searchParams.get('key') ?? '').split(
        '.',
      );
      const { exp, iat } = JSON.parse(Buffer.from(body, 'base64url').toString());
      assert.equal(exp - iat, 60);
    },
    {
      resetPasswordAllowed: true,
      attributes: { 'actionTokenGeneratedByUserLifespan.reset-credentials': '60' },
    },
  ));
