import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createActivityRecorder } from '#protocol/activity/activity-recorder.ts';
import { createMovableClock, systemClock } from '#protocol/clock.ts';
import { StorageError } from '#protocol/errors/storage-error.ts';
import { formAction, TestBrowser, type TestPage } from '#protocol/login/testing/browser.ts';
import { normalizeRealm } from '#protocol/realm/file/normalize-realm.ts';
import { createSession } from '#protocol/realm/sessions/sessions.ts';
import { viewRealm } from '#protocol/realm/view/view-realm.ts';
import { collect } from '#protocol/store/collect.ts';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import { putSession } from '#protocol/store/testing/sample-session.ts';
import { setUp } from '#protocol/testing/start.ts';
import { METRIC_TABLE } from './metric-table.ts';
import { createMetrics, type Metrics, type MetricsSetup } from './metrics.ts';

const CALLBACK = 'http://127.0.0.1/callback';

function create(changes: Partial<MetricsSetup> = {}): Metrics {
  return createMetrics({
    recorder: createActivityRecorder({ clock: systemClock }),
    store: createMemoryStore(),
    clocks: () => systemClock,
    grantTypes: [],
    bounds: [0.1, 1],
    userEventTags: ['realm'],
    ...changes,
  });
}

/** One request to an unknown path. */
function countOne({ recorder }: Metrics): void {
  const facts = { method: 'GET', target: '/', rawHeaders: [], remoteAddress: '', secure: false };
  recorder.finish(recorder.begin(facts), { status: 404 });
}

const linesOf = (text: string, name: string): string[] =>
  text.split('\n').filter((line) => line.startsWith(name));

