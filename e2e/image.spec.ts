// The image, as container tools start it. Their commands, variables and checks are replayed one by one, in the
// image's folder on this machine; image-registry.spec.ts runs it in a container.
import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { changeFirstName } from './support/account-console.ts';
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

async function postForm(url: string, form: Record<string, string>): Promise<Response> {
  return fetch(url, { method: 'POST', body: new URLSearchParams(form) });
}

async function adminToken(url: string, username: string, password: string): Promise<string> {
  const form = { grant_type: 'password', client_id: 'admin-cli', username, password };
  const answer = await postForm(`${url}/realms/master/protocol/openid-connect/token`, form);
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { access_token: string }).access_token;
}

/** Ann signs in to the realm of the file. */
async function expectSignIn(url: string): Promise<void> {
  const form = {
    grant_type: 'password',
    client_id: 'till',
    client_secret: 'hush',
    username: 'ann',
    password: 'pw',
  };
  const answer = await postForm(`${url}/realms/shop/protocol/openid-connect/token`, form);
  expect(answer.status).toBe(200);
}

async function expectStatus(url: string, status = 200): Promise<void> {
  await expect
    .poll(
      () =>
        fetch(url).then(
          (answer) => answer.status,
          () => 0,
        ),
      { timeout: 30_000 },
    )
    .toBe(status);
}

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

test('drop-in: testcontainers-keycloak starts it with an imported realm and waits for /health/started on the management port', () =>
  withImage(
    {
      args: ['--verbose', 'start-dev', '--import-realm'],
      environment: {
        KC_BOOTSTRAP_ADMIN_USERNAME: 'admin',
        KC_BOOTSTRAP_ADMIN_PASSWORD: 'admin',
        KEYCLOAK_ADMIN: 'admin',
        KEYCLOAK_ADMIN_PASSWORD: 'admin',
        JAVA_OPTS_KC_HEAP: '-XX:InitialRAMPercentage=1 -XX:MaxRAMPercentage=5',
        KC_HTTPS_CLIENT_AUTH: 'none',
        KC_HTTPS_MANAGEMENT_CLIENT_AUTH: 'none',
        KC_METRICS_ENABLED: 'true',
        KC_HEALTH_ENABLED: 'true',
        KC_SPI_THEME_CACHE_THEMES: 'true',
        KC_SPI_THEME_STATIC_MAX_AGE: '2592000',
      },
      imports: { 'shop.json': REALM },
    },
    async ({ url, managementUrl, output }) => {
      await expectStatus(`${managementUrl}/health/started`);
      await expectSignIn(url);
      await adminToken(url, 'admin', 'admin');
      const metrics = await fetch(`${managementUrl}/metrics`);
      expect(await metrics.text()).toContain('http_server_requests_seconds');
      expect(output()).toMatch(
        /Running the server in development mode\. DO NOT use this configuration in production\./,
      );
    },
  ));

test('issue 18 "Account console": it is in the image, below its relative path, where a user signs in and changes their name', async ({
  page,
}) => {
  const [ann] = REALM.users;
  const profile = {
    email: 'ann@example.test',
    firstName: 'Ann',
    lastName: 'Archer',
    // Compat: users of a realm file have the roles that it gives them, not those of new users.
    realmRoles: ['default-roles-shop'],
  };
  await withImage(
    {
      args: ['start-dev', '--import-realm'],
      environment: { KC_HTTP_RELATIVE_PATH: '/auth' },
      imports: { 'shop.json': { ...REALM, users: [{ ...ann, ...profile }] } },
    },
    ({ url }) =>
      changeFirstName(page, { realmUrl: `${url}/auth/realms/shop`, username: 'ann', password: 'pw' }, 'Anna'),
  );
});

test('drop-in: testcontainers-keycloak with a relative path finds health and realms below it', () =>
  withImage(
    {
      args: ['start-dev', '--import-realm'],
      environment: {
        KC_BOOTSTRAP_ADMIN_USERNAME: 'admin',
        KC_BOOTSTRAP_ADMIN_PASSWORD: 'admin',
        KC_HEALTH_ENABLED: 'true',
        KC_HTTP_RELATIVE_PATH: '/auth',
      },
      imports: { 'shop.json': REALM },
    },
    async ({ url, managementUrl }) => {
      await expectStatus(`${managementUrl}/auth/health/ready`);
      await expectSignIn(`${url}/auth`);
    },
  ));

