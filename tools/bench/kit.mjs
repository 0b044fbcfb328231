// Measures the test kit: clones of the demo realm, made, used and deleted over HTTP as a test runner does.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDataDir } from './data-folder.mjs';
import { Connection } from './http-client.mjs';
import { residentMb } from './process.mjs';
import { median, percentile } from './statistics.mjs';
import { startUnderstudy } from './subjects.mjs';

/** Rounds before the figures count, so that the server's code is compiled. */
const WARM_UP = 300;
/** Tests at the same time, and how many there are in all. */
const WORKERS = 8;
const TESTS = 200;

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

const V1 = '/emulator/v1/realms';

/** Calls of one runner, with the server's control key. */
class Runner {
  #client = new Connection();
  #url;
  #headers;

  constructor({ url, controlKey }) {
    this.#url = url;
    this.#headers = { authorization: `Bearer ${controlKey}` };
  }

  async #send(method, path, expected, content, headers) {
    const answer = await this.#client.send(method, this.#url + path, content, headers);
    if (answer.status !== expected) throw new Error(`${method} ${path}: ${answer.status} ${answer.body}`);
    return answer.body === '' ? undefined : JSON.parse(answer.body);
  }

  /** A call of the kit. */
  call(method, path, expected, body) {
    const headers = { ...this.#headers, ...(body && { 'content-type': 'application/json' }) };
    return this.#send(method, V1 + path, expected, body && JSON.stringify(body), headers);
  }

  /** The name of the clone, and how long it took in milliseconds. */
  async clone() {
    const startedAt = performance.now();
    const { realm } = await this.call('POST', '/demo/clones', 201);
    return { realm, ms: performance.now() - startedAt };
  }

  /** Milliseconds. */
  async remove(realm) {
    const startedAt = performance.now();
    await this.call('DELETE', `/${realm}`, 204);
    return performance.now() - startedAt;
  }

  /** Milliseconds of a sign-in without a form, as `user.signIn(page)` does it. */
  async createSession(realm, user) {
    const startedAt = performance.now();
    await this.call('POST', `/${realm}/sessions`, 201, { user });
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

  /**
   * What the kit does in a test with a realm, user, clock and fault of its own; the application's two requests are not
   * counted. Returns milliseconds. Fails when another test can be seen.
   */
  async runTest(number) {
    const startedAt = performance.now();
    const username = `user-${number}`;
    const { realm } = await this.call('POST', '/demo/clones', 201);
    await this.call('PUT', `/${realm}/personas/${username}`, 200, { password: `${username}-password` });
    await this.call('POST', `/${realm}/sessions`, 201, { user: username });
    await this.call('PUT', `/${realm}/clock`, 200, { advanceMs: number * 60_000 });
    const fault = { match: { endpoint: 'keys' }, do: { status: 500 + (number % 50) } };
    await this.call('POST', `/${realm}/faults`, 201, fault);
    const applicationAt = performance.now();
    const keys = `/realms/${realm}/protocol/openid-connect/certs`;
    for (const expected of [500 + (number % 50), 200]) await this.#send('GET', keys, expected);
    const applicationMs = performance.now() - applicationAt;
    const { count } = await this.call('GET', `/${realm}/activity/query?endpoint=keys`, 200);
    const { offsetMs } = await this.call('GET', `/${realm}/clock`, 200);
    if (count !== 2 || Math.abs(offsetMs - number * 60_000) > 1)
      throw new Error(`Test ${number} sees another one: ${count} requests, clock at ${offsetMs} ms`);
    await this.call('DELETE', `/${realm}`, 204);
    return performance.now() - startedAt - applicationMs;
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

async function createSessions(runner, count) {
  const { realm } = await runner.clone();
  const times = [];
  for (let made = 0; made < count; made++) times.push(await runner.createSession(realm, 'alice'));
  await runner.remove(realm);
  return times;
}

/** Milliseconds of each test. */
async function runTests(server) {
  const times = [];
  let next = 0;
  const work = async () => {
    const runner = new Runner(server);
    while (next < TESTS) {
      next += 1;
      times.push(await runner.runTest(next));
    }
    runner.close();
  };
  await Promise.all(Array.from({ length: WORKERS }, work));
  return times;
}

/** Names of the rows for `count` clones. */
export function kitRows(count) {
  return {
    median: `kit: clone and delete ${count} times, median`,
    p95: `kit: clone and delete ${count} times, p95`,
    growth: `kit: memory that ${count} deleted clones leave`,
    live: `kit: memory of ${count} live clones, each with a sign-in`,
    alone: 'kit: sign-in in another realm, no clones, median',
    session: 'kit: sign-in of a browser, p95',
    tests: `kit: calls of the kit per test, ${TESTS} tests in ${WORKERS} workers, median`,
    beside: `kit: sign-in in another realm, ${count} clones, median`,
  };
}

/** Figures by the keys of {@link kitRows}: milliseconds and MB. */
export async function measureKit(count) {
  const dataDir = createDataDir();
  const started = await startUnderstudy(dataDir);
  const server = { ...started, controlKey: readFileSync(join(dataDir, 'control-key'), 'utf8').trim() };
  const runner = new Runner(server);
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
  for (const realm of realms) await runner.remove(realm);
  const session = percentile(await createSessions(runner, count), 95);
  const tests = median(await runTests(server));
  runner.close();
  await started.stop();
  return { median: median(times), p95: percentile(times, 95), growth, live, alone, beside, session, tests };
}
