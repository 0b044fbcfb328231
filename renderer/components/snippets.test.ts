import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SNIPPETS, type SnippetValues } from './snippets.ts';

const values: SnippetValues = {
  baseUrl: 'http://127.0.0.1:8080',
  realm: 'demo',
  issuer: 'http://127.0.0.1:8080/realms/demo',
  clientId: 'demo-web',
  secret: 's3cret',
  redirectUri: 'http://127.0.0.1:3000/callback',
};

function write(id: string, given: Partial<SnippetValues> = {}): string {
  const snippet = SNIPPETS.find((row) => row.id === id);
  assert.ok(snippet, id);
  return snippet.write({ ...values, ...given });
}

for (const { id } of SNIPPETS) {
  test(`console "Overview": the ${id} snippet contains the client ID and the server's URL`, () => {
    const text = write(id);
    assert.match(text, /demo-web/);
    assert.match(text, /http:\/\/127\.0\.0\.1:8080/);
  });

  test(`RFC 6749 §2.1: the ${id} snippet of a public client contains no secret`, () => {
    const text = write(id, { secret: undefined });
    assert.doesNotMatch(text, /s3cret|undefined['"]|client[-_]?secret/i);
  });
}

test('console "Overview": no value can break out of its quotes', () => {
  const nasty = `a'b"c\\d\n$(x)`;
  assert.match(write('openid-client', { secret: nasty }), /'a\\'b"c\\\\d\\n\$\(x\)'/);
  assert.ok(write('spring-boot', { secret: nasty }).includes(JSON.stringify(nasty)));
  assert.ok(write('environment', { secret: `a'b $(x)` }).includes(`OIDC_CLIENT_SECRET='a'\\''b $(x)'`));
});

test('openid-client: plain http must be allowed explicitly, https need not', () => {
  assert.match(write('openid-client'), /allowInsecureRequests/);
  assert.doesNotMatch(write('openid-client', { issuer: 'https://sso.test/realms/demo' }), /allowInsecure/);
});
