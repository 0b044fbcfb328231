// What three servers behind HAProxy do when one of them is killed, and when their database is restarted, cut off or slow.
import { expect, test } from '@playwright/test';
import { startFaultyLink } from '../tools/faulty-link.mjs';
import { startPostgres, whyNoSmallDisk } from '../tools/postgres.mjs';
import { type BalancedServers, whyNoBalancedServers } from './support/balanced-servers.ts';
import { createFolder, startServer, startSeveralServers } from './support/server.ts';
import {
  callEndpoint,
  inParallel,
  isActive,
  refresh,
  type SignInLoad,
  startSignIns,
} from './support/sign-in-load.ts';

const missing = whyNoBalancedServers();
test.skip(missing !== undefined, missing ?? '');

const CONCURRENCY = 16;

let cluster: Awaited<ReturnType<typeof startPostgres>>;
let link: Awaited<ReturnType<typeof startFaultyLink>>;
let servers: BalancedServers;

test.beforeAll(async () => {
  cluster = await startPostgres();
  link = await startFaultyLink(cluster.port);
  const database = `postgresql://${cluster.user}@127.0.0.1:${link.port}/${cluster.database}`;
  servers = await startSeveralServers(3, {
    dataDir: createFolder(),
    environment: { KC_DB_URL: database },
  });
});
test.afterAll(async () => {
  if (servers !== undefined) expect(await servers.stop()).toBe(0);
  await link?.stop();
  await cluster?.stop();
});

const readiness = (url: string) => async (): Promise<number> => (await fetch(`${url}/health/ready`)).status;

/** Resolves when all servers can answer, and the balancer knows it. */
async function untilReady(): Promise<void> {
  for (const { url } of [...servers.servers, servers]) await expect.poll(readiness(url)).toBe(200);
}

/** Every token that a client has received works: each can be introspected, and every tenth is used. */
async function expectNothingLost({ acknowledged }: SignInLoad): Promise<void> {
  let lost = 0;
  await inParallel(acknowledged, CONCURRENCY, async (tokens) => {
    if (!(await isActive(servers.url, tokens))) lost += 1;
  });
  expect(lost).toBe(0);
  await inParallel(
    acknowledged.filter((_, index) => index % 10 === 0),
    CONCURRENCY,
    async (tokens) => expect(await refresh(servers.url, tokens)).toBe(200),
  );
}

test('issue "State in PostgreSQL" 6: one of three servers is killed in the middle of 1,000 sign-ins; those in progress go on, nothing acknowledged is lost, and it joins again', async () => {
  const total = 1000;
  const load = startSignIns(servers.url, CONCURRENCY, total);
  await load.until(total / 2);
  await servers.servers[1]?.kill();
  await load.until((total * 7) / 10);
  const [, before = 0] = await servers.balancer.countRequests();
  await servers.restart(1);
  await load.until(total);
  await load.finish();
  // Only what the killed server was answering can have been lost.
  expect(load.unavailable.length).toBeLessThanOrEqual(CONCURRENCY);
  expect(load.begunAgain).toBeLessThanOrEqual(CONCURRENCY);
  await untilReady();
  await expectNothingLost(load);
  const [, after = 0] = await servers.balancer.countRequests();
  expect(after).toBeGreaterThan(before);
});

test('issue "State in PostgreSQL" 4: the database crashes under load; every server says so and goes on by itself, and nothing acknowledged is lost', async () => {
  const load = startSignIns(servers.url, 4);
  await load.until(20);
  await cluster.halt('crash');
  try {
    for (const { url } of servers.servers) {
      await expect.poll(readiness(url)).toBe(503);
      const answer = await callEndpoint(url, 'token', {
        grant_type: 'password',
        username: 'alice',
        password: '?',
      });
      expect(answer.status).toBe(503);
      expect(answer.headers.get('retry-after')).toBe('2');
      expect(await answer.json()).toMatchObject({ error: 'temporarily_unavailable' });
      expect((await fetch(`${url}/health/live`)).status).toBe(200);
    }
    // The servers are alive, so that this answer is the balancer's own.
    const ask = (): Promise<Response> => fetch(`${servers.url}/health/live`);
    await expect.poll(async () => (await ask()).status).toBe(503);
    expect((await ask()).headers.get('retry-after')).toBe('2');
  } finally {
    await cluster.resume();
  }
  await untilReady();
  await load.until(load.acknowledged.length + 20);
  await load.finish();
  await expectNothingLost(load);
});

