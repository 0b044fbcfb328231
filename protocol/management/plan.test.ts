import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { OptionError } from '#protocol/errors/option-error.ts';
import { createTestCertificate } from '#protocol/http/testing/certificate.ts';
import { resolveOptions } from '#protocol/start/config/resolve-options.ts';
import { type ManagementPlan, planManagement } from './plan.ts';

function plan(flags: Record<string, string> = {}, relativePath?: string): ManagementPlan {
  const home = join(tmpdir(), 'understudy-none');
  const commandLine = new Map(Object.entries(flags));
  const options = resolveOptions({ commandLine, environment: {}, home, workingDirectory: home });
  return planManagement({ ...options, ...(relativePath === undefined ? {} : { relativePath }) });
}

const HEALTH = { 'health-enabled': 'true' };
const METRICS = { 'metrics-enabled': 'true' };

test('Keycloak 26 management: by default there is no port, and nothing is counted', () => {
  assert.deepEqual(plan(), { listener: undefined, metrics: undefined });
});

test('Keycloak 26 management: the port is open with health or metrics, and serves what is enabled', () => {
  const defaults = { host: '127.0.0.1', port: 9000, path: '/', inheritsTls: true, credentials: undefined };
  assert.deepEqual(plan(HEALTH).listener, { ...defaults, health: true });
  assert.deepEqual(plan(METRICS).listener, { ...defaults, health: false });
  assert.equal(plan({ ...HEALTH, ...METRICS }).listener?.health, true);
});

test('http-management-health-enabled=false keeps health off the port, which stays closed without metrics', () => {
  const off = { 'http-management-health-enabled': 'false' };
  assert.equal(plan({ ...HEALTH, ...off }).listener, undefined);
  assert.equal(plan({ ...HEALTH, ...METRICS, ...off }).listener?.health, false);
});

test('legacy-observability-interface: the port stays closed, and metrics are on the main port', () => {
  const legacy = plan({ ...HEALTH, ...METRICS, 'legacy-observability-interface': 'true' });
  assert.equal(legacy.listener, undefined);
  assert.equal(legacy.metrics?.onMainPort, true);
  assert.equal(plan(METRICS).metrics?.onMainPort, false);
});

test('http-management-host and http-management-relative-path: by default those of the main server', () => {
  const inherited = plan({ ...HEALTH, 'http-host': '0.0.0.0' }, '/auth').listener;
  assert.deepEqual([inherited?.host, inherited?.path], ['0.0.0.0', '/auth']);
  const own = { 'http-management-host': '127.0.0.2', 'http-management-relative-path': '/' };
  const { listener } = plan({ ...HEALTH, 'http-host': '0.0.0.0', ...own }, '/auth');
  assert.deepEqual([listener?.host, listener?.path], ['127.0.0.2', '/']);
});

test('http-metrics-slos are added to the buckets; without histograms they are the only ones', () => {
  const bounds = (flags: Record<string, string>) => plan({ ...METRICS, ...flags }).metrics?.bounds;
  const off = { 'http-metrics-histograms-enabled': 'false' };
  assert.deepEqual(bounds({}), [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]);
  assert.deepEqual(bounds(off), []);
  assert.deepEqual(bounds({ ...off, 'http-metrics-slos': '1000,50,50' }), [0.05, 1]);
  assert.deepEqual(bounds({ 'http-metrics-slos': '50,30' })?.slice(0, 5), [0.005, 0.01, 0.025, 0.03, 0.05]);
});

test('event-metrics-user-enabled: user events are counted by realm, or by the labels in event-metrics-user-tags', () => {
  const on = { ...METRICS, 'event-metrics-user-enabled': 'true' };
  assert.equal(plan(METRICS).metrics?.userEventTags, undefined);
  assert.deepEqual(plan(on).metrics?.userEventTags, ['realm']);
  const tags = { 'event-metrics-user-tags': 'clientid, idp' };
  assert.deepEqual(plan({ ...on, ...tags }).metrics?.userEventTags, ['clientId', 'idp']);
});

test('http-management-scheme=http ignores the certificate of the interface', () => {
  const files = {
    'https-management-certificate-file': 'none.pem',
    'https-management-certificate-key-file': 'none.pem',
  };
  const { listener } = plan({ ...HEALTH, ...files, 'http-management-scheme': 'http' });
  assert.deepEqual([listener?.inheritsTls, listener?.credentials], [false, undefined]);
});

test('https-management-certificate-file: a pair is read, and a fault in it names its own options', () => {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-plan-'));
  const pair = createTestCertificate('localhost', ['localhost']);
  const certificate = join(folder, 'c.pem');
  const key = join(folder, 'k.pem');
  writeFileSync(certificate, pair.certificate);
  writeFileSync(key, pair.key);
  const files = {
    'https-management-certificate-file': certificate,
    'https-management-certificate-key-file': key,
  };
  const { certificate: read } = plan({ ...HEALTH, ...files }).listener?.credentials ?? {};
  assert.equal(read, pair.certificate);
  writeFileSync(key, createTestCertificate('other').key);
  for (const [flags, line] of [
    [
      files,
      /^https-management-certificate-key-file: .* is not the key of the certificate in https-management-certificate-file/,
    ],
    [
      { ...files, 'https-management-certificate-key-file': 'none' },
      /^https-management-certificate-key-file: .*cannot be read/,
    ],
    [
      { 'https-management-certificate-file': certificate },
      /^https-management-certificate-file: .*https-management-certificate-key-file is not set/,
    ],
  ] as const)
    assert.throws(
      () => plan({ ...HEALTH, ...flags }),
      (error) => error instanceof OptionError && line.test(error.toLine()),
    );
});
