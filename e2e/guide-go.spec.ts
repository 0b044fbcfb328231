import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '@playwright/test';
import {
  CONFIDENTIAL,
  createGuideClient,
  expectForgeryRefused,
  expectSignIn,
  type GuideProcess,
  readGuide,
  startGuide,
  stopGuides,
  writeGuide,
} from './support/guides.ts';
import { createFolder, startServer, type TestServer } from './support/server.ts';

/** Debian's libraries; its go-oidc is version 2, whose calls in the guide are those of version 3. */
const LIBRARIES = '/usr/share/gocode';
const GO_OIDC = `${LIBRARIES}/src/github.com/coreos/go-oidc`;

let server: TestServer;
const running: GuideProcess[] = [];

test.beforeAll(async () => {
  server = await startServer();
});
test.afterEach(() => stopGuides(running));
test.afterAll(async () => {
  expect(await server.stop()).toBe(0);
});

/** A workspace in which version 2 has the path of version 3. */
function createWorkspace(): string {
  const workspace = createFolder('go');
  const link = join(workspace, 'src/github.com/coreos/go-oidc/v3/oidc');
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(GO_OIDC, link);
  return workspace;
}

test('guide "go": the copied server signs a user in and refuses a forged response', async ({
  browser,
  page,
}) => {
  const isInstalled = [GO_OIDC, `${LIBRARIES}/src/golang.org/x/oauth2`, '/usr/bin/go'].every((path) =>
    existsSync(path),
  );
  test.skip(!isInstalled, 'Go with go-oidc and x/oauth2 is not installed');
  const client = await createGuideClient(server, CONFIDENTIAL);
  const shown = await readGuide(browser, server, client, 'go');
  const environment = {
    GO111MODULE: 'off',
    GOFLAGS: '',
    GOPATH: `${createWorkspace()}:${LIBRARIES}`,
    PATH: `/usr/bin:${process.env['PATH']}`,
  };
  running.push(await startGuide(writeGuide(shown), shown, client.origin, environment));
  await expectForgeryRefused(page, `${client.origin}/callback`);
  await expectSignIn(page, client.origin);
});
