import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import {
  CONFIDENTIAL,
  createGuideClient,
  createSamlGuideClient,
  expectForgedAssertionRefused,
  expectForgeryRefused,
  expectSignIn,
  type GuideProcess,
  readGuide,
  SAML_VARIANTS,
  startGuide,
  stopGuides,
  writeGuide,
} from './support/guides.ts';
import { startServer, type TestServer } from './support/server.ts';

/** Debian's interpreter, which finds Debian's libraries. */
const FOLDER = '/usr/bin';
const ENVIRONMENT = { PATH: `${FOLDER}:${process.env['PATH']}` };

let server: TestServer;
const running: GuideProcess[] = [];

test.beforeAll(async () => {
  server = await startServer();
});
test.afterEach(() => stopGuides(running));
test.afterAll(async () => {
  expect(await server.stop()).toBe(0);
});

/** Why Python cannot import these modules; undefined if it can. */
function whyNoPython(modules: string): string | undefined {
  if (!existsSync(`${FOLDER}/python3`)) return 'Python is not installed';
  try {
    execFileSync(`${FOLDER}/python3`, ['-c', `import ${modules}`], { stdio: 'ignore' });
    return undefined;
  } catch {
    return `Python’s ${modules} are not installed`;
  }
}

const OIDC = 'authlib, requests';

for (const [guide, callback, modules] of [
  ['flask', '/callback', `flask, ${OIDC}`],
  ['django', '/callback', `django, ${OIDC}`],
] as const) {
  test(`guide "${guide}": the copied application signs a user in and refuses a forged response`, async ({
    browser,
    page,
  }) => {
    const missing = whyNoPython(modules);
    test.skip(missing !== undefined, missing);
    const client = await createGuideClient(server, CONFIDENTIAL);
    const shown = await readGuide(browser, server, client, guide);
    running.push(await startGuide(writeGuide(shown), shown, client.origin, ENVIRONMENT));
    await expectForgeryRefused(page, client.origin + callback);
    await expectSignIn(page, client.origin);
  });
}

for (const [what, attributes] of SAML_VARIANTS) {
  test(`guide "python3-saml": the copied application signs a user in, with ${what}`, async ({
    browser,
    page,
  }) => {
    const missing = whyNoPython('flask, onelogin.saml2.auth');
    test.skip(missing !== undefined, missing);
    const client = await createSamlGuideClient(server, attributes);
    const shown = await readGuide(browser, server, client, 'python3-saml');
    running.push(await startGuide(writeGuide(shown), shown, client.origin, ENVIRONMENT));
    await expectForgedAssertionRefused(page, `${client.origin}/saml/acs`);
    await expectSignIn(page, client.origin);
  });
}

/** Reads YAML like Spring Boot does. */
function readYaml(text: string): unknown {
  const script = 'import json, sys, yaml; print(json.dumps(yaml.safe_load(sys.stdin)))';
  return JSON.parse(execFileSync(`${FOLDER}/python3`, ['-c', script], { input: text, encoding: 'utf8' }));
}

test('guides "spring-boot" and "compose": YAML that is not run reads back with the values of the client', async ({
  browser,
}) => {
  const missing = whyNoPython('yaml');
  test.skip(missing !== undefined, missing);
  const client = await createGuideClient(server, CONFIDENTIAL);
  const spring = await readGuide(browser, server, client, 'spring-boot');
  expect(readYaml(spring.files['src/main/resources/application.yml'] ?? '')).toMatchObject({
    spring: {
      security: {
        oauth2: {
          client: {
            registration: {
              understudy: { 'client-id': client.clientId, 'client-secret': CONFIDENTIAL['secret'] },
            },
          },
        },
      },
    },
  });
  const compose = await readGuide(browser, server, client, 'compose');
  const dollars = (text: unknown): string => String(text).replaceAll('$', '$$$$');
  expect(readYaml(compose.files['compose.yaml'] ?? '')).toMatchObject({
    services: {
      application: {
        environment: {
          OIDC_CLIENT_ID: dollars(client.clientId),
          OIDC_CLIENT_SECRET: dollars(CONFIDENTIAL['secret']),
        },
      },
    },
  });
});
