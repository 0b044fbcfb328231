import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { withOAuthServer } from '../testing/server.ts';

const FILES = '/resources/understudy/account/console';

function withFiles(use: Parameters<typeof withOAuthServer>[0]): Promise<void> {
  return withOAuthServer(
    async (server) => {
      const folder = join(server.home, 'console', 'account');
      mkdirSync(join(folder, 'assets'), { recursive: true });
      writeFileSync(join(folder, 'assets', 'app.js'), 'export {};');
      writeFileSync(join(folder, 'content.json'), '[]');
      writeFileSync(join(folder, 'index.html'), 'page');
      writeFileSync(join(server.home, 'console', 'secret.json'), '{}');
      await use(server);
    },
    { localizationTexts: { de: { save: 'Behalten' } } },
  );
}

test('files with a hash in their name are cached for good, others are asked for again', () =>
  withFiles(async (server) => {
    const script = await server.send(`${FILES}/assets/app.js`);
    assert.deepEqual([script.status, script.text], [200, 'export {};']);
    assert.match(script.headers.get('cache-control') ?? '', /immutable/);
    const content = await server.send(`${FILES}/content.json`);
    assert.deepEqual(
      [content.text, content.headers.get('content-type'), content.headers.get('cache-control')],
      ['[]', 'application/json', 'no-cache'],
    );
  }));

for (const path of [
  '/index.html',
  '/none.js',
  '/..%2fsecret.json',
  '/assets/..%2f..%2fsecret.json',
  '/assets/none.js',
])
  test(`${path} is not a file of the account console`, () =>
    withFiles(async (server) => {
      assert.equal((await server.send(`${FILES}${path}`)).status, 404);
    }));

test('Keycloak localization: texts are a list of keys and values, for any origin and without a token', () =>
  withFiles(async (server) => {
    const { status, text, headers } = await server.send('/resources/demo/account/de', {
      headers: { origin: 'http://other.test' },
    });
    const texts = JSON.parse(text) as readonly { key: string; value: string }[];
    assert.equal(status, 200);
    assert.equal(texts.find(({ key }) => key === 'save')?.value, 'Behalten');
    assert.equal(texts.find(({ key }) => key === 'personalInfo')?.value, 'Persönliche Angaben');
    assert.equal(headers.get('access-control-allow-origin'), 'http://other.test');
  }));

test('Keycloak localization: a realm that does not exist has no texts', () =>
  withFiles(async (server) => {
    assert.equal((await server.send('/resources/nowhere/account/de')).status, 404);
  }));
