// Measures the test kit: clones of the demo realm, made, used and deleted over HTTP as a test runner does.
import { createDataDir } from './data-folder.mjs';
import { Connection } from './http-client.mjs';
import { residentMb } from './process.mjs';
import { median, percentile } from './statistics.mjs';
import { startUnderstudy } from './subjects.mjs';

/** Rounds before the figures count, so that the server's code is compiled. */
const WARM_UP = 300;
/** Below the lifespan of an administrator's token. */
const TOKEN_MS = 40_000;

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** Calls of one runner, with an administrator's token that is renewed in time. */
class Runner {
  #client = new Connection();
  #url;
  #token = '';
  #until = 0;

  constructor(url) {
    this.#url = url;
  }

  async #send(method, path, expected, content, headers) {
    const answer = await this.#client.send(method, this.#url + path, content, headers);
    if (answer.status !== expected) throw new Error(`${method} ${path}: ${answer.status} ${answer.body}`);
    return answer.body === '' ? undefined : JSON.parse(answer.body);
  }

  async #headers() {
    if (performance.now() > this.#until) {
      const form = { grant_type: 'password', client_id: 'admin-cli', username: 'admin', password: 'admin' };
      const path = '/realms/master/protocol/openid-connect/token';
      this.#token = (await this.#send('POST', path, 200, form)).access_token;
      this.#until = performance.now() + TOKEN_MS;
    }
    return { authorization: `Bearer ${this.#token}` };
  }

  /** The name of the clone, and how long it took in milliseconds. */
  async clone() {
    const headers = await this.#headers();
    const startedAt = performance.now();
    const { realm } = await this.#send('POST', '/emulator/v1/realms/demo/clones', 201, undefined, headers);
    return { realm, ms: performance.now() - startedAt };
  }

  /** Milliseconds. */
  async remove(realm) {
    const headers = await this.#headers();
    const startedAt = performance.now();
    await this.#send('DELETE', `/emulator/v1/realms/${realm}`, 204, undefined, headers);
    return performance.now() - startedAt;
  }

  /** Discovery and a sign-in; the milliseconds of the sign-in. */
  async signIn(realm) {
    await this.#send('GET', `/realms/${realm}/.well-known/openid-configuration`, 200);
    const form = {
      grant_type: 'password',
      client_id: 'demo-web',
      client_secret: 'demo-web-secret',
      username: 'alice',
      password: 'alice-password',
    };
    const startedAt = performance.now();
    await this.#send('POST', `/realms/${realm}/protocol/openid-connect/token`, 200, form);
    return performance.now() - startedAt;
  }

  close() {
    this.#client.close();
  }
}

/** The rest of what is no longer used is freed a while after the load. */
async function settledMb(server) {
  await pause(2000);
  return residentMb(server.pid);
}

async function cloneAndRemove(runner, count) {
  const times = [];
  for (let round = 0; round < count; round++) {
    const { realm, ms } = await runner.clone();
    times.push(ms + (await runner.remove(realm)));
  }
  return times;
}

async function signInMany(runner, realms) {
  const times = [];
  for (const realm of realms) times.push(await runner.signIn(realm));
  return times;
}

const repeat = (realm, count) => Array.from({ length: count }, () => realm);

/** Names of the rows for `count` clones. */
export function kitRows(count) {
  return {
    median: `kit: clone and delete ${count} times, median`,
    p95: `kit: clone and delete ${count} times, p95`,
    growth: `kit: memory that ${count} deleted clones leave`,
    live: `kit: memory of ${count} live clones, each with a sign-in`,
    alone: 'kit: sign-in in another realm, no clones, median',
    beside: `kit: sign-in in another realm, ${count} clones, median`,
  };
}

/** Figures by the keys of {@link kitRows}: milliseconds and MB. */
export async function measureKit(count) {
  const server = await startUnderstudy(createDataDir());
  const runner = new Runner(server.url);
  await cloneAndRemove(runner, WARM_UP);
  await signInMany(runner, repeat('demo', WARM_UP));
  const alone = median(await signInMany(runner, repeat('demo', count)));
  const atRest = await settledMb(server);
  const times = await cloneAndRemove(runner, count);
  const growth = (await settledMb(server)) - atRest;
  const realms = [];
  for (let made = 0; made < count; made++) realms.push((await runner.clone()).realm);
  await signInMany(runner, realms);
  const live = (await settledMb(server)) - atRest;
  const beside = median(await signInMany(runner, repeat('demo', count)));
  runner.close();
  await server.stop();
  return { median: median(times), p95: percentile(times, 95), growth, live, alone, beside };
}
