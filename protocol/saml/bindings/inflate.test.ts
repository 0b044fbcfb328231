import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { SamlStatusError } from '#protocol/errors/saml-status-error.ts';
import { decodeMessage, deflateMessage, inflateMessage } from './inflate.ts';

const XML = '<samlp:AuthnRequest xmlns:samlp="urn:x">ü</samlp:AuthnRequest>';
const MEBIBYTE = 1024 * 1024;

function base64(bytes: string | Buffer): string {
  return Buffer.from(bytes).toString('base64');
}

function refusal(read: () => string): string {
  try {
    read();
  } catch (error) {
    assert.ok(error instanceof SamlStatusError, String(error));
    assert.equal(error.code, 'invalid_token');
    return `${error.section}: ${error.reason}`;
  }
  return 'accepted';
}

test('SAML Bindings §3.4.4.1: a message survives compression and decompression, whatever it contains', () => {
  assert.equal(inflateMessage(deflateMessage(XML)), XML);
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      assert.equal(inflateMessage(deflateMessage(text)), text);
    }),
  );
});

test('SAML Bindings §3.5.4: a message in a form may be plain, broken into lines, indented or compressed', () => {
  assert.equal(decodeMessage(base64(XML)), XML);
  assert.equal(decodeMessage(base64(XML).replace(/.{20}/g, '$&\r\n')), XML);
  assert.equal(decodeMessage(base64(`\uFEFF\n ${XML}`)), `\n ${XML}`);
  assert.equal(decodeMessage(base64(`<?xml version="1.0"?>${XML}`)), `<?xml version="1.0"?>${XML}`);
  assert.equal(decodeMessage(deflateMessage(XML)), XML);
});

test('SAML Bindings §3.4.4.1: a message that inflates to more than 1 MiB is rejected without inflating all of it', () => {
  const bomb = base64(deflateRawSync(Buffer.alloc(200 * MEBIBYTE, 0x20)));
  assert.ok(bomb.length < MEBIBYTE);
  assert.equal(
    refusal(() => inflateMessage(bomb)),
    'SAML Bindings §3.4.4.1: the message unpacks to more than 1048576 bytes',
  );
  assert.match(
    refusal(() => decodeMessage(bomb)),
    /unpacks to more than/,
  );
  assert.equal(
    refusal(() => inflateMessage(base64(deflateRawSync(Buffer.alloc(MEBIBYTE, 0x20))))),
    'accepted',
  );
});

test('SAML Bindings §3.5.4: a message longer than 1 MiB is rejected', () => {
  const long = `<a>${'x'.repeat(MEBIBYTE)}</a>`;
  assert.match(
    refusal(() => decodeMessage(base64(long))),
    /longer than 1048576 bytes/,
  );
});

test('SAML Bindings §3.4.4.1: anything other than base64 of DEFLATE is rejected', () => {
  const whole = deflateRawSync(XML);
  for (const [value, reason] of [
    ['', /not base64: it is empty/],
    ['%3C', /not base64: it is percent-encoded twice/],
    ['<a/>', /not base64: it is the XML itself/],
    ['ab_-', /not base64: .*base64url/],
    ['abcde', /not base64: its end is missing/],
    ['ab cdef', /not base64: it has blanks, .*%2B/],
    ['a*b?', /not base64$/],
    [base64(XML), /cannot be unpacked: it is not DEFLATE but the XML itself/],
    [base64(deflateSync(XML)), /cannot be unpacked: .*header of zlib/],
    [base64(gzipSync(XML)), /cannot be unpacked: .*gzip/],
    [base64(whole.subarray(0, -4)), /cannot be unpacked: it is not DEFLATE, or it ends early/],
    [base64('\u0000'), /cannot be unpacked: it is not DEFLATE, or/],
    [`${base64('\u0000abcd')} `, /cannot be unpacked: it has blanks, .*%2B/],
  ] as const)
    assert.match(
      refusal(() => inflateMessage(value)),
      reason,
    );
});

test('SAML Core §1.3.1: text that is not UTF-8 is rejected', () => {
  const latin = Buffer.from('<a>\u00FC</a>', 'latin1');
  assert.match(
    refusal(() => decodeMessage(base64(latin))),
    /§3\.5\.4: the message is not UTF-8/,
  );
  assert.match(
    refusal(() => inflateMessage(base64(deflateRawSync(latin)))),
    /not UTF-8/,
  );
});
