import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { html } from './html.ts';
import { challenge, emptyReply, htmlReply, jsonReply, redirectReply } from './replies.ts';

const page = html`<p>x</p>`;

test('RFC 8259 §11: JSON carries its media type and further headers', () => {
  assert.deepEqual(jsonReply(201, { a: 1 }, { location: '/x' }), {
    status: 201,
    headers: { 'content-type': 'application/json', location: '/x' },
    body: '{"a":1}',
  });
});

test('a page forbids scripts, foreign content, framing by others and a base address', () => {
  const policy = htmlReply(200, page).headers?.['content-security-policy'];
  assert.equal(
    policy,
    "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'self'",
  );
});

test('a page is never cached', () => {
  assert.match(String(htmlReply(200, page).headers?.['cache-control']), /no-store/);
});

test('a page may allow its script, additional styles and its form target', () => {
  const policy = String(
    htmlReply(200, page, {
      scriptSources: ["'sha256-x'"],
      styleSources: ["'sha256-y'"],
      formTargets: ["'self'"],
    }).headers?.['content-security-policy'],
  );
  assert.match(policy, /script-src 'sha256-x'/);
  assert.match(policy, /style-src 'self' 'sha256-y'/);
  assert.match(policy, /form-action 'self'/);
});

test('RFC 9110 §10.2.2: a URL that a header cannot contain is percent-encoded', () => {
  assert.equal(
    redirectReply('http://a/é b\r\nset-cookie: x=1').headers?.['location'],
    'http://a/%C3%A9%20b%0D%0Aset-cookie:%20x=1',
  );
  assert.equal(redirectReply('http://a/\ud800').headers?.['location'], 'http://a/%EF%BF%BD');
});

test("a redirect is never cached and keeps the URL's encoding", () => {
  const reply = redirectReply('http://a/?x=%2F#y');
  assert.equal(reply.status, 302);
  assert.equal(reply.headers?.['location'], 'http://a/?x=%2F#y');
  assert.equal(reply.headers?.['cache-control'], 'no-store');
});

test('an empty reply has a status and the given headers', () => {
  assert.deepEqual(emptyReply(204), { status: 204 });
  assert.deepEqual(emptyReply(201, { location: '/x' }), { status: 201, headers: { location: '/x' } });
});

test('RFC 6750 §3: a challenge quotes its members and omits undefined ones', () => {
  assert.equal(
    challenge('Bearer', { realm: 'demo', error: 'invalid_token', scope: undefined }),
    'Bearer realm="demo", error="invalid_token"',
  );
  assert.equal(challenge('Bearer', {}), 'Bearer');
});

test('no realm name can break out of a challenge', () => {
  assert.equal(challenge('Basic', { realm: 'a"b\\c\r\nd日' }), 'Basic realm="a\\"b\\\\c??d?"');
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) =>
      /^[\x20-\x7e]*$/.test(challenge('Basic', { realm: name })),
    ),
  );
});
