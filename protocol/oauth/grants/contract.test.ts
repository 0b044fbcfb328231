// The contract of grants: what must hold for every row of the table.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beginAuthentication } from '../testing/ciba.ts';
import { answerCode, askForCodes, DEVICE_GRANT } from '../testing/device.ts';
import { CALLBACK, WEB } from '../testing/realm.ts';
import { type Answer, type OAuthTestServer, startOAuthServer, withOAuthServer } from '../testing/server.ts';

type Form = Readonly<Record<string, string>>;

/** What the tests need of a grant, including the artifact that it consumes. */
interface Row {
  /** A valid request, without the client's credentials. */
  prepare(server: OAuthTestServer): Promise<Form>;
  /** The artifact, if the grant has one, and its lifespan. */
  readonly artefact?: { readonly lifespanSeconds: number; readonly expired?: string };
}

const ROWS: Readonly<Record<string, Row>> = {
  authorization_code: {
    prepare: async (server) => ({
      code: (await server.signIn(server.browser()))['code'] ?? '',
      redirect_uri: CALLBACK,
    }),
    artefact: { lifespanSeconds: 60 },
  },
  [DEVICE_GRANT]: {
    async prepare(server) {
      const { deviceCode, userCode } = await askForCodes(server);
      await answerCode(server, userCode);
      return { device_code: deviceCode };
    },
    artefact: { lifespanSeconds: 600, expired: 'expired_token' },
  },
  'urn:openid:params:grant-type:ciba': {
    async prepare(server) {
      await server.changeClient('other', { attributes: { 'oidc.ciba.grant.enabled': 'true' } });
      const { authReqId, approve } = await beginAuthentication(server);
      await approve();
      return { auth_req_id: authReqId };
    },
    artefact: { lifespanSeconds: 120, expired: 'expired_token' },
  },
  client_credentials: { prepare: async () => ({}) },
  password: { prepare: async () => ({ username: 'alice', password: 'alice-password' }) },
  'urn:ietf:params:oauth:grant-type:token-exchange': {
    async prepare(server) {
      await server.changeClient('web', { attributes: { 'standard.token.exchange.enabled': 'true' } });
      return {
        subject_token: (await server.tokens()).access_token,
        subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      };
    },
  },
  refresh_token: {
    prepare: async (server) => ({ refresh_token: (await server.tokens()).refresh_token }),
    artefact: { lifespanSeconds: 1800 },
  },
};

function assertRefused({ status, headers, body }: Answer, expected: number, error: string): void {
  assert.equal(status, expected);
  assert.equal(body['error'], error);
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.match(headers.get('content-type') ?? '', /^application\/json/);
  assert.equal(body['access_token'], undefined);
}

const { grants, stop } = await startOAuthServer();
await stop();

for (const { type, parameters } of grants) {
  const row = ROWS[type];
  const grant = async (server: OAuthTestServer, changes: Form = {}): Promise<Answer> => {
    const form = await (row?.prepare(server) ?? Promise.reject(new TypeError(`add ${type} to the contract`)));
    return server.post('token', { ...WEB, grant_type: type, ...form, ...changes });
  };

  test(`${type}: the right request is granted, by its declared parameters alone`, async () => {
    await withOAuthServer(async (server) => {
      const { status, body, summary } = await grant(server);
      assert.equal(status, 200);
      assert.equal(typeof body['access_token'], 'string');
      assert.equal(typeof body['scope'], 'string');
      assert.equal(summary?.title, `Token request (${type})`);
      const sent = Object.keys((await row?.prepare(server)) ?? {});
      assert.deepEqual(
        sent.filter((name) => !parameters.includes(name)),
        [],
      );
    });
  });

  test(`${type}: RFC 6749 §5.2: an unknown client is refused`, async () => {
    await withOAuthServer(async (server) => {
      assertRefused(await grant(server, { client_id: 'nobody' }), 401, 'invalid_client');
    });
  });

  test(`${type}: RFC 6749 §5.2: a wrong secret is refused`, async () => {
    await withOAuthServer(async (server) => {
      assertRefused(await grant(server, { client_secret: 'wrong' }), 401, 'unauthorized_client');
    });
  });

  test(`${type}: RFC 6749 §5.2: a disabled client is refused`, async () => {
    await withOAuthServer(async (server) => {
      const form = (await row?.prepare(server)) ?? {};
      await server.changeClient('web', { enabled: false });
      assertRefused(await server.post('token', { ...WEB, grant_type: type, ...form }), 401, 'invalid_client');
    });
  });

  test(`${type}: a disabled realm grants nothing`, async () => {
    await withOAuthServer(async (server) => {
      const form = (await row?.prepare(server)) ?? {};
      await server.changeRealm((realm) => ({ ...realm, enabled: false }));
      assertRefused(await server.post('token', { ...WEB, grant_type: type, ...form }), 403, 'access_denied');
    });
  });

  test(`${type}: RFC 6749 §3.2: a repeated parameter is refused`, async () => {
    await withOAuthServer(async (server) => {
      const body = new URLSearchParams({ ...WEB, grant_type: type, ...(await row?.prepare(server)) });
      body.append('x', '1');
      body.append('x', '2');
      assertRefused(await server.send('token', { method: 'POST', body }), 400, 'invalid_request');
    });
  });

  if (row?.artefact === undefined) continue;
  const { lifespanSeconds, expired = 'invalid_grant' } = row.artefact;

  test(`${type}: RFC 6749 §5.2: another client's ${parameters[0]} is refused`, async () => {
    await withOAuthServer(async (server) => {
      assertRefused(await grant(server, { client_id: 'other' }), 400, 'invalid_grant');
    });
  });

  test(`${type}: RFC 6749 §5.2: an expired ${parameters[0]} is refused`, async () => {
    await withOAuthServer(async (server) => {
      const form = await row.prepare(server);
      server.pass(lifespanSeconds);
      assertRefused(await server.post('token', { ...WEB, grant_type: type, ...form }), 400, expired);
    });
  });

  test(`${type}: RFC 6749 §10.4, §10.5: a used ${parameters[0]} is refused if it is single-use`, async () => {
    await withOAuthServer(
      async (server) => {
        const form = { ...WEB, grant_type: type, ...(await row.prepare(server)) };
        assert.equal((await server.post('token', form)).status, 200);
        assertRefused(await server.post('token', form), 400, 'invalid_grant');
      },
      { revokeRefreshToken: true },
    );
  });
}
