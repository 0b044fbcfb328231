import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkValue } from './check-value.ts';
import { CLIENT_ATTRIBUTES, CLIENT_SETTINGS } from './client.ts';
import { SAML_CLIENT_ATTRIBUTES } from './saml-client.ts';
import { objectOf } from './value-type.ts';

const CLIENT = objectOf(() => CLIENT_SETTINGS, 'clientId');

function faultOf(client: object): string | undefined {
  const { fault } = checkValue({ clientId: 'a', ...client }, CLIENT, { mode: 'api' });
  return fault === undefined ? undefined : `${fault.path} ${fault.problem}`;
}

for (const [client, expected] of [
  [{ protocol: 'ldap' }, /^protocol must be one of openid-connect, saml, docker-v2$/],
  [{ rootUrl: 'javascript:alert(1)' }, /^rootUrl must be an http or https URL$/],
  [{ clientAuthenticatorType: 'magic' }, /^clientAuthenticatorType must be one of/],
  [
    { attributes: { 'id.token.signed.response.alg': 'XX256' } },
    /^attributes\.id\.token\.signed\.response\.alg must be one of RS256/,
  ],
  [{ attributes: { 'access.token.lifespan': 'long' } }, /must be a whole number of seconds/],
  [{ attributes: { 'ciba.expires.in': '0' } }, /must be a whole number of seconds from 1 to 86400$/],
  [{ attributes: { 'ciba.interval': '-1' } }, /from 0 to 86400$/],
  [
    { attributes: { 'ciba.backchannel.token.delivery.mode': 'push' } },
    /must be poll: push is not supported$/,
  ],
  [{ attributes: { 'pkce.code.challenge.method': 'S512' } }, /must be one of S256, plain$/],
  [{ attributes: { 'jwks.string': '{}' } }, /must be a JSON Web Key Set/],
  [{ attributes: { 'backchannel.logout.url': 'ftp://a' } }, /must be an http or https URL$/],
  [{ attributes: { 'use.refresh.tokens': 'maybe' } }, /must be true or false$/],
  [{ attributes: { 'saml.encrypt': 'yes' } }, /^attributes\.saml\.encrypt must be true or false$/],
] as const)
  test(`admin API: ${JSON.stringify(client)} is rejected by name`, () => {
    assert.match(faultOf(client) ?? '', expected);
  });

test('placeholders, relative URLs and empty attributes are accepted', () => {
  const authBaseUrl = ['$', '{authBaseUrl}'].join('');
  assert.equal(faultOf({ rootUrl: authBaseUrl, baseUrl: '/realms/demo/account/' }), undefined);
  const attributes = { 'access.token.lifespan': '', 'pkce.code.challenge.method': '', unknown: 'kept' };
  assert.equal(faultOf({ attributes }), undefined);
});

test('RFC 7591 §2: each member of client metadata sets one setting', () => {
  const rows = [...Object.values(CLIENT_SETTINGS), ...Object.values(CLIENT_ATTRIBUTES)];
  const fields = rows.flatMap(({ registration }) => registration ?? []);
  assert.equal(new Set(fields).size, fields.length);
  assert.equal(CLIENT_ATTRIBUTES['backchannel.logout.url']?.registration, 'backchannel_logout_uri');
});

test('every attribute is one setting, and its default is one of its values', () => {
  for (const [attribute, { type, default: value }] of [
    ...Object.entries(CLIENT_ATTRIBUTES),
    ...Object.entries(SAML_CLIENT_ATTRIBUTES),
  ]) {
    if (value !== undefined)
      assert.equal(faultOf({ attributes: { [attribute]: value } }), undefined, attribute);
    assert.ok(type.kind !== 'list' || type.of.kind === 'text', attribute);
    assert.ok(!(attribute in CLIENT_ATTRIBUTES && attribute in SAML_CLIENT_ATTRIBUTES), attribute);
  }
});
