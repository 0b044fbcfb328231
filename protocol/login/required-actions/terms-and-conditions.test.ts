import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atAction } from '../testing/required-action.ts';

const FORM = 'kc-terms-form';

test('accepting stores the time, in seconds, and completes the sign-in', () =>
  atAction('TERMS_AND_CONDITIONS', async ({ page, send, alice, browser, fixture }) => {
    assert.match(page.text, /id="kc-accept"/);
    assert.match(page.text, /id="kc-decline"/);
    assert.equal(await browser.usernameOf(await send(FORM, { accept: 'true' })), 'alice');
    const { attributes } = await alice();
    assert.deepEqual(attributes?.['terms_and_conditions'], [String(Math.floor(fixture.clock.now() / 1000))]);
  }));

test('declining returns access_denied to the client and signs nobody in', () =>
  atAction('terms_and_conditions', async ({ send, alice, browser }) => {
    assert.equal((await send(FORM, { cancel: 'true' })).leadsTo['error'], 'access_denied');
    assert.equal(await browser.isSignedIn(), false);
    assert.deepEqual((await alice()).requiredActions, ['terms_and_conditions']);
  }));

test('a form without an answer accepts nothing', () =>
  atAction('TERMS_AND_CONDITIONS', async ({ send, alice }) => {
    assert.match((await send(FORM, {})).text, /kc-accept/);
    assert.equal((await alice()).attributes?.['terms_and_conditions'], undefined);
  }));

test("the realm's own text keeps its markup, without what runs code", () =>
  atAction(
    'TERMS_AND_CONDITIONS',
    async ({ page }) => {
      assert.match(page.text, /id="kc-terms-text" class="us-terms"><p>Be & behave\.<\/p><\/div>/);
      assert.doesNotMatch(page.text, /<script src="x"/);
    },
    { realm: { localizationTexts: { en: { termsText: '<p>Be & behave.</p><script src="x"></script>' } } } },
  ));
