// The three compared servers, each with its requests for tokens, sign-ins and reads.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { codeOf, createAuthorization, follow, signInAction } from './authorization-code.mjs';
import { createDataDir } from './data-folder.mjs';
import { startProcess, startScript } from './process.mjs';

const root = resolve(import.meta.dirname, '../..');
const demo = JSON.parse(readFileSync(join(root, 'fixtures/realms/demo.json'), 'utf8'));
const secretOf = (clientId) => demo.clients.find((client) => client.clientId === clientId).secret;
const PASSWORD = { username: 'alice', password: 'alice-password' };

function expectStatus(answer, status, what) {
  if (answer.status !== status) throw new Error(`${what}: ${answer.status} ${answer.body.slice(0, 300)}`);
  return answer;
}

/** Operations of one server, with its paths and clients. */
class Subject {
  constructor({ name, start, paths, clients }) {
    this.name = name;
    this.start = (dataDir = createDataDir(), ...more) => start(dataDir, ...more);
    this.paths = paths;
    this.service = { client_id: clients.service, client_secret: clients.serviceSecret };
    this.web = { client_id: clients.web, client_secret: clients.webSecret };
  }

  async discovery(connection, url) {
    expectStatus(await connection.send('GET', url + this.paths.discovery), 200, 'discovery');
  }

  async keys(connection, url) {
    expectStatus(await connection.send('GET', url + this.paths.keys), 200, 'keys');
  }

  async #token(connection, url, form, what) {
    const answer = expectStatus(await connection.send('POST', url + this.paths.token, form), 200, what);
    return JSON.parse(answer.body);
  }

  async clientCredentials(connection, url) {
    await this.#token(
      connection,
      url,
      { grant_type: 'client_credentials', ...this.service },
      'client_credentials',
    );
  }

  async passwordGrant(connection, url, more = {}) {
    const form = { grant_type: 'password', ...this.web, ...PASSWORD, scope: 'openid', ...more };
    return this.#token(connection, url, form, 'password grant');
  }

  /** Uses the newest refresh token of this connection, as an application does. */
  async refreshGrant(connection, url) {
    const { memory } = connection;
    const held = memory.get('refresh') ?? (await this.passwordGrant(connection, url)).refresh_token;
    const form = { grant_type: 'refresh_token', refresh_token: held, ...this.web };
    memory.set('refresh', (await this.#token(connection, url, form, 'refresh grant')).refresh_token ?? held);
  }

  /** Authorization request, sign-in page, password, code, tokens. */
  async signIn(connection, url, person = PASSWORD) {
    connection.forget();
    await this.#authorize(connection, url, async (page) => {
      const { action } = signInAction(page.answer, page.at);
      const posted = await connection.send('POST', action, person);
      return follow(connection, action, posted);
    });
  }

  /** Authorization request with the session cookie, code, tokens. */
  async signInAgain(connection, url) {
    if (!connection.memory.has('session')) {
      await this.signIn(connection, url);
      connection.memory.set('session', true);
    }
    await this.#authorize(connection, url, (answered) => answered);
  }

  async #authorize(connection, url, authenticate) {
    const request = createAuthorization(url + this.paths.authorize, this.web, 'openid');
    const page = await follow(connection, request.url, await connection.send('GET', request.url));
    const { answer } = await authenticate(page);
    const code = codeOf(answer);
    if (code === undefined) throw new Error(`no code: ${answer.status} ${answer.location}`);
    await this.#token(connection, url, request.redemption(code), 'code exchange');
  }

  /** An access token that this server accepts at userinfo and introspection. */
  async #accessToken(connection, url) {
    const { memory } = connection;
    if (!memory.has('access'))
      memory.set('access', (await this.passwordGrant(connection, url, { opaque: '1' })).access_token);
    return memory.get('access');
  }

  async userinfo(connection, url) {
    const authorization = `Bearer ${await this.#accessToken(connection, url)}`;
    const answer = await connection.send('GET', url + this.paths.userinfo, undefined, { authorization });
    expectStatus(answer, 200, 'userinfo');
    if (!answer.body.includes('"sub"')) throw new Error(`userinfo: ${answer.body}`);
  }

  async introspection(connection, url) {
    const form = { token: await this.#accessToken(connection, url), ...this.web };
    const answer = await connection.send('POST', url + this.paths.introspection, form);
    expectStatus(answer, 200, 'introspection');
    if (!answer.body.includes('"active":true')) throw new Error(`introspection: ${answer.body}`);
  }
}

/** Understudy, started by its launcher with default options on a free port. */
export function startUnderstudy(dataDir, ...more) {
  return startCheckout(root, dataDir, ...more);
}

/** The Understudy of another checkout, which takes the peer's place: the value of `--against`, or undefined. */
export const otherCheckout = process.argv
  .find((argument) => argument.startsWith('--against='))
  ?.slice('--against='.length);

/** Starts the Understudy of `--against`. */
export function startOther(dataDir, ...more) {
  return startCheckout(resolve(otherCheckout), dataDir, ...more);
}

function startCheckout(folder, dataDir, ...more) {
  // The clients of the workloads. An environment variable, because older versions do not know the option.
  const environment = { UNDERSTUDY_DEMO_REALM: 'true' };
  const args = ['start', '--headless', '--http-port=0', `--data-dir=${dataDir}`, ...more];
  return startProcess(join(folder, 'bin/understudy.sh'), args, environment);
}

/** A script in this folder that stores its key in the data directory. */
export function startPeer(script, dataDir) {
  return startScript(join(import.meta.dirname, script), { BENCH_DATA: dataDir });
}

const protocolPath = '/realms/demo/protocol/openid-connect';
const PLAIN_CLIENTS = {
  service: 'bench',
  serviceSecret: 'bench-secret',
  web: 'bench',
  webSecret: 'bench-secret',
};
const PLAIN_PATHS = {
  discovery: '/.well-known/openid-configuration',
  keys: '/jwks',
  authorize: '/auth',
  token: '/token',
  userinfo: '/me',
  introspection: '/token/introspection',
};

const understudy = (name, start) =>
  new Subject({
    name,
    start,
    paths: {
      discovery: '/realms/demo/.well-known/openid-configuration',
      keys: `${protocolPath}/certs`,
      authorize: `${protocolPath}/auth`,
      token: `${protocolPath}/token`,
      userinfo: `${protocolPath}/userinfo`,
      introspection: `${protocolPath}/token/introspect`,
    },
    clients: {
      service: 'demo-service',
      serviceSecret: secretOf('demo-service'),
      web: 'demo-web',
      webSecret: secretOf('demo-web'),
    },
  });

const plain = (name, script) =>
  new Subject({
    name,
    start: (dataDir) => startPeer(script, dataDir),
    paths: PLAIN_PATHS,
    clients: PLAIN_CLIENTS,
  });

/** Ours, npm's oidc-provider or the other checkout, and the limit. */
export const subjects = [
  understudy('understudy', startUnderstudy),
  otherCheckout === undefined
    ? plain('oidc-provider', 'peer-oidc-provider.mjs')
    : understudy('other', startOther),
  plain('limit', 'limit.mjs'),
];
