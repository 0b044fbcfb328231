import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import { signJws } from '#protocol/crypto/jws.ts';
import { type CibaTest, withCiba } from './testing/server.ts';

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
const JWKS = JSON.stringify({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'k1', use: 'sig' }] });

const ATTRIBUTES = {
  'oidc.ciba.grant.enabled': 'true',
  'use.jwks.string': 'true',
  'jwks.string': JWKS,
};

type Claims = Readonly<Record<string, unknown>>;

async function signRequest({ server }: CibaTest, changes: Claims = {}): Promise<string> {
  const now = Math.floor(server.clock.now() / 1000);
  return signJws(
    { kid: 'k1', algorithm: 'ES256', key: privateKey },
    {
      iss: 'web',
      aud: server.issuer,
      iat: now,
      nbf: now,
      exp: now + 60,
      jti: 'j1',
      scope: 'openid',
      login_hint: 'bob',
      binding_message: 'SIGNED',
      ...changes,
    },
  );
}

function withKeys(use: (circle: CibaTest) => Promise<void>, attributes: Record<string, string> = {}) {
  return withCiba(async (circle) => {
    await circle.server.changeClient('web', { attributes: { ...ATTRIBUTES, ...attributes } });
    await use(circle);
  });
}

test('CIBA §7.1.1: the parameters of a signed request are used', () =>
  withKeys(async (circle) => {
    const { delegation } = await circle.begin({
      scope: '',
      login_hint: '',
      request: await signRequest(circle),
    });
    assert.deepEqual([delegation.body['login_hint'], delegation.body['binding_message']], ['bob', 'SIGNED']);
  }));

test('CIBA §7.1.1: parameters of the signed request override those outside', () =>
  withKeys(async (circle) => {
    const { delegation } = await circle.begin({ login_hint: 'alice', request: await signRequest(circle) });
    assert.equal(delegation.body['login_hint'], 'bob');
  }));

interface Refusal {
  readonly why: string;
  readonly description: RegExp;
  readonly attributes?: Record<string, string>;
  make(circle: CibaTest): Promise<Record<string, string>>;
}

function unsigned(claims: Claims): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'none' })}.${part(claims)}.`;
}

const REFUSALS: readonly Refusal[] = [
  {
    why: 'an unsigned request',
    description: /alg "none"; it must be signed with a key pair/,
    make: async () => ({ request: unsigned({ scope: 'openid', login_hint: 'bob' }) }),
  },
  {
    why: 'a request signed with the secret',
    description: /alg "HS256"; it must be signed with a key pair/,
    make: async () => ({
      request: unsigned({ login_hint: 'bob' })
        .replace(/^[^.]+/, Buffer.from('{"alg":"HS256"}').toString('base64url'))
        .concat('AAAA'),
    }),
  },
  {
    why: 'a request with an algorithm other than the registered one',
    description: /signed with PS256/,
    attributes: { 'ciba.backchannel.auth.request.signing.alg': 'PS256' },
    make: async (circle) => ({ request: await signRequest(circle) }),
  },
  {
    why: 'a changed request',
    description: /is not signed with a key of client web/,
    async make(circle) {
      const [header, , signature] = (await signRequest(circle)).split('.');
      const claims = Buffer.from(JSON.stringify({ scope: 'openid', login_hint: 'alice' })).toString(
        'base64url',
      );
      return { request: `${header}.${claims}.${signature}` };
    },
  },
  {
    why: 'an expired request',
    description: /expired/,
    make: async (circle) => ({
      request: await signRequest(circle, { exp: Math.floor(circle.server.clock.now() / 1000) - 60 }),
    }),
  },
  {
    why: 'a request of another client',
    description: /iss of the request object is "other"/,
    make: async (circle) => ({ request: await signRequest(circle, { iss: 'other' }) }),
  },
  ...['aud', 'iss', 'exp', 'iat', 'nbf', 'jti'].map((name) => ({
    why: `a request without ${name} (CIBA §7.1.1)`,
    description: new RegExp(`^The request object has no ${name}\\.$`),
    make: async (circle: CibaTest) => ({ request: await signRequest(circle, { [name]: undefined }) }),
  })),
  {
    why: 'a request for another server (CIBA §7.1.1)',
    description: /^aud of the request object is "https:\/\/other\.example", not http/,
    make: async (circle) => ({ request: await signRequest(circle, { aud: 'https://other.example' }) }),
  },
  {
    why: 'text that is not a request object',
    description: /is not a JWT/,
    make: async () => ({ request: 'abc' }),
  },
  {
    why: 'both request and request_uri',
    description: /^Illegal to use both 'request' and 'request_uri' parameters together$/,
    make: async (circle) => ({ request: await signRequest(circle), request_uri: 'http://127.0.0.1:9/r' }),
  },
  {
    why: 'an unregistered URL',
    description: /^Specified 'request_uri' not allowed for this client\.$/,
    make: async () => ({ request_uri: 'http://127.0.0.1:9/r' }),
  },
];

for (const { why, description, attributes, make } of REFUSALS) {
  test(`CIBA §13: ${why} is answered with 400 invalid_request and its reason, and nothing is delegated`, () =>
    withKeys(async (circle) => {
      const { status, body } = await circle.ask(await make(circle));
      assert.deepEqual([status, body['error']], [400, 'invalid_request']);
      assert.match(String(body['error_description']), description);
      assert.deepEqual(circle.delegations, []);
    }, attributes));
}
