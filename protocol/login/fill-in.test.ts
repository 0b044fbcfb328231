import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import { findFillInFault, renderFillIn } from './fill-in.ts';
import { ENGLISH } from './testing/page-texts.ts';

const withAttribute = (value: string) =>
  createTestExchange({ realm: { attributes: { 'understudy.oneClickSignIn': value } } });

test('the button submits the form that it belongs to, without the checks of the browser', () => {
  const text = String(renderFillIn(withAttribute('true'), ENGLISH, 'the-form'));
  assert.match(text, /type="submit" form="the-form" id="understudy-fill-in" name="fill-in" value="true"/);
  assert.match(text, /formnovalidate/);
});

test('without one-click sign-in there is no button, and the fault has a remedy', () => {
  for (const value of ['false', '', 'TRUE', 'yes']) {
    assert.equal(String(renderFillIn(withAttribute(value), ENGLISH, 'the-form')), '');
    const fault = findFillInFault(withAttribute(value));
    assert.match(String(fault?.remedy), /understudy\.oneClickSignIn/);
  }
  assert.equal(findFillInFault(withAttribute('true')), undefined);
});
