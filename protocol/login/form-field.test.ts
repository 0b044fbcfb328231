import assert from 'node:assert/strict';
import { test } from 'node:test';
import { html } from '#protocol/http/html.ts';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import { renderField, renderNotice } from './form-field.ts';
import { textsOf } from './texts/page-texts.ts';

const TEXTS = textsOf(createTestExchange());

const FIELD = { id: 'f-id', name: 'f', label: 'A & B', autocomplete: 'off' };

test('a field has its label, and external values are escaped', () => {
  const text = String(renderField(TEXTS, { ...FIELD, value: '"><script>', problem: html`${'<b>'}` }));
  assert.match(text, /<label for="f-id"[^>]*>A &amp; B<\/label>/);
  assert.match(text, /value="&quot;&gt;&lt;script&gt;"/);
  assert.match(text, /id="input-error-f" role="alert"[^>]*>&lt;b&gt;</);
});

test('WCAG 2.2 §3.3.1: an invalid field is marked and described by its error message; a valid one is not', () => {
  const wrong = String(renderField(TEXTS, { ...FIELD, problem: html`P` }));
  assert.match(wrong, /aria-invalid="true" aria-describedby="input-error-f"/);
  const right = String(renderField(TEXTS, FIELD));
  assert.match(right, /aria-invalid="false"/);
  assert.doesNotMatch(right, /input-error|autofocus/);
  assert.match(right, / required/);
  assert.doesNotMatch(String(renderField(TEXTS, { ...FIELD, required: false })), / required/);
});

test('a notice without text renders nothing', () => {
  assert.equal(String(renderNotice(TEXTS, undefined)), '');
  assert.match(String(renderNotice(TEXTS, '<hello>')), /role="status".*&lt;hello&gt;/);
});
