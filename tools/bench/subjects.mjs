// The three servers that are compared, each with its way of asking for a token, signing in and reading discovery.
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startProcess } from './process.mjs';

const root = resolve(import.meta.dirname, '../..');
const redirectUri = 'http://127.0.0.1:9/callback';
const demo = JSON.parse(readFileSync(join(root, 'fixtures/realms/demo.json'), 'utf8'));
const secretOf = (clientId) => demo.clients.find((client) => client.clientId === clientId).secret;

function expectStatus(answer, status, what) {
  if (answer.status !== status) throw new Error(`${what}: ${answer.status} ${answer.body.slice(0, 300)}`);
  return answer;
}

function pkce() {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** Where a sign-in page's form goes, with what it carries along. */
export function signInAction(answer, at) {
  const { body } = expectStatus(answer, 200, 'sign-in page');
  const plain = (text) => text.replaceAll(/&amp;|&#38;/g, '&');
  const inputs = [...body.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
  return {
    action: new URL(plain(/action="([^"]+)"/.exec(body)?.[1] ?? ''), at).href,
    hidden: Object.fromEntries(inputs.map(([, name, value]) => [name, plain(value)])),
  };
}

/** Follows redirects of the server itself until a page or the callback. */
export async function follow(connection, url, answer) {
  let current = answer;
  let at = url;
  while (current.location !== undefined && !current.location.startsWith(redirectUri)) {
    at = new URL(current.location, at).href;
    current = await connection.send('GET', at);
  }
  return { answer: current, at };
}

/** Authorization request, sign-in page, password, code, tokens. */
async function signIn(connection, { authorize, token, clientId, clientSecret, scope }) {
  connection.forget();
  const { verifier, challenge } = pkce();
  const query = {
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope,
    state: 's',
    nonce: 'n',
    code_challenge: challenge,
    code_challenge_method: 'S256',
  };
  const url = `${authorize}?${new URLSearchParams(query)}`;
  const page = await follow(connection, url, await connection.send('GET', url));
  const { action: target } = signInAction(page.answer, page.at);
  const posted = await connection.send('POST', target, { username: 'alice', password: 'alice-password' });
  const { answer } = await follow(connection, target, posted);
  const code = new URL(answer.location).searchParams.get('code');
  if (code === null) throw new Error(`no code: ${answer.location}`);
  const form = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
    client_id: clientId,
    client_secret: clientSecret,
  };
  expectStatus(await connection.send('POST', token, form), 200, 'code exchange');
}

function subject(name, start, paths, client) {
  return {
    name,
    start,
    discovery: async (connection, url) =>
      expectStatus(await connection.send('GET', url + paths.discovery), 200, 'discovery'),
    clientCredentials: async (connection, url) =>
      expectStatus(
        await connection.send('POST', url + paths.token, {
          grant_type: 'client_credentials',
          client_id: client.service,
          client_secret: client.serviceSecret,
        }),
        200,
        'client_credentials',
      ),
    signIn: (connection, url) =>
      signIn(connection, {
        authorize: url + paths.authorize,
        token: url + paths.token,
        clientId: client.web,
        clientSecret: client.webSecret,
        scope: 'openid',
      }),
  };
}

/** A data directory of its own, under the machine's temporary files. */
export function createDataDir() {
  return join(mkdtempSync(join(tmpdir(), 'understudy-bench-')), 'data');
}

/** Arguments of a headless start. */
export function understudyArguments(dataDir, ...more) {
  return [
    join(root, 'dist/main/headless.js'),
    '--http-port=0',
    `--data-dir=${dataDir}`,
    '--log-level=warn,server:info',
    ...more,
  ];
}

const protocolPath = '/realms/demo/protocol/openid-connect';

/** Ours, npm's oidc-provider, and the limit. */
export const subjects = [
  subject(
    'understudy',
    (dataDir = createDataDir()) => startProcess(understudyArguments(dataDir)),
    {
      discovery: '/realms/demo/.well-known/openid-configuration',
      authorize: `${protocolPath}/auth`,
      token: `${protocolPath}/token`,
    },
    {
      service: 'demo-service',
      serviceSecret: secretOf('demo-service'),
      web: 'demo-web',
      webSecret: secretOf('demo-web'),
    },
  ),
  subject(
    'oidc-provider',
    () => startProcess([join(import.meta.dirname, 'peer-oidc-provider.mjs')]),
    { discovery: '/.well-known/openid-configuration', authorize: '/auth', token: '/token' },
    { service: 'bench', serviceSecret: 'bench-secret', web: 'bench', webSecret: 'bench-secret' },
  ),
  subject(
    'limit',
    () => startProcess([join(import.meta.dirname, 'limit.mjs')]),
    { discovery: '/.well-known/openid-configuration', authorize: '/auth', token: '/token' },
    { service: 'bench', serviceSecret: 'bench-secret', web: 'bench', webSecret: 'bench-secret' },
  ),
];
