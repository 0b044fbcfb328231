import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTestName } from './test-name.ts';

for (const header of [undefined, '', '   ', '%20', ['a', 'b']]) {
  test(`test kit "X-Understudy-Test": ${JSON.stringify(header)} names no test`, () => {
    assert.equal(readTestName(header), undefined);
  });
}

for (const [header, name] of [
  ['shop.spec.ts > paying by phone', 'shop.spec.ts > paying by phone'],
  ['bezahlen%20f%C3%BCr%20%E2%82%AC5', 'bezahlen für €5'],
  ['100% of users', '100% of users'],
  ['a%0d%0aset-cookie: b%00', 'a??set-cookie: b?'],
  ['a%E2%80%AEb', 'a?b'],
  ['x'.repeat(500), 'x'.repeat(200)],
  ['%F0%9F%98%80'.repeat(300), '😀'.repeat(200)],
] as const) {
  test(`test kit "X-Understudy-Test": ${header.slice(0, 40)} is shown as ${name.slice(0, 40)}`, () => {
    assert.equal(readTestName(header), name);
  });
}
