import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ClientDescriptionError } from '#protocol/realm/clients/client-description.ts';
import { DISCOVERY_READER } from './provider-description.ts';

const DOCUMENT = {
  issuer: 'https://idp.test',
  authorization_endpoint: 'https://idp.test/auth',
  token_endpoint: 'https://idp.test/token',
};
const read = (document: unknown) => DISCOVERY_READER.read(JSON.stringify(document), 0);

test('OIDC Discovery §3: addresses become settings, and signatures are checked if the document says where the keys are', () => {
  assert.deepEqual(
    read({
      ...DOCUMENT,
      userinfo_endpoint: 'https://idp.test/me',
      end_session_endpoint: 'https://idp.test/bye',
      jwks_uri: 'https://idp.test/keys',
      scopes_supported: ['openid'],
    }),
    {
      issuer: 'https://idp.test',
      authorizationUrl: 'https://idp.test/auth',
      tokenUrl: 'https://idp.test/token',
      userInfoUrl: 'https://idp.test/me',
      logoutUrl: 'https://idp.test/bye',
      jwksUrl: 'https://idp.test/keys',
      validateSignature: 'true',
      useJwksUrl: 'true',
    },
  );
});

test('OIDC Discovery §3: members that a provider need not have may be missing', () => {
  assert.deepEqual(read({ ...DOCUMENT, userinfo_endpoint: null }), {
    issuer: 'https://idp.test',
    authorizationUrl: 'https://idp.test/auth',
    tokenUrl: 'https://idp.test/token',
  });
  const { issuer, ...rest } = DOCUMENT;
  assert.equal(read(rest)['issuer'], undefined);
});

test('bad input: invalid documents are refused with the member', () => {
  const { token_endpoint, ...incomplete } = DOCUMENT;
  for (const [document, message] of [
    [incomplete, /no token_endpoint/],
    [{ ...DOCUMENT, token_endpoint: 7 }, /^token_endpoint .* not an http/],
    [{ ...DOCUMENT, jwks_uri: 'file:///etc/passwd' }, /^jwks_uri /],
    [{ ...DOCUMENT, authorization_endpoint: 'javascript:alert(1)' }, /^authorization_endpoint /],
    [[], /must be a JSON object/],
    [null, /must be a JSON object/],
  ] as const)
    assert.throws(
      () => read(document),
      (error) => error instanceof ClientDescriptionError && message.test(error.message),
    );
  assert.throws(() => DISCOVERY_READER.read('<html>', 0), /not JSON/);
});