test('drop-in: testcontainers-python waits for health and for the lines about the start and the user', () =>
  withImage(
    {
      args: ['start-dev'],
      environment: {
        KEYCLOAK_ADMIN: 'test',
        KEYCLOAK_ADMIN_PASSWORD: 'test',
        KC_BOOTSTRAP_ADMIN_USERNAME: 'test',
        KC_BOOTSTRAP_ADMIN_PASSWORD: 'test',
        KC_HEALTH_ENABLED: 'true',
      },
    },
    async ({ url, managementUrl, output }) => {
      await expectStatus(`${managementUrl}/health/ready`);
      await expectStatus(`${url}/health/ready`);
      expect(output()).toMatch(/started in \d+\.\d+s/);
      expect(output()).toMatch(/Created temporary admin user|Added user '/);
      expect(output()).toMatch(/Added user .* to realm .*/);
      await adminToken(url, 'test', 'test');
    },
  ));

test('drop-in: Aspire starts it with --import-realm and an empty folder, and waits for the management port', () =>
  withImage(
    {
      args: ['start-dev', '--import-realm'],
      environment: {
        KC_BOOTSTRAP_ADMIN_USERNAME: 'admin',
        KC_BOOTSTRAP_ADMIN_PASSWORD: 'random-8',
        KC_HEALTH_ENABLED: 'true',
      },
    },
    async ({ url, managementUrl }) => {
      await expectStatus(`${managementUrl}/health/ready`);
      await adminToken(url, 'admin', 'random-8');
    },
  ));

test('drop-in: Quarkus waits for its line and makes the realm, its roles, users and client through the admin API', () =>
  withImage(
    {
      args: [
        'start',
        '--http-enabled=true',
        '--hostname-strict=false',
        '--spi-user-profile-declarative-user-profile-config-file=/opt/keycloak/upconfig.json',
      ],
      environment: { KC_BOOTSTRAP_ADMIN_USERNAME: 'admin', KC_BOOTSTRAP_ADMIN_PASSWORD: 'admin' },
    },
    async ({ url, output }) => {
      expect(output()).toMatch(/.*Keycloak.*started.*/);
      const headers = {
        authorization: `Bearer ${await adminToken(url, 'admin', 'admin')}`,
        'content-type': 'application/json',
      };
      const realm = {
        realm: 'quarkus',
        enabled: true,
        users: [
          {
            username: 'alice',
            enabled: true,
            credentials: [{ type: 'password', value: 'alice', temporary: false }],
            realmRoles: ['admin', 'user'],
          },
        ],
        roles: { realm: [{ name: 'user' }, { name: 'admin' }] },
        clients: [
          {
            clientId: 'quarkus-app',
            publicClient: false,
            secret: 'secret',
            directAccessGrantsEnabled: true,
            serviceAccountsEnabled: true,
            redirectUris: ['*'],
            enabled: true,
            defaultClientScopes: ['microprofile-jwt'],
          },
        ],
      };
      const made = await fetch(`${url}/admin/realms`, {
        method: 'POST',
        headers,
        body: JSON.stringify(realm),
      });
      expect(made.status).toBe(201);
      const form = {
        grant_type: 'password',
        client_id: 'quarkus-app',
        client_secret: 'secret',
        username: 'alice',
        password: 'alice',
      };
      const token = await postForm(`${url}/realms/quarkus/protocol/openid-connect/token`, form);
      expect(token.status).toBe(200);
    },
  ));

test('drop-in: the variables of images before Keycloak 17 work, and their paths below /auth', () =>
  withImage(
    {
      args: ['-b', '0.0.0.0', '-Dkeycloak.profile=preview'],
      environment: {
        KEYCLOAK_USER: 'admin',
        KEYCLOAK_PASSWORD: 'admin',
        KEYCLOAK_IMPORT: '{import}/shop.json',
        DB_VENDOR: 'h2',
      },
      imports: { 'shop.json': REALM },
    },
    async ({ url, output }) => {
      await expectSignIn(`${url}/auth`);
      await adminToken(`${url}/auth`, 'admin', 'admin');
      expect(output()).toMatch(/'KEYCLOAK_USER' is deprecated, use 'KC_BOOTSTRAP_ADMIN_USERNAME' instead/);
      expect(output()).toMatch(/State is kept in the data directory .*; DB_VENDOR=h2 has no effect here/);
    },
  ));

test('drop-in: any host name is accepted, there is no administrator without a password, and SIGTERM ends it within a second', () =>
  withImage({ args: ['start-dev'], environment: {} }, async (running) => {
    const named = await fetch(`${running.url}/realms/master`, { headers: { 'x-forwarded-host': 'ignored' } });
    expect(named.status).toBe(200);
    expect(running.output()).toMatch(/WARN.*Realm master has no administrator/);
    const refused = await postForm(`${running.url}/realms/master/protocol/openid-connect/token`, {
      grant_type: 'password',
      client_id: 'admin-cli',
      username: 'admin',
      password: 'admin',
    });
    expect(refused.status).toBe(400);
    expect(await running.stop()).toBe(0);
  }));

test('drop-in: derived images: what `build` saved holds for a start without the variables; the health check succeeds', async () => {
  const environment = { KC_HEALTH_ENABLED: 'true', KC_FEATURES: 'docker' };
  const built = await image.run({ args: ['build'], environment, keeps: true });
  expect(built.output).toMatch(/health-enabled=true/);
  await withImage({ args: ['start', '--optimized'], environment: {} }, async (running) => {
    await expectStatus(`${running.managementUrl}/health/ready`);
    expect((await image.healthCheck(running)).code).toBe(0);
  });
});

test('drop-in: kc.sh and kcadm.sh are also started through links, from any folder', () => {
  const away = createFolder('linked bin');
  mkdirSync(away);
  symlinkSync(join(image.home, 'bin'), join(away, 'folder'));
  symlinkSync('folder/kc.sh', join(away, 'kc'));
  symlinkSync('folder/kcadm.sh', join(away, 'kcadm'));
  const print = (program: string, ...args: string[]): string =>
    execFileSync(program, args, { cwd: away, encoding: 'utf8' });
  const version = print(join(image.home, 'bin/kc.sh'), '--version');
  expect(version).toMatch(/^Understudy \d/);
  for (const program of ['./kc', join(away, 'kc'), 'folder/kc.sh'])
    expect(print(program, '--version'), program).toBe(version);
  expect(print('bash', 'kc', '--version')).toBe(version);
  expect(print('./kcadm', 'help')).toMatch(/kcadm\.sh COMMAND/);
});

test('drop-in: wrong usage ends with exit code 2 and one line', async () => {
  const { code, output } = await image.run({ args: ['start-dev', '--http-prot=1'], environment: {} });
  expect(code).toBe(2);
  expect(output.trim()).toBe('--http-prot: unknown option. Did you mean --http-port?');
});
