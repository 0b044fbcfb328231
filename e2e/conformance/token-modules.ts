// Modules about tokens, claims, userinfo, codes and refresh tokens.
import { createHash } from 'node:crypto';
import { expect } from '@playwright/test';
import { decodeProtectedHeader } from 'jose';
import { gives, givesAccess, type Module } from './module.ts';
import { PERSON } from './realm.ts';
import type { Held, RelyingParty } from './relying-party.ts';

/** Claims from userinfo if there is an access token (OIDC Core §5.4), otherwise from the ID token. */
async function claimsOf(
  rp: RelyingParty,
  { accessToken, idToken }: Held,
): Promise<Readonly<Record<string, unknown>>> {
  if (accessToken === undefined) return idToken;
  const { status, body } = await rp.userInfo(accessToken);
  expect(status).toBe(200);
  expect(body['sub']).toBe(idToken.sub);
  return body;
}

const CLAIMS_OF_SCOPE: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  profile: { name: PERSON.name, given_name: 'Jane', family_name: 'Doe', preferred_username: PERSON.username },
  email: { email: PERSON.email, email_verified: true },
  address: { address: expect.objectContaining({ locality: PERSON.locality, country: 'US' }) },
  phone: { phone_number: PERSON.phone, phone_number_verified: true },
};

function scopes(...names: readonly string[]): Module {
  return {
    requires: `OIDC Core §5.4: ${names.join(', ')} returns its claims`,
    run: async ({ rp }) => {
      const claims = await claimsOf(rp, await rp.signIn({ scope: ['openid', ...names].join(' ') }));
      for (const name of names) expect(claims).toMatchObject(CLAIMS_OF_SCOPE[name] ?? {});
    },
  };
}

function userInfo(how: 'get' | 'post-header' | 'post-body', section: string): Module {
  return {
    requires: `${section}: userinfo answers ${how}`,
    applies: givesAccess,
    run: async ({ rp }) => {
      const { accessToken = '', idToken } = await rp.signIn();
      const { status, body } = await rp.userInfo(accessToken, how);
      expect([status, body['sub']]).toEqual([200, idToken.sub]);
    },
  };
}

function codeReuse(requires: string, waitMs: number): Module {
  return {
    requires,
    applies: gives('code'),
    run: async ({ rp, pass }) => {
      const held = await rp.signIn();
      await pass(waitMs);
      const again = await rp.exchange(held.code ?? '');
      expect([again.status, again.body['error']]).toEqual([400, 'invalid_grant']);
      expect((await rp.userInfo(held.accessToken ?? '')).status).toBe(401);
    },
  };
}

