// The image as compose files and Dockerfiles of all ages start and check it: what they say about their keycloak
// service is replayed in the image's folder on this machine, with data of our own.
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { freePort } from './support/free-port.ts';
import { createImageRunner, type ImageRunner, type RunningImage } from './support/image.ts';
import { createFolder } from './support/server.ts';

let image: ImageRunner;

test.beforeAll(async () => {
  test.setTimeout(240_000);
  image = await createImageRunner();
});

const REALM = {
  realm: 'shop',
  enabled: true,
  clients: [{ clientId: 'till', secret: 'hush', directAccessGrantsEnabled: true }],
  users: [{ username: 'ann', enabled: true, credentials: [{ type: 'password', value: 'pw' }] }],
};

async function withImage(
  options: Parameters<ImageRunner['start']>[0],
  use: (running: RunningImage) => Promise<void>,
): Promise<void> {
  const running = await image.start(options);
  try {
    await use(running);
  } finally {
    await running.kill();
  }
}

async function signIn(url: string, form: Record<string, string>, realm = 'shop'): Promise<number> {
  const body = new URLSearchParams({ grant_type: 'password', ...form });
  return (await fetch(`${url}/realms/${realm}/protocol/openid-connect/token`, { method: 'POST', body }))
    .status;
}

const ANN = { client_id: 'till', client_secret: 'hush', username: 'ann', password: 'pw' };
const admin = (username: string, password: string) => ({ client_id: 'admin-cli', username, password });
const portOf = (url: string): string => new URL(url).port;

test("compose: an HTTPS port without a certificate leaves the management port on plain HTTP, where the project's health script looks", () =>
  withImage(
    {
      args: ['start-dev', '--import-realm'],
      environment: { KC_HTTPS_PORT: '0', KC_HEALTH_ENABLED: 'true', KC_BOOTSTRAP_ADMIN_PASSWORD: 'admin' },
      imports: { 'shop.json': REALM, 'health-check.sh': 'a script beside the realm' },
    },
    async ({ url, managementUrl }) => {
      const check = `exec 3<>/dev/tcp/127.0.0.1/${portOf(managementUrl)}; printf 'GET /health/ready HTTP/1.1\\r\\nhost: localhost\\r\\nConnection: close\\r\\n\\r\\n' >&3; grep -q '200 OK' <&3`;
      expect((await image.shell(check)).code).toBe(0);
      expect(await signIn(url, ANN)).toBe(200);
    },
  ));

test('compose: a health check that sends "host: http://localhost" gets 200 on both ports', () =>
  withImage(
    { args: ['start-dev'], environment: { KC_HEALTH_ENABLED: 'true', KC_HTTP_RELATIVE_PATH: '/auth' } },
    async ({ url, managementUrl }) => {
      for (const port of [portOf(url), portOf(managementUrl)]) {
        const check = `exec 3<>/dev/tcp/127.0.0.1/${port};echo -e "GET /auth/health HTTP/1.1\\r\\nhost: http://localhost\\r\\nConnection: close\\r\\n\\r\\n" >&3;grep "HTTP/1.1 200 OK" <&3`;
        expect((await image.shell(check)).output).toContain('HTTP/1.1 200 OK');
      }
    },
  ));

test('compose: health checks by curl and by a Java source file succeed with the server, and fail without it', async () => {
  const source = 'class Check { int get() { return open(new URL(args[0])).getResponseCode(); } }';
  const checks = (url: string) => [
    `curl -f -s ${url}/auth/health/ready`,
    `curl --head -fsS "${url}/auth/health/ready" | grep -q 200`,
    `[ "$(curl -s -o /dev/null -w '%{http_code}' ${url}/auth/realms/master)" = 200 ]`,
    `echo '${source}' > HealthCheck.java && java HealthCheck.java ${url}/auth/health/live`,
  ];
  await withImage(
    { args: ['start-dev', '--http-relative-path', '/auth'], environment: {} },
    async (running) => {
      for (const check of checks(running.url)) expect((await image.shell(check)).code, check).toBe(0);
      expect((await image.shell(`curl -f ${running.url}/auth/realms/none`)).code).toBe(22);
    },
  );
  for (const check of checks(`http://127.0.0.1:${await freePort()}`))
    expect((await image.shell(check)).code, check).not.toBe(0);
});

