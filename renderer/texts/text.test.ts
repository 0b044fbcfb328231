import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import * as DE from './de/index.ts';
import { compareNames, formatNumber } from './locale.ts';
import { perLanguage, rawText, shownLanguage, showTables, text } from './text.ts';

afterEach(() => showTables('en'));

test('issue 18 "Console in languages": a text is English until another language is shown, and again afterwards', async () => {
  assert.equal(text('mail:title'), 'Mail');
  await showTables('de', DE);
  assert.equal(text('mail:title'), 'E-Mails');
  assert.equal(shownLanguage(), 'de');
  await showTables('en');
  assert.equal(text('mail:title'), 'Mail');
});

test('issue 18 "Console in languages": the plural form follows the count', async () => {
  const counts = (): readonly string[] => [0, 1, 2].map((count) => text('mail:count.all', { count }));
  assert.deepEqual(counts(), ['0 messages', '1 message', '2 messages']);
  await showTables('de', DE);
  assert.deepEqual(counts(), ['0 Nachrichten', '1 Nachricht', '2 Nachrichten']);
});

for (const value of ['<b>Ann</b>', '{{realm}}', '$t(mail:title)', 'A & "B"', ''])
  test(`issue 18 "Console in languages": the value ${JSON.stringify(value)} is not read as part of the text`, () => {
    assert.equal(text('app:palette.switchRealm', { realm: value }), `Switch to realm ${value}`);
  });

test('issue 18 "Console in languages": a raw text keeps its marks and placeholders, in the plural form', () => {
  assert.match(rawText('app:noRealm.text', undefined), /<code>\{\{realm\}\}<\/code>/);
  assert.equal(rawText('mail:count.all', 1), '{{count}} message');
});

test('issue 18 "Console in languages": a table of texts is made once for each language', async () => {
  const table = perLanguage(() => ({ title: text('mail:title') }));
  const english = table();
  assert.equal(table(), english);
  await showTables('de', DE);
  assert.equal(table().title, 'E-Mails');
  await showTables('en');
  assert.equal(table(), english);
});

test('issue 18 "Console in languages": numbers and the order of names follow the language', async () => {
  assert.equal(formatNumber(20_000), '20,000');
  assert.deepEqual(['b10', 'B9', 'ä', 'z'].sort(compareNames), ['ä', 'B9', 'b10', 'z']);
  await showTables('de', DE);
  assert.equal(formatNumber(20_000), '20.000');
});
