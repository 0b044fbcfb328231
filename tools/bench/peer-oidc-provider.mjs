// The peer: npm's oidc-provider in memory, with an RSA-2048 key, one client and a plain sign-in page.
import { createServer } from 'node:http';
import Provider from 'oidc-provider';
import { loadSigningKey } from './signing-key.mjs';

const server = createServer();
await new Promise((done) => server.listen(0, '127.0.0.1', done));
const url = `http://127.0.0.1:${server.address().port}`;

const provider = new Provider(url, {
  jwks: { keys: [{ ...loadSigningKey().export({ format: 'jwk' }), alg: 'RS256', use: 'sig' }] },
  clients: [
    {
      client_id: 'bench',
      client_secret: 'bench-secret',
      grant_types: ['authorization_code', 'client_credentials', 'refresh_token', 'password'],
      response_types: ['code'],
      redirect_uris: ['http://127.0.0.1:9/callback'],
      token_endpoint_auth_method: 'client_secret_post',
    },
  ],
  cookies: { keys: ['bench-cookie-key'] },
  features: {
    devInteractions: { enabled: false },
    clientCredentials: { enabled: true },
    introspection: { enabled: true },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => 'urn:bench',
      useGrantedResource: () => true,
      getResourceServerInfo: () => ({
        scope: 'api openid',
        accessTokenFormat: 'jwt',
        jwt: { sign: { alg: 'RS256' } },
      }),
    },
  },
  pkce: { required: () => true },
  issueRefreshToken: (_context, client) => client.grantTypeAllowed('refresh_token'),
  findAccount: (_context, id) => ({
    accountId: id,
    claims: () => ({ sub: id, name: 'Alice', email: 'alice@example.test' }),
  }),
  interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
  // Consent is not measured: every sign-in is granted.
  loadExistingGrant: ({ oidc }) => createGrant(oidc.client, oidc.session.accountId),
});

async function createGrant(client, accountId) {
  const grant = new provider.Grant({ clientId: client.clientId, accountId });
  grant.addOIDCScope('openid');
  grant.addResourceScope('urn:bench', 'api openid');
  await grant.save();
  return grant;
}

/** The password grant, which oidc-provider leaves to its users. `opaque` issues a token for userinfo, which
 * does not accept JWTs. */
async function grantForPassword(context) {
  const { client, params } = context.oidc;
  const accountId = params.username;
  const grant = await createGrant(client, accountId);
  const common = { accountId, client, grantId: grant.jti, gty: 'password', expiresWithSession: false };
  const access = new provider.AccessToken({ ...common, scope: 'openid' });
  if (params.opaque === undefined)
    access.resourceServer = new provider.ResourceServer('urn:bench', {
      scope: 'api openid',
      accessTokenFormat: 'jwt',
      jwt: { sign: { alg: 'RS256' } },
    });
  const refresh = new provider.RefreshToken({ ...common, scope: 'openid', resource: 'urn:bench' });
  const id = new provider.IdToken({ sub: accountId }, { ctx: context });
  id.scope = 'openid';
  const [access_token, refresh_token, id_token] = await Promise.all([
    access.save(),
    refresh.save(),
    id.issue({ use: 'idtoken' }),
  ]);
  context.body = {
    access_token,
    refresh_token,
    id_token,
    token_type: 'Bearer',
    expires_in: access.expiration,
  };
}
provider.registerGrantType('password', grantForPassword, ['username', 'password', 'scope', 'opaque']);

const answer = provider.callback();
server.on('request', async (request, response) => {
  const interaction = /^\/interaction\/([\w-]+)$/.exec(request.url ?? '');
  if (interaction === null) return answer(request, response);
  if (request.method === 'GET') {
    response.setHeader('content-type', 'text/html');
    return response.end(
      `<form method="post" action="${request.url}"><input name="username"><input name="password"></form>`,
    );
  }
  let body = '';
  for await (const chunk of request) body += chunk;
  const accountId = new URLSearchParams(body).get('username');
  return provider.interactionFinished(request, response, { login: { accountId } });
});
console.log(`Listening on: ${url}`);
