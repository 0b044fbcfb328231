import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atAction } from '../testing/required-action.ts';
import { newestLink } from '../testing/sent-links.ts';

const ALICE = 'alice@example.test';

test('Keycloak verify-email: the link of one tab does not continue another', () =>
  atAction('VERIFY_EMAIL', async ({ browser, fixture }) => {
    const link = new URL(await newestLink(fixture, ALICE));
    const other = new URL(
      (await browser.open('prompt=login')).text.match(/action="([^"]+)"/)?.[1]?.replaceAll('&amp;', '&') ??
        '',
    );
    link.searchParams.set('tab_id', other.searchParams.get('tab_id') ?? '');
    assert.match((await browser.get(link.href)).text, /Confirm validity of e-mail address/);
  }));
