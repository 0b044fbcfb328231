// The limit: a bare server that only reads the form and makes the necessary RS256 signatures.
import { createHash, createPublicKey, sign } from 'node:crypto';
import { createServer } from 'node:http';
import { loadSigningKey } from './signing-key.mjs';

const privateKey = loadSigningKey();
const callback = 'http://127.0.0.1:9/callback?code=x';
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

/** Roughly the size of an assertion's SignedInfo and of the message around it. */
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

const json = (value) => ({ type: 'application/json', body: Buffer.from(JSON.stringify(value)) });
const html = (text) => ({ type: 'text/html', body: Buffer.from(text) });

/** Responses that never change. */
const READY = {
  '/.well-known/openid-configuration': json({ issuer: 'limit', padding: 'x'.repeat(5000) }),
  '/jwks': json({
    keys: [
      { ...createPublicKey(privateKey).export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'limit' },
    ],
  }),
  '/me': json({ sub: 'alice', name: 'Alice', email: 'alice@example.test' }),
  '/saml': html(page.replace('/login', '/saml-login')),
};

async function tokens(form, url) {
  const both = form.get('grant_type') !== 'client_credentials';
  const [access_token, id_token] = await Promise.all([
    token(url, { typ: 'Bearer' }),
    both ? token(url, { typ: 'ID' }) : undefined,
  ]);
  return json({ access_token, id_token, refresh_token: both ? 'limit' : undefined });
}

async function answer(path, { headers }, form, url) {
  if (path === '/auth') return headers.cookie === undefined ? html(page) : { location: callback };
  if (path === '/login') return { location: callback, cookie: 'session=limit' };
  if (path === '/saml-login') return html(await samlPage());
  if (path === '/token/introspection') return json({ active: form.has('token'), sub: 'alice' });
  return tokens(form, url);
}

let url = '';
const server = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  const path = (request.url ?? '').split('?')[0];
  const found = READY[path] ?? (await answer(path, request, new URLSearchParams(body), url));
  if (found.cookie !== undefined) response.setHeader('set-cookie', found.cookie);
  if (found.location !== undefined) return response.writeHead(302, { location: found.location }).end();
  response.setHeader('content-type', found.type);
  return response.end(found.body);
});
server.listen(0, '127.0.0.1', () => {
  url = `http://127.0.0.1:${server.address().port}`;
  console.log(`Listening on: ${url}`);
});
