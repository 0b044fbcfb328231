import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formAction, linkTarget, type TestPage } from './browser.ts';

const page = (text: string): TestPage => ({ status: 200, headers: new Headers(), text, leadsTo: {} });

test('URLs of forms and links are read from the markup with entities decoded', () => {
  const text =
    '<form id="f" method="post" action="/a?b=1&amp;c=&quot;"></form><a id="l" href="/x?y&amp;z">w</a>';
  assert.equal(formAction(page(text), 'f'), '/a?b=1&c="');
  assert.equal(linkTarget(page(text), 'l'), '/x?y&z');
});

test('a missing form or link throws instead of returning an empty URL', () => {
  assert.throws(() => formAction(page('')), TypeError);
  assert.throws(() => linkTarget(page(''), 'l'), TypeError);
});
