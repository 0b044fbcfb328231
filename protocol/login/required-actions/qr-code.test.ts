import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeQrCode } from '../testing/decode-qr-code.ts';
import { drawQrCode } from './qr-code.ts';

const URI = 'otpauth://totp/R:alice?secret=MFRGGZDFMZTWQ2LK&digits=6&algorithm=SHA1&issuer=R&period=30';

test('ISO/IEC 18004: a scanner reads the text of the code', () => {
  for (const text of [URI, 'x', `${URI}&image=${'é'.repeat(200)}`])
    assert.equal(decodeQrCode(drawQrCode(text)).text, text);
});

test('ISO/IEC 18004 §6.3.8: four white modules surround the code, whatever the colours of the page', () => {
  const { rows } = decodeQrCode(drawQrCode(URI));
  const edge = 4 * 4;
  for (const [y, row] of rows.entries())
    for (const [x, isWhite] of row.entries()) {
      const isInside = [x, y].every((place) => place >= edge && place < rows.length - edge);
      if (!isInside) assert.equal(isWhite, true, `${x}, ${y}`);
    }
  assert.equal(rows[edge]?.[edge], false, 'the code begins right after them');
});

test('ISO/IEC 18004 §7.1: a text too long for a code has none', () => {
  assert.notEqual(drawQrCode('x'.repeat(2953)), undefined);
  for (const text of ['x'.repeat(2954), 'é'.repeat(1477), 'x'.repeat(100_000)])
    assert.equal(drawQrCode(text), undefined);
});