test('every metric that is written is in the table of metrics with its type and labels, and every row is written', async () => {
  const metrics = create();
  countOne(metrics);
  const text = await metrics.write('text');
  const rows = Object.values(METRIC_TABLE).flat();
  const written = new Map(
    [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => [name, type]),
  );
  const expected = rows.filter(({ when }) => when !== 'Linux' || process.platform === 'linux');
  assert.deepEqual(
    [...written].sort(),
    expected.map(({ name, type }) => [name, type] as const).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
  for (const { name, labels } of expected) {
    const [, sample] = new RegExp(`^${name}(?:_bucket)?\\{(.*)\\} `, 'm').exec(text) ?? [];
    const found = [...(sample ?? '').matchAll(/(\w+)="/g)]
      .map(([, label]) => label)
      .filter((label) => label !== 'le');
    if (sample !== undefined) assert.deepEqual(found.sort(), [...labels].sort(), name);
  }
});

test('OpenMetrics and the text format have the same samples, however often they are written in turn', async () => {
  const metrics = create();
  countOne(metrics);
  const samples = async (format: 'openmetrics' | 'text') =>
    linesOf(await metrics.write(format), 'http_server_requests_seconds').concat(
      linesOf(await metrics.write(format), 'understudy_'),
    );
  const first = await samples('text');
  assert.equal(first.length, 5);
  assert.deepEqual(await samples('openmetrics'), first);
  assert.deepEqual(await samples('text'), first);
});

test('http-metrics-histograms-enabled: durations are in buckets; without bounds the family is a summary', async () => {
  const withBuckets = create();
  countOne(withBuckets);
  const labels = 'method="GET",outcome="CLIENT_ERROR",status="404",uri="NOT_FOUND"';
  const lines = linesOf(await withBuckets.write('text'), 'http_server_requests_seconds');
  assert.deepEqual(lines.slice(0, 3), [
    `http_server_requests_seconds_bucket{${labels},le="0.1"} 1`,
    `http_server_requests_seconds_bucket{${labels},le="1"} 1`,
    `http_server_requests_seconds_bucket{${labels},le="+Inf"} 1`,
  ]);
  const without = create({ bounds: [] });
  countOne(without);
  const text = await without.write('text');
  assert.match(text, /^# TYPE http_server_requests_seconds summary$/m);
  assert.doesNotMatch(text, /http_server_requests_seconds_bucket/);
  assert.ok(text.includes(`http_server_requests_seconds_count{${labels}} 1\n`));
});

test('event-metrics-user-enabled=false: the family of user events does not exist', async () => {
  assert.doesNotMatch(await create({ userEventTags: undefined }).write('text'), /keycloak_user_events/);
});

test('understudy_sessions: active sessions of existing realms by the realm clock, online and offline', async () => {
  const store = createMemoryStore();
  const clock = createMovableClock(systemClock);
  const { realm: stored, users } = normalizeRealm({ realm: 'a"b', users: [{ username: 'alice' }] }, clock);
  await store.realms.create(stored, users);
  const [user] = await collect(store.users.each(stored.id));
  assert.ok(user);
  const realm = viewRealm(stored);
  const beginning = { user, now: clock.now(), ipAddress: '', flow: '' };
  await store.sessions.create(createSession(realm, beginning));
  await putSession(store.sessions, { ...createSession(realm, beginning), offline: true });
  const metrics = create({ store, clocks: () => clock });
  const counts = async () => linesOf(await metrics.write('text'), 'understudy_sessions');
  const name = 'understudy_sessions{realm="a\\"b",type=';
  assert.deepEqual(await counts(), [`${name}"online"} 1`, `${name}"offline"} 1`]);
  clock.setOffsetMs(365 * 24 * 3600 * 1000);
  assert.deepEqual(await counts(), [`${name}"online"} 0`, `${name}"offline"} 0`]);
  await store.realms.remove('a"b');
  assert.deepEqual(await counts(), []);
});

test('issue "State in PostgreSQL" 4: while the database cannot be reached, all metrics but the sessions are written', async () => {
  const store = createMemoryStore();
  const { realm, users } = normalizeRealm({ realm: 'demo' }, systemClock);
  await store.realms.create(realm, users);
  let failure: Error | undefined = new StorageError('postgresql://db/kc', new Error('away'), 'read');
  const countByRealm: typeof store.sessions.countByRealm = (active) =>
    failure === undefined ? store.sessions.countByRealm(active) : Promise.reject(failure);
  const sessions = { ...store.sessions, countByRealm };
  const metrics = create({ store: { ...store, sessions } });
  countOne(metrics);
  const text = await metrics.write('text');
  assert.equal(linesOf(text, 'http_server_requests_seconds_count').length, 1);
  assert.deepEqual(linesOf(text, 'understudy_sessions'), []);
  failure = new TypeError('a defect');
  await assert.rejects(metrics.write('text'), failure);
  failure = undefined;
  assert.equal(linesOf(await metrics.write('text'), 'understudy_sessions{realm="demo"').length, 2);
});

test('Keycloak user events: a visit of real browsers and clients is counted as Keycloak would count it', async () => {
  const options = {
    'metrics-enabled': 'true',
    'http-management-port': '0',
    'event-metrics-user-enabled': 'true',
    'event-metrics-user-tags': 'realm,clientId',
  };
  const server = await setUp(options).start();
  const oidc = `${server.url}/realms/demo/protocol/openid-connect`;
  const query = (client: string, more: Record<string, string> = {}) =>
    `${oidc}/auth?${new URLSearchParams({ client_id: client, response_type: 'code', scope: 'openid', redirect_uri: CALLBACK, ...more })}`;
  const token = async (form: Record<string, string>) => {
    const response = await fetch(`${oidc}/token`, { method: 'POST', body: new URLSearchParams(form) });
    return (await response.json()) as Record<string, string>;
  };
  const web = { client_id: 'demo-web', client_secret: 'demo-web-secret' };
  const open = async (browser: TestBrowser, client: string): Promise<TestPage> =>
    browser.follow(await browser.get(query(client)));

  const browser = new TestBrowser(server.url);
  const page = await open(browser, 'demo-web');
  const again = await browser.signIn(page, 'alice', 'wrong');
  const nobody = await browser.signIn(again, 'nobody', 'wrong');
  const { code = '' } = (await browser.signIn(nobody, 'alice', 'alice-password')).leadsTo;
  const granted = await token({ ...web, grant_type: 'authorization_code', code, redirect_uri: CALLBACK });
  await token({ ...web, grant_type: 'authorization_code', code: 'used', redirect_uri: CALLBACK });
  // Reuse of the session by single sign-on is a login, too.
  assert.match(String((await browser.get(query('demo-web'))).leadsTo['code']), /./);
  const denying = await browser.follow(await browser.get(query('demo-consent')));
  await browser.post(formAction(denying, 'understudy-consent'), { cancel: 'No' });
  await browser.get(query('unknown'));
  await browser.get(query('demo-web', { redirect_uri: 'http://evil.example/' }));
  const headers = { authorization: `Bearer ${granted['access_token']}` };
  await fetch(`${oidc}/userinfo`, { headers });
  await fetch(`${oidc}/userinfo`, { headers: { authorization: 'Bearer x' } });
  const { refresh_token = '' } = await token({
    ...web,
    grant_type: 'refresh_token',
    refresh_token: granted['refresh_token'] ?? '',
  });
  await fetch(`${oidc}/logout`, { method: 'POST', body: new URLSearchParams({ ...web, refresh_token }) });
  await token({ ...web, grant_type: 'refresh_token', refresh_token });
  await token({ ...web, client_secret: 'wrong', grant_type: 'client_credentials' });

  const text = await (await fetch(`${server.managementUrl}/metrics`)).text();
  const events = linesOf(text, 'keycloak_user_events_total').map((line) =>
    line.replace(
      /^keycloak_user_events_total\{client_id="(.*)",error="(.*)",event="(.*)",realm="demo"\} (\d+)$/,
      '$3 $1 $2 $4',
    ),
  );
  assert.deepEqual(events.sort(), [
    'client_login demo-web invalid_client_credentials 1',
    'code_to_token demo-web  1',
    'code_to_token demo-web invalid_code 1',
    'login demo-consent rejected_by_user 1',
    'login demo-web  2',
    'login demo-web invalid_redirect_uri 1',
    'login demo-web invalid_user_credentials 1',
    'login demo-web user_not_found 1',
    'login unknown client_not_found 1',
    'logout demo-web  1',
    'refresh_token demo-web  1',
    'refresh_token demo-web invalid_token 1',
    'user_info_request  invalid_token 1',
    'user_info_request demo-web  1',
  ]);
  assert.deepEqual(linesOf(text, 'understudy_sign_ins_total').sort(), [
    'understudy_sign_ins_total{outcome="accepted",realm="demo"} 2',
    'understudy_sign_ins_total{outcome="refused",realm="demo"} 5',
  ]);
  await server.stop();
});
