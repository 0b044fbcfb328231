// The health checks that people have in compose files, images and scripts, run by bash against the real ports.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { silentLogger } from '#protocol/log/silent-logger.ts';
import type { RunningServer } from '#protocol/server.ts';
import { setUp } from '#protocol/testing/start.ts';
import { type Listener, openListener } from './listener.ts';
import { createPages } from './pages.ts';
import { runBash } from './testing/raw-socket.ts';

/** The port a command line is written for: 9000, 9000 below /auth, or 8080. */
type Port = 'management' | 'auth' | 'main';

const OPEN_3 = (port: 9000 | 8080): string => `exec 3<>/dev/tcp/127.0.0.1/${port}`;
const READY = 'GET /health/ready HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n';
const KEPT_OPEN = 'GET /health/ready HTTP/1.1\\r\\nhost: localhost\\r\\n\\r\\n';

/** As published, with ports 9000 and 8080, which are replaced. */
const CHECKS: readonly (readonly [name: string, port: Port, command: string])[] = [
  [
    "Keycloak's guide",
    'management',
    `{ printf 'HEAD /health/ready HTTP/1.0\\r\\n\\r\\n' >&0; grep 'HTTP/1.0 200'; } 0<>/dev/tcp/localhost/9000`,
  ],
  [
    'the same for any HTTP/1',
    'management',
    `{ printf 'HEAD /health/ready HTTP/1.0\\r\\n\\r\\n' >&0; grep -q '^HTTP/1\\.[01] 200'; } 0<>/dev/tcp/localhost/9000`,
  ],
  ['echo, status', 'management', `${OPEN_3(9000)}; echo -e '${READY}' >&3; grep -q '"status": "UP"' <&3`],
  ['printf, status', 'management', `${OPEN_3(9000)}; printf '${READY}' >&3; grep -q '"status": "UP"' <&3`],
  [
    'HTTP/1.0, any blanks',
    'management',
    `${OPEN_3(9000)}; printf 'GET /health/ready HTTP/1.0\\r\\n\\r\\n' >&3; grep -q '"status"[[:space:]]*:[[:space:]]*"UP"' <&3`,
  ],
  ['200 OK', 'management', `${OPEN_3(9000)}; echo -e '${READY}' >&3; grep -q "200 OK" <&3`],
  ['cat, 200', 'management', `${OPEN_3(9000)}; echo -e '${READY}' >&3; cat <&3 | grep -q '200'`],
  [
    'first line, 200',
    'management',
    `${OPEN_3(9000)}; printf 'GET /health/ready HTTP/1.0\\r\\nHost: localhost\\r\\n\\r\\n' >&3; head -n 1 <&3 | grep -q '200'`,
  ],
  [
    'timeout around bash',
    'management',
    `timeout 3 bash -c '${OPEN_3(9000)}; printf "${KEPT_OPEN}" >&3; head -1 <&3 | grep -q "200"'`,
  ],
  [
    'lines that end with LF, below /auth',
    'auth',
    `${OPEN_3(9000)}; echo -e "GET /auth/health/ready HTTP/1.1\\nhost: localhost:9000\\n" >&3; timeout --preserve-status 1 cat <&3 | grep -m 1 status | grep -m 1 UP`,
  ],
  ['status before UP', 'management', `${OPEN_3(9000)}; printf '${READY}' >&3; grep -q "status.*UP" <&3`],
  ['curl', 'management', 'curl -sf http://localhost:9000/health/ready'],
  ['curl --head', 'management', 'curl --head -fsS http://localhost:9000/health/ready'],
  [
    'port 8080, before Keycloak 25',
    'main',
    `${OPEN_3(8080)};echo -e '${KEPT_OPEN}' >&3;timeout 1 cat <&3 | grep -q '200 OK'`,
  ],
  ['port 8080, status', 'main', `${OPEN_3(8080)}; echo -e '${READY}' >&3; grep -q '"status": "UP"' <&3`],
  [
    'port 8080, status without a blank',
    'main',
    `${OPEN_3(8080)}; echo -e '${KEPT_OPEN}' >&3; timeout 1 cat <&3 | grep -q '"status":"UP"'`,
  ],
  [
    'discovery by HTTP/1.0',
    'main',
    `${OPEN_3(8080)}; printf 'GET /realms/demo/.well-known/openid-configuration HTTP/1.0\\r\\n\\r\\n' >&3; cat <&3 | grep -q '200'`,
  ],
  [
    'realm by HTTP/1.0',
    'main',
    `${OPEN_3(8080)}; printf 'GET /realms/master HTTP/1.0\\r\\n\\r\\n' >&3; head -1 <&3 | grep -q 200`,
  ],
  ['open port', 'main', 'exec 3<>/dev/tcp/localhost/8080'],
  ['until curl', 'main', 'until curl -sf http://localhost:8080/health/ready; do :; done'],
  [
    'what kcadm config credentials sends',
    'main',
    'curl -sf -d grant_type=password -d client_id=admin-cli -d username=admin -d password=admin http://localhost:8080/realms/master/protocol/openid-connect/token',
  ],
];

const skip = process.platform === 'win32' ? 'needs bash and /dev/tcp' : false;

let server: RunningServer;
let belowAuth: Listener;
let stopping: Listener;

/** A management port as the server opens it, with this path and state. */
function open(path: string, isStopping: boolean): Promise<Listener> {
  const health = { isStopping: () => isStopping, listFaults: async () => [], listNotices: () => [] };
  const answer = createPages({ path, health, metrics: undefined, hosts: undefined });
  return openListener({ host: '127.0.0.1', port: 0, tls: undefined, log: silentLogger, answer });
}

function run(command: string, port: Port, management = server.managementUrl ?? '') {
  const portOf = (url: string): string => new URL(url).port;
  const nine = port === 'auth' && management === server.managementUrl ? belowAuth.url : management;
  return runBash(command.replaceAll('9000', portOf(nine)).replaceAll('8080', portOf(server.url)));
}

before(async () => {
  server = await setUp({ 'health-enabled': 'true', 'http-management-port': '0' }).start();
  belowAuth = await open('/auth', false);
  stopping = await open('/', true);
});

after(async () => {
  await Promise.all([server.stop(), belowAuth.close(0), stopping.close(0)]);
});

/** A container is unhealthy after as many failures in a row: on a busy machine, a check may exceed its own limit of time. */
const RETRIES = 3;

for (const [name, port, command] of CHECKS) {
  test(`health check in use: ${name}`, { skip }, async () => {
    let result = await run(command, port);
    for (let failures = 1; result.exitCode !== 0 && failures < RETRIES; failures += 1)
      result = await run(command, port);
    assert.equal(result.exitCode, 0, `${command}\n${result.output}`);
  });
}

/** A search for `UP` also finds the check that stays UP, as in Keycloak. */
const readsStatus = ([, port, command]: (typeof CHECKS)[number]): boolean =>
  port === 'management' && /curl|200/.test(command);

for (const [name, port, command] of CHECKS.filter(readsStatus)) {
  test(`health check in use: ${name} fails while the server stops`, { skip }, async () => {
    const { exitCode } = await run(command, port, stopping.url);
    assert.notEqual(exitCode, 0, command);
  });
}

test('health check in use: one that never matches the document of Keycloak does not match here', {
  skip,
}, async () => {
  const command = `timeout 1 bash -c '${OPEN_3(9000)}; echo -e "${KEPT_OPEN}" >&3; cat <&3' | grep -q '"status":"UP"'`;
  assert.notEqual((await run(command, 'management')).exitCode, 0);
});
