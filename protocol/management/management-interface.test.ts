import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createActivityRecorder } from '#protocol/activity/activity-recorder.ts';
import { systemClock } from '#protocol/clock.ts';
import { createTestCertificate } from '#protocol/http/testing/certificate.ts';
import { createCollectingLogger } from '#protocol/log/testing/collecting-logger.ts';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import { prepareManagement } from './management-interface.ts';
import type { ListenerPlan, ManagementPlan, MetricsPlan } from './plan.ts';
import { exchangeRaw } from './testing/raw-socket.ts';

const PORT: ListenerPlan = {
  host: '127.0.0.1',
  port: 0,
  path: '/',
  health: true,
  inheritsTls: true,
  credentials: undefined,
};
const METRICS: MetricsPlan = { bounds: [], userEventTags: undefined, onMainPort: false };
const GET_HEALTH = 'GET /health HTTP/1.0\r\n\r\n';

function prepare(plan: Partial<ManagementPlan>) {
  const lifecycle = { isStopping: false };
  const store = createMemoryStore();
  const listening = { routes: [], activity: createActivityRecorder({ clock: systemClock }) };
  const prepared = prepareManagement({
    plan: { listener: undefined, metrics: undefined, ...plan },
    listening,
    store,
    clocks: () => systemClock,
    grants: [],
    lifecycle,
    log: createCollectingLogger('management'),
  });
  return { prepared, lifecycle, store, listening };
}

test('by default nothing is opened, and the main ports are served by the same parts as ever', async () => {
  const { prepared, listening } = prepare({});
  const management = await prepared;
  await management.open(undefined);
  assert.equal(management.url, undefined);
  assert.equal(management.listening, listening);
  await management.close(0);
});

test('metrics take the place of the recorder; the legacy interface adds a route, the port does not', async () => {
  for (const onMainPort of [true, false]) {
    const { prepared, listening } = prepare({ metrics: { ...METRICS, onMainPort } });
    const management = await prepared;
    assert.notEqual(management.listening.activity, listening.activity);
    const paths = management.listening.routes.map(({ path }: { path: string }) => path);
    assert.deepEqual(paths, onMainPort ? ['/metrics'] : []);
  }
});

test('the port does not exist before it is opened, and not after it is closed', async () => {
  const { prepared } = prepare({ listener: PORT });
  const management = await prepared;
  assert.equal(management.url, undefined);
  await management.open(undefined);
  const url = String(management.url);
  assert.match(await exchangeRaw(url, GET_HEALTH), /^HTTP\/1\.0 200 OK/);
  await management.close(0);
  assert.equal(await exchangeRaw(url, GET_HEALTH), '');
});

test('Keycloak 26 health: readiness follows the life of the server, request by request', async () => {
  const { prepared, lifecycle } = prepare({ listener: PORT });
  const management = await prepared;
  await management.open(undefined);
  const url = String(management.url);
  assert.match(await exchangeRaw(url, GET_HEALTH), / 200 OK/);
  lifecycle.isStopping = true;
  assert.match(await exchangeRaw(url, GET_HEALTH), / 503 Service Unavailable[\s\S]*"status": "DOWN"/);
  await management.close(0);
});

test('HTTPS: its own certificate comes before that of the main server, which comes before plain HTTP', async () => {
  const [own, main] = [
    createTestCertificate('own', ['localhost']),
    createTestCertificate('main', ['localhost']),
  ];
  for (const [plan, tls, scheme] of [
    [{ ...PORT, credentials: own }, undefined, 'https:'],
    [PORT, main, 'https:'],
    [{ ...PORT, inheritsTls: false }, main, 'http:'],
    [PORT, undefined, 'http:'],
  ] as const) {
    const management = await prepare({ listener: plan }).prepared;
    await management.open(tls);
    assert.equal(new URL(String(management.url)).protocol, scheme);
    await management.close(0);
  }
});

test('without health, the port answers /health like any unknown path', async () => {
  const { prepared } = prepare({ listener: { ...PORT, health: false }, metrics: METRICS });
  const management = await prepared;
  await management.open(undefined);
  assert.match(await exchangeRaw(String(management.url), GET_HEALTH), / 404 Not Found/);
  assert.match(await exchangeRaw(String(management.url), 'GET /metrics HTTP/1.0\r\n\r\n'), /# EOF\n$/);
  await management.close(0);
});
