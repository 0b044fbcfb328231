import assert from 'node:assert/strict';
import { test } from 'node:test';
import { comment, objectLiteral, quote } from './spec-text.ts';

const HOSTILE = [
  `it's`,
  'a\\',
  `\\'); process.exit(); ('`,
  `\`\${process.exit()}\``,
  'line\nbreak\r\nand\u2028more\u2029still',
  'nul\0 tab\t bell\u0007',
  'right\u202eto left, zero\u200bwidth',
  'lone \ud800 surrogate',
  '*/ // <!--',
  '😀 é',
];

for (const text of HOSTILE) {
  test(`console "Copy as Playwright test": ${JSON.stringify(text)} is quoted so that it means itself, on one line`, () => {
    const literal = quote(text);
    // Evaluated as JavaScript, the literal is the text again.
    assert.equal(new Function(`return ${literal};`)(), text);
    assert.doesNotMatch(literal, /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  });

  test(`console "Copy as Playwright test": ${JSON.stringify(text)} does not end a comment`, () => {
    assert.equal(new Function(`${comment(text)}\nreturn 1;`)(), 1);
    assert.doesNotMatch(comment(text), /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  });
}

test('console "Copy as Playwright test": members without a value are left out of an object', () => {
  assert.equal(
    objectLiteral({ client: `o'hara`, user: undefined, status: 503 }),
    `{ client: 'o\\'hara', status: 503 }`,
  );
  assert.equal(objectLiteral({ user: undefined }), '{}');
});
