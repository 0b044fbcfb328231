import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawQrCode } from '../required-actions/qr-code.ts';
import { decodeQrCode } from './decode-qr-code.ts';

test('the text of a code is read from its pixels', () => {
  const { text, rows } = decodeQrCode(drawQrCode('otpauth://hotp/R:bob?secret=ABC'));
  assert.equal(text, 'otpauth://hotp/R:bob?secret=ABC');
  assert.equal(rows.length, rows[0]?.length);
});

test('what is no image has no code', () => {
  assert.throws(() => decodeQrCode(undefined));
  assert.throws(() => decodeQrCode(Buffer.from('no image').toString('base64')));
});