test("compose: the image's own health check follows port, path and data directory from the command line, and no HTTP at all", async () => {
  const port = await freePort();
  await withImage(
    { args: ['start-dev', '--http-port', String(port), '--http-relative-path=/auth'], environment: {} },
    async (running) => {
      expect(await image.healthCheck(running)).toEqual({ code: 0, output: '' });
      await running.stop();
      expect((await image.healthCheck(running)).code).toBe(1);
    },
  );
  await withImage(
    { args: ['start-dev', '--data-dir', createFolder('volume')], environment: {} },
    async (running) => {
      expect((await image.healthCheck(running)).code).toBe(0);
    },
  );
  await withImage(
    { args: ['start', '--http-enabled=false', '--https-port=0'], environment: {} },
    async (running) => {
      expect((await image.healthCheck(running)).code).toBe(0);
    },
  );
});

test('compose before Keycloak 17: port, folder to import and files of the application server by arguments', async () => {
  const port = await freePort();
  await withImage(
    {
      args: [
        '-b',
        '0.0.0.0',
        '-c',
        'standalone-ha.xml',
        `-Djboss.http.port=${port}`,
        '-Dkeycloak.migration.action=import',
        '-Dkeycloak.migration.provider=dir',
        '-Dkeycloak.migration.dir={import}',
        '-Dkeycloak.migration.strategy=OVERWRITE_EXISTING',
        '-Dkeycloak.profile.feature.docker=enabled',
      ],
      environment: { KEYCLOAK_USER: 'admin', KEYCLOAK_PASSWORD_FILE: '{import}/password' },
      imports: { 'shop.json': REALM, password: 'p4ss' },
    },
    async ({ output }) => {
      const url = `http://127.0.0.1:${port}/auth`;
      expect(await signIn(url, ANN)).toBe(200);
      expect(await signIn(url, admin('admin', '"p4ss"'), 'master')).toBe(200);
      expect(output()).toMatch(/have no effect here: -c, -Dkeycloak\.migration\.strategy$/m);
    },
  );
});

test('compose before Keycloak 17: no command at all, and properties behind the file to import and in JAVA_OPTS', () =>
  withImage(
    {
      args: [],
      environment: {
        KEYCLOAK_USER: 'admin',
        KEYCLOAK_PASSWORD: 'admin',
        KEYCLOAK_IMPORT: '{import}/shop.json -Dkeycloak.profile.feature.upload_scripts=enabled',
        JAVA_OPTS: '-Xmx512m -Dkeycloak.profile.feature.docker=enabled',
        DB_VENDOR: 'h2',
      },
      imports: { 'shop.json': REALM },
    },
    async ({ url, output }) => {
      expect(await signIn(`${url}/auth`, ANN)).toBe(200);
      expect(output()).toMatch(/no effect here: -Dkeycloak\.profile\.feature\.upload_scripts, JAVA_OPTS$/m);
    },
  ));

test("compose for Bitnami's image: its variables and extra arguments, without a command", () =>
  withImage(
    {
      args: [],
      environment: {
        KEYCLOAK_ADMIN_USER: 'boss',
        KEYCLOAK_ADMIN_PASSWORD: 'b0ss',
        KEYCLOAK_HTTP_RELATIVE_PATH: '/auth',
        KEYCLOAK_DATABASE_VENDOR: 'dev-file',
        KEYCLOAK_EXTRA_ARGS: '--import-realm --health-enabled=true',
      },
      imports: { 'shop.json': REALM },
    },
    async ({ url, managementUrl, output }) => {
      expect(await signIn(`${url}/auth`, ANN)).toBe(200);
      expect(await signIn(`${url}/auth`, admin('boss', 'b0ss'), 'master')).toBe(200);
      expect((await fetch(`${managementUrl}/auth/health/ready`)).status).toBe(200);
      expect(output()).toMatch(
        /INFO .*Variables of Bitnami's image are used: KEYCLOAK_ADMIN_USER as KC_BOOTSTRAP_ADMIN_USERNAME, KEYCLOAK_HTTP_RELATIVE_PATH as KC_HTTP_RELATIVE_PATH, KEYCLOAK_DATABASE_VENDOR as KC_DB$/m,
      );
    },
  ));

