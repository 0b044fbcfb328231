// The peer for SAML: npm's samlp on a bare node:http server, in memory, with a plain sign-in page.
import { createServer } from 'node:http';
import samlp from 'samlp';
import { sampleCredentials } from './saml-message.mjs';

const { key, certificate } = sampleCredentials();
const user = {
  id: 'alice',
  displayName: 'Alice',
  name: { givenName: 'Alice', familyName: 'Example' },
  emails: [{ value: 'alice@example.test' }],
};

const answer = samlp.auth({
  issuer: 'urn:bench:samlp',
  cert: certificate,
  key,
  // One service provider signs its requests, the other does not.
  getCredentials: (issuer, _sessions, _subject, done) =>
    done(null, issuer === 'bench-saml-signed' ? { cert: certificate } : undefined),
  getPostURL: (_audience, request, _incoming, done) =>
    done(null, request.documentElement.getAttribute('AssertionConsumerServiceURL')),
});

function signInPage(form) {
  const hidden = ['SAMLRequest', 'RelayState'].map(
    (name) => `<input type="hidden" name="${name}" value="${form.get(name) ?? ''}">`,
  );
  return `<form method="post" action="/login">${hidden.join('')}<input name="username"><input name="password"></form>`;
}

const server = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  const form = new URLSearchParams(body);
  if (request.url === '/saml') {
    response.setHeader('content-type', 'text/html');
    return response.end(signInPage(form));
  }
  if (request.url !== '/login') return response.writeHead(404).end();
  // samlp expects Express.
  response.set = (name, value) => response.setHeader(name, value);
  response.send = (page) => response.end(page);
  const incoming = Object.assign(request, { query: {}, body: Object.fromEntries(form), user });
  return answer(incoming, response, (error) => response.writeHead(400).end(String(error)));
});
server.listen(0, '127.0.0.1', () => {
  console.log(`Listening on: http://127.0.0.1:${server.address().port}`);
});
