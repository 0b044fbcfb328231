// The limit: a bare server that reads the form and makes the unavoidable RS256 signatures, and nothing else.
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { createServer } from 'node:http';

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const header = Buffer.from(JSON.stringify({ alg: 'RS256', typ: 'JWT', kid: 'limit' })).toString('base64url');
const page = `<form method="post" action="/login"><input name="username"><input name="password"></form>`;

function token(url, extra) {
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    exp: now + 300,
    iat: now,
    iss: url,
    sub: createHash('sha256').update('alice').digest('hex'),
    azp: 'bench',
    ...extra,
  };
  const input = `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
  return new Promise((done, failed) =>
    sign('sha256', Buffer.from(input), privateKey, (error, signature) =>
      error ? failed(error) : done(`${input}.${signature.toString('base64url')}`),
    ),
  );
}

/** About what an assertion's SignedInfo and the message around it come to. */
function samlPage() {
  return new Promise((done, failed) =>
    sign('sha256', Buffer.alloc(900, 'x'), privateKey, (error, signature) => {
      if (error) return failed(error);
      const xml = `status:Success Assertion alice SignatureValue ${signature.toString('base64')} ${'x'.repeat(4000)}`;
      return done(
        `<form method="post"><input name="SAMLResponse" value="${Buffer.from(xml).toString('base64')}"></form>`,
      );
    }),
  );
}

const discovery = Buffer.from(JSON.stringify({ issuer: 'limit', padding: 'x'.repeat(5000) }));
let url = '';
const server = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  const path = (request.url ?? '').split('?')[0];
  if (path === '/.well-known/openid-configuration') {
    response.setHeader('content-type', 'application/json');
    return response.end(discovery);
  }
  if (path === '/saml')
    return response.setHeader('content-type', 'text/html').end(page.replace('/login', '/saml-login'));
  if (path === '/saml-login') return response.setHeader('content-type', 'text/html').end(await samlPage());
  if (path === '/auth') return response.setHeader('content-type', 'text/html').end(page);
  if (path === '/login')
    return response.writeHead(302, { location: 'http://127.0.0.1:9/callback?code=x' }).end();
  const form = new URLSearchParams(body);
  const both = form.get('grant_type') !== 'client_credentials';
  const [access_token, id_token] = await Promise.all([
    token(url, { typ: 'Bearer' }),
    both ? token(url, { typ: 'ID' }) : undefined,
  ]);
  response.setHeader('content-type', 'application/json');
  return response.end(JSON.stringify({ access_token, id_token }));
});
server.listen(0, '127.0.0.1', () => {
  url = `http://127.0.0.1:${server.address().port}`;
  console.log(`Listening on: ${url}`);
});
