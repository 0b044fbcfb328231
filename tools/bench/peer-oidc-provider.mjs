// The peer: npm's oidc-provider with an RSA-2048 key, one confidential client and a plain sign-in page, everything in memory.
import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import Provider from 'oidc-provider';

const server = createServer();
await new Promise((done) => server.listen(0, '127.0.0.1', done));
const url = `http://127.0.0.1:${server.address().port}`;

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const provider = new Provider(url, {
  jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig' }] },
  clients: [
    {
      client_id: 'bench',
      client_secret: 'bench-secret',
      grant_types: ['authorization_code', 'client_credentials', 'refresh_token'],
      response_types: ['code'],
      redirect_uris: ['http://127.0.0.1:9/callback'],
      token_endpoint_auth_method: 'client_secret_post',
    },
  ],
  cookies: { keys: ['bench-cookie-key'] },
  features: {
    devInteractions: { enabled: false },
    clientCredentials: { enabled: true },
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
  findAccount: (_context, id) => ({
    accountId: id,
    claims: () => ({ sub: id, name: 'Alice', email: 'alice@example.test' }),
  }),
  interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
  // Consent is not what is measured: every sign-in is granted.
  loadExistingGrant: async (context) => {
    const grant = new context.oidc.provider.Grant({
      clientId: context.oidc.client.clientId,
      accountId: context.oidc.session.accountId,
    });
    grant.addOIDCScope('openid');
    grant.addResourceScope('urn:bench', 'api openid');
    await grant.save();
    return grant;
  },
});

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
