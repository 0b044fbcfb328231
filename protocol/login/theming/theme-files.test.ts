import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { startComposedServer } from '#protocol/testing/composed-server.ts';
import { ACME, writeThemes } from '#protocol/themes/testing/theme-files.ts';

const FILES = {
  ...ACME,
  'acme/login/resources/img/logo.svg':
    '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  'acme/login/resources/data.unknown': 'x',
  'acme/common/resources/lib/x.css': 'p {}',
  'acme/login/secret.ftl': 'secret',
  'child/login/theme.properties': 'parent=acme\nimport=common/acme\n',
  'secret.txt': 'secret',
};

async function withFiles(use: (get: (path: string) => Promise<Response>) => Promise<void>): Promise<void> {
  const { folder, remove } = writeThemes(FILES);
  symlinkSync(join(folder, 'secret.txt'), join(folder, 'acme/login/resources/link.txt'));
  const server = await startComposedServer({ options: { 'spi-theme-folder-dir': folder } });
  try {
    await use((path) => fetch(server.baseUrl + path));
  } finally {
    await server.stop();
    remove();
  }
}

test('Keycloak resources: files of a theme and of its parents have their types, and are not kept in caches', () =>
  withFiles(async (get) => {
    for (const [path, type] of [
      ['login/acme/css/acme.css', 'text/css; charset=utf-8'],
      ['login/child/css/acme.css', 'text/css; charset=utf-8'],
      ['login/acme/img/logo.svg', 'image/svg+xml'],
      ['login/acme/img/favicon.ico', 'image/x-icon'],
      ['login/acme/data.unknown', 'application/octet-stream'],
      ['common/child/lib/x.css', 'text/css; charset=utf-8'],
    ] as const) {
      const answer = await get(`/resources/abcde/${path}`);
      assert.equal(answer.status, 200, path);
      assert.equal(answer.headers.get('content-type'), type);
      assert.equal(answer.headers.get('cache-control'), 'no-cache');
      assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
      assert.match(
        answer.headers.get('content-security-policy') ?? '',
        /sandbox/,
        'an image runs no scripts',
      );
    }
  }));

for (const path of [
  'login/acme/css/none.css',
  'login/acme/img',
  'login/acme/link.txt',
  'login/acme/..%2Fsecret.ftl',
  'login/acme/..%5Csecret.ftl',
  'login/acme/css/%00',
  'login/none/css/acme.css',
  'login/..%2Facme/css/acme.css',
  'login/keycloak/css/login.css',
  'common/acme/none.css',
  'common/..%2F..%2Fetc/passwd',
])
  test(`refused: /resources/abcde/${path} is no file of a theme`, () =>
    withFiles(async (get) => {
      const answer = await get(`/resources/abcde/${path}`);
      assert.ok([400, 404].includes(answer.status), String(answer.status));
      assert.doesNotMatch(await answer.text(), /secret$|root:/);
    }));