test('compose: with a command, variables of older images have no effect, and a warning names what to use', () =>
  withImage(
    {
      args: ['start-dev', '--import-realm'],
      environment: { KEYCLOAK_IMPORT: '"/tmp/shop.json"', PROXY_ADDRESS_FORWARDING: '"true"' },
    },
    async ({ output }) => {
      expect(output()).toMatch(
        /WARN .*have no effect with a command, as in Keycloak: KEYCLOAK_IMPORT \(use --import-realm\), PROXY_ADDRESS_FORWARDING \(use KC_PROXY_HEADERS\)$/m,
      );
    },
  ));

test('compose: providers and themes that are mounted are named once, with the effect', () =>
  withImage(
    {
      args: ['start-dev'],
      environment: { KC_REALM_NAME: 'shop' },
      files: { 'providers/audit.jar': 'PK', 'themes/shop/email/theme.properties': 'parent=keycloak' },
    },
    async ({ output }) => {
      const lines = output().split('\n');
      const matching = (pattern: RegExp) => lines.filter((line) => pattern.test(line)).length;
      expect(
        matching(/WARN .*Providers are not loaded, because Understudy does not run Java: audit\.jar\./),
      ).toBe(1);
      expect(
        matching(/INFO .*Themes without sign-in pages \(login\) are not used: shop\. Messages and consoles/),
      ).toBe(1);
      expect(matching(/INFO .*not options of Keycloak; .*: KC_REALM_NAME$/)).toBe(1);
    },
  ));

test('compose: a login theme that is mounted below themes has its effect', () =>
  withImage(
    {
      args: ['start-dev'],
      environment: {},
      files: {
        'themes/acme/login/theme.properties': 'parent=keycloak.v2\nstyles=css/styles.css css/acme.css',
        'themes/acme/login/resources/css/acme.css': 'body { color: teal; }',
      },
    },
    async ({ url, output }) => {
      const sheet = await fetch(`${url}/resources/26/login/acme/css/acme.css`);
      expect([sheet.status, await sheet.text()]).toEqual([200, 'body { color: teal; }']);
      expect(output()).not.toMatch(/Themes/);
    },
  ));

test("Dockerfile: the key store that Keycloak's documentation makes with keytool is used for HTTPS", async () => {
  const store = join(image.root, 'opt/keycloak/conf/server.keystore');
  const made = await image.shell(
    `keytool -genkeypair -storepass password -storetype PKCS12 -keyalg RSA -keysize 2048 -dname "CN=server" -alias server -ext "SAN:c=DNS:localhost,IP:127.0.0.1" -keystore ${store}`,
  );
  expect(made.code).toBe(0);
  const port = await freePort();
  await withImage(
    {
      args: ['start', `--https-port=${port}`, `--https-key-store-file=${store}`],
      environment: { KC_HEALTH_ENABLED: 'true' },
    },
    async ({ output }) => {
      expect(output()).toMatch(/Management interface listening on https:/);
      const check = `curl -sk -o /dev/null -w '%{http_code}' https://localhost:${port}/realms/master`;
      expect((await image.shell(check)).output).toBe('200');
    },
  );
});

test('kc.sh without a command shows the commands, as Keycloak does', async () => {
  const { code, output } = await image.run({ args: [], environment: { KEYCLOAK_ADMIN: 'admin' } });
  expect(code).toBe(0);
  expect(output).toContain('Usage: understudy COMMAND');
});

test('bad input: add-user-keycloak.sh creates administrators only, and says what to do for other realms', async () => {
  const script = join(image.root, 'opt/keycloak/bin/add-user-keycloak.sh');
  const other = await image.shell(`${script} -r shop -u ann -p pw`);
  expect(other.code).toBe(1);
  expect(other.output).toContain('Add user ann to the file of realm shop, or use kcadm.sh create users.');
  expect((await image.shell(`${script} -u ann`)).code).toBe(2);
  expect((await image.shell(`${script} -u ann -p Secret-1`)).code).toBe(0);
});
