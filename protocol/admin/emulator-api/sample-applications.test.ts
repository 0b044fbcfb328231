import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { silentLogger } from '#protocol/log/silent-logger.ts';
import {
  createSampleApplications,
  isSampleApplicationId,
  SAMPLE_APPLICATIONS,
} from './sample-applications.ts';

const SETTINGS = { issuer: 'http://127.0.0.1/realms/demo', clientId: 'demo-web', clientSecret: 'secret' };

/** Applications whose bundles all contain `source`. */
function applications(source: string) {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-applications-'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  for (const { worker } of Object.values(SAMPLE_APPLICATIONS)) writeFileSync(join(folder, worker), source);
  return createSampleApplications({ folder, log: silentLogger });
}

const LISTENS = `import { parentPort, workerData } from 'node:worker_threads';
setInterval(() => undefined, 1000);
parentPort.postMessage({ url: 'http://127.0.0.1:1/' + workerData.clientId + '/' + workerData.port });`;

const TELLS_ITS_FILE = `import { parentPort } from 'node:worker_threads';
setInterval(() => undefined, 1000);
parentPort.postMessage({ url: 'http://127.0.0.1:1' + new URL(import.meta.url).pathname });`;

test('issue "The window": an application runs with its settings until it is stopped', async () => {
  const set = applications(LISTENS);
  assert.deepEqual(
    set.list('demo').map(({ id, state }) => [id, state]),
    [
      ['web', 'stopped'],
      ['consumption-device', 'stopped'],
      ['service-provider', 'stopped'],
    ],
  );
  const [first, second] = await Promise.all([
    set.start('demo', 'web', SETTINGS),
    set.start('demo', 'web', SETTINGS),
  ]);
  assert.equal(first.state, 'running');
  assert.equal(first.url, 'http://127.0.0.1:1/demo-web/0');
  assert.deepEqual(second, first);
  assert.equal(set.list('other')[0]?.state, 'stopped');
  assert.equal((await set.stop('demo', 'web')).state, 'stopped');
  await set.close();
});

test('each application runs its own bundle, independently of the others', async () => {
  const set = applications(TELLS_ITS_FILE);
  const web = await set.start('demo', 'web', SETTINGS);
  const till = await set.start('demo', 'consumption-device', SETTINGS);
  assert.match(web.url ?? '', /\/web\.js$/);
  assert.match(till.url ?? '', /\/consumption-device\.js$/);
  await set.stop('demo', 'web');
  assert.deepEqual(
    set.list('demo').map(({ state }) => state),
    ['stopped', 'running', 'stopped'],
  );
  await set.close();
});

for (const [source, reason] of [
  [
    "import { parentPort } from 'node:worker_threads'; parentPort.postMessage({ error: 'no issuer there' });",
    /no issuer there/,
  ],
  ["throw new Error('broken at once')", /broken at once/],
  ['process.exit(3)', /ended with code 3/],
] as const) {
  test(`issue "The window": a failed start shows its reason (${reason.source})`, async () => {
    const set = applications(source);
    const shown = await set.start('demo', 'web', SETTINGS);
    assert.equal(shown.state, 'failed');
    assert.match(shown.error ?? '', reason);
    assert.equal(shown.url, undefined);
    await set.close();
  });
}

test('inherited property names are not applications', () => {
  assert.ok(isSampleApplicationId('web'));
  assert.ok(isSampleApplicationId('consumption-device'));
  for (const id of ['constructor', 'toString', '']) assert.equal(isSampleApplicationId(id), false);
});