/** Rows by the suite's name. */
export const TOKEN_MODULES: Readonly<Record<string, Module>> = {
  'oidcc-server': {
    requires:
      'OIDC Core §3: a sign-in from request to verified tokens, the answer where the response mode puts it',
    run: async ({ rp, variant }) => {
      const { answer, idToken } = await rp.signIn();
      const byDefault = variant.responseType === 'code' ? 'query' : 'fragment';
      expect(answer.channel).toBe(variant.responseMode ?? byDefault);
      expect(idToken.sub).toMatch(/\S/);
    },
  },
  'oidcc-idtoken-signature': {
    requires: 'OIDC Core §2: ID tokens are signed with RS256 unless registered otherwise',
    run: async ({ rp }) => {
      const { alg, kid } = decodeProtectedHeader((await rp.signIn()).idTokenText);
      expect(alg).toBe('RS256');
      expect((await rp.keys()).keys.map((key) => key.kid)).toContain(kid);
    },
  },
  'oidcc-idtoken-unsigned': {
    requires: 'OIDC Core §2: "none" is not offered for ID tokens, and discovery says so',
    applies: ({ responseType }) => responseType === 'code',
    run: async ({ rp }) => {
      const discovery = await (await fetch(`${rp.issuer}/.well-known/openid-configuration`)).json();
      expect(discovery.id_token_signing_alg_values_supported).toContain('RS256');
      expect(discovery.id_token_signing_alg_values_supported).not.toContain('none');
    },
  },
  'oidcc-userinfo-get': userInfo('get', 'OIDC Core §5.3.1'),
  'oidcc-userinfo-post-header': userInfo('post-header', 'OIDC Core §5.3.1'),
  'oidcc-userinfo-post-body': userInfo('post-body', 'RFC 6750 §2.2'),
  'oidcc-scope-profile': scopes('profile'),
  'oidcc-scope-email': scopes('email'),
  'oidcc-scope-address': scopes('address'),
  'oidcc-scope-phone': scopes('phone'),
  'oidcc-scope-all': scopes('profile', 'email', 'address', 'phone'),
  'oidcc-claims-essential': {
    requires: 'OIDC Core §5.5: an essential claim is returned',
    run: async ({ rp, variant }) => {
      const place = givesAccess(variant) ? 'userinfo' : 'id_token';
      const claims = JSON.stringify({ [place]: { name: { essential: true } } });
      expect((await claimsOf(rp, await rp.signIn({ claims })))['name']).toBe(PERSON.name);
    },
  },
  'oidcc-codereuse': codeReuse('RFC 6749 §4.1.2: a code is accepted once', 0),
  'oidcc-codereuse-30seconds': codeReuse(
    'RFC 6749 §4.1.2: a later second use revokes the tokens of the first',
    30_000,
  ),
  'oidcc-server-client-secret-post': {
    requires: 'OIDC Core §9: client_secret_post',
    applies: gives('code'),
    run: async ({ rp }) => {
      const fields = rp.fields();
      const held = await rp.signIn();
      const { clientId, secret } = rp.client;
      const refreshed = await rp.token({
        grant_type: 'refresh_token',
        refresh_token: held.refreshToken ?? '',
        client_id: clientId,
        client_secret: secret,
      });
      expect([fields['client_id'], refreshed.status]).toEqual([clientId, 200]);
      const wrong = await rp.token({
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: `${secret}x`,
      });
      expect([wrong.status, wrong.body['error']]).toEqual([401, 'unauthorized_client']);
    },
  },
  'oidcc-refresh-token': {
    requires: 'RFC 6749 §6: a refresh token works only for its own client',
    applies: gives('code'),
    run: async ({ rp, other }) => {
      const { refreshToken = '', idToken } = await rp.signIn();
      const stolen = await other.token({ grant_type: 'refresh_token', refresh_token: refreshToken });
      expect([stolen.status, stolen.body['error']]).toEqual([400, 'invalid_grant']);
      const own = await rp.token({ grant_type: 'refresh_token', refresh_token: refreshToken });
      expect(own.status).toBe(200);
      const accessToken = String(own.body['access_token']);
      const again = await rp.verify(String(own.body['id_token']), { nonce: undefined, accessToken });
      expect([again.sub, again['auth_time']]).toEqual([idToken.sub, idToken['auth_time']]);
      expect((await rp.userInfo(accessToken)).status).toBe(200);
    },
  },
  'oidcc-ensure-request-with-valid-pkce-succeeds': {
    requires: 'RFC 7636 §4.6: a code with a challenge requires its verifier',
    applies: gives('code'),
    run: async ({ rp }) => {
      const verifier = 'v'.repeat(43);
      const code_challenge = createHash('sha256').update(verifier).digest('base64url');
      const challenge = { code_challenge, code_challenge_method: 'S256' };
      await expect(rp.signIn(challenge)).rejects.toThrow('PKCE code verifier not specified');
      const exchange = rp.exchange.bind(rp);
      rp.exchange = (code) => exchange(code, { code_verifier: verifier });
      expect((await rp.signIn(challenge)).idToken.sub).toBeTruthy();
    },
  },
};
