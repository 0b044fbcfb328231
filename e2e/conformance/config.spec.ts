import { expect, test } from '@playwright/test';
import { startServer, type TestServer } from '../support/server.ts';
import { createConformanceRealm, REALM } from './realm.ts';

let server: TestServer;
let discovery: Readonly<Record<string, unknown>>;

test.beforeAll(async () => {
  server = await startServer();
  await createConformanceRealm(server.url);
  const response = await fetch(`${server.url}/realms/${REALM}/.well-known/openid-configuration`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toContain('application/json');
  discovery = (await response.json()) as Readonly<Record<string, unknown>>;
});
test.afterAll(() => server.stop());

const listed = (member: string): readonly string[] => discovery[member] as readonly string[];

test('Config: oidcc-discovery-endpoint-verification: OIDC Discovery §3: the metadata contains what is required and matches the server', async () => {
  const issuer = `${server.url}/realms/${REALM}`;
  expect(discovery['issuer']).toBe(issuer);
  for (const member of [
    'authorization_endpoint',
    'token_endpoint',
    'userinfo_endpoint',
    'jwks_uri',
    'registration_endpoint',
  ])
    expect(String(discovery[member]), member).toMatch(new RegExp(`^${issuer}/`));
  expect(listed('scopes_supported')).toEqual(expect.arrayContaining(['openid', 'profile', 'email']));
  const types = ['code', 'id_token', 'id_token token', 'code id_token', 'code token', 'code id_token token'];
  expect(listed('response_types_supported')).toEqual(expect.arrayContaining(types));
  expect(listed('response_modes_supported')).toEqual(
    expect.arrayContaining(['query', 'fragment', 'form_post']),
  );
  expect(listed('grant_types_supported')).toEqual(
    expect.arrayContaining(['authorization_code', 'implicit', 'refresh_token']),
  );
  expect(listed('subject_types_supported')).toContain('public');
  expect(listed('id_token_signing_alg_values_supported')).toContain('RS256');
  expect(listed('token_endpoint_auth_methods_supported')).toEqual(
    expect.arrayContaining(['client_secret_basic', 'client_secret_post', 'private_key_jwt']),
  );
  expect(listed('claim_types_supported')).toEqual(['normal']);
  expect(listed('claims_supported')).toEqual(expect.arrayContaining(['sub', 'iss', 'auth_time', 'name']));
  for (const member of [
    'claims_parameter_supported',
    'request_parameter_supported',
    'request_uri_parameter_supported',
  ])
    expect(discovery[member], member).toBe(true);
});

test('Config: oidcc-discovery-endpoint-verification: RFC 7517 §5: the keys are public and distinguishable', async () => {
  const { keys } = (await (await fetch(String(discovery['jwks_uri']))).json()) as {
    keys: readonly Readonly<Record<string, unknown>>[];
  };
  expect(new Set(keys.map(({ kid }) => kid)).size).toBe(keys.length);
  expect(keys.some(({ use, alg }) => use === 'sig' && alg === 'RS256')).toBe(true);
  for (const key of keys) for (const secret of ['d', 'p', 'q', 'k']) expect(key).not.toHaveProperty(secret);
});

for (const [module, required] of Object.entries({
  'oidcc-rp-initiated-logout-discovery-endpoint-verification': { end_session_endpoint: /\/logout$/ },
  'oidcc-session-management-discovery-endpoint-verification': {
    end_session_endpoint: /\/logout$/,
    check_session_iframe: /login-status-iframe\.html$/,
  },
  'oidcc-frontchannel-logout-discovery-endpoint-verification': {
    end_session_endpoint: /\/logout$/,
    frontchannel_logout_supported: /^true$/,
    frontchannel_logout_session_supported: /^true$/,
  },
  'oidcc-backchannel-logout-discovery-endpoint-verification': {
    end_session_endpoint: /\/logout$/,
    backchannel_logout_supported: /^true$/,
    backchannel_logout_session_supported: /^true$/,
  },
})) {
  test(`Config: ${module}: discovery contains ${Object.keys(required).join(', ')}`, () => {
    for (const [member, pattern] of Object.entries(required))
      expect(String(discovery[member]), member).toMatch(pattern);
  });
}