test('issue "State in PostgreSQL" 6: connections to the database are cut again and again under load; nothing acknowledged is lost', async () => {
  const load = startSignIns(servers.url, 4);
  for (const afterwards of [false, true])
    for (const statement of ['find-value', 'set-value', 'consume-value', 'add-session', 'find-session']) {
      await load.until(load.acknowledged.length + 4);
      await link.cutAt(statement, { afterwards });
      link.cut();
    }
  await load.until(load.acknowledged.length + 20);
  await load.finish();
  await untilReady();
  await expectNothingLost(load);
});

test('issue "State in PostgreSQL" 6: connections to the database fall silent without notice; every request is answered, and new ones are made', async () => {
  const load = startSignIns(servers.url, 4);
  await load.until(4);
  expect(link.silence()).toBeGreaterThan(3);
  await load.until(load.acknowledged.length + 20);
  await load.finish();
  await untilReady();
  await expectNothingLost(load);
});

test('issue "State in PostgreSQL" 6: with a slow database everything is answered; with one that is too slow the servers say that they cannot answer', async () => {
  link.delay(300);
  try {
    const load = startSignIns(servers.url, CONCURRENCY, CONCURRENCY);
    for (const { url } of servers.servers) expect(await readiness(url)()).toBe(200);
    await load.until(CONCURRENCY);
    await load.finish();
    expect(load.unavailable).toEqual([]);
    link.delay(2500);
    for (const { url } of servers.servers) {
      await expect.poll(readiness(url)).toBe(503);
      expect((await fetch(`${url}/health/live`)).status).toBe(200);
    }
    link.delay(0);
    await untilReady();
    await expectNothingLost(load);
  } finally {
    link.delay(0);
  }
});

/** Signs in until that is refused for want of space; the refusal. */
async function untilRefused(url: string): Promise<Response> {
  const form = { grant_type: 'password', username: 'alice', password: 'alice-password' };
  for (;;) {
    const answer = await callEndpoint(url, 'token', form);
    if (answer.status !== 200) return answer;
  }
}

test('issue "State in PostgreSQL" 6: while the disk of the database is full, requests are answered with 503 and the reason; when there is space again, everything goes on', async () => {
  const whyNot = whyNoSmallDisk();
  test.skip(whyNot !== undefined, whyNot ?? '');
  const disk = await cluster.createSmallDisk(64);
  const server = await startServer({
    dataDir: createFolder(),
    environment: { KC_DB_URL: `postgresql://${cluster.user}@127.0.0.1:${cluster.port}/${disk.database}` },
  });
  const before = startSignIns(server.url, 2, 4);
  await before.finish();
  disk.fill();
  const full = startSignIns(server.url, 4);
  // Pages of the tables that have space are filled first.
  await expect.poll(() => full.unavailable.length).toBeGreaterThan(0);
  const refused = await untilRefused(server.url);
  expect(refused.headers.get('retry-after')).toBe('2');
  expect(await refused.json()).toMatchObject({
    error: 'temporarily_unavailable',
    error_description: expect.stringContaining('the disk of the database is full'),
  });
  expect((await fetch(`${server.url}/realms/demo/.well-known/openid-configuration`)).status).toBe(200);
  disk.free();
  await full.until(full.acknowledged.length + 4);
  await full.finish();
  for (const { acknowledged } of [before, full])
    for (const tokens of acknowledged) expect(await isActive(server.url, tokens)).toBe(true);
  expect(await server.stop()).toBe(0);
});
