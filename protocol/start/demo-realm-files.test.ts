import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { createBrokerClient, createProviderConfig } from '#protocol/realm/clients/broker-client.ts';
import { listDemoRealmFiles } from './demo-realm-files.ts';

const ROOT = join(import.meta.dirname, '../..');
const FILES = listDemoRealmFiles(ROOT);

const [DEMO, PARTNER] = FILES.map(
  (file) => JSON.parse(readFileSync(file, 'utf8')) as RealmRepresentation & Providers,
);

interface Providers {
  readonly identityProviders?: readonly { readonly config: Readonly<Record<string, string>> }[];
}

const CLIENT_ID = 'demo-partner-broker';
const client = DEMO?.clients?.find(({ clientId }) => clientId === CLIENT_ID);

/** As `POST …/provider-realms` makes both sides. */
const realms = {
  provider: 'demo',
  consumer: 'demo-partner',
  alias: 'demo',
  clientId: CLIENT_ID,
  secret: 'demo-partner-broker-secret',
};

test('contract "Start": the demo realms are in every package', () => {
  const { files } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { files: string[] };
  const desktop = readFileSync(join(ROOT, 'electron-builder.yml'), 'utf8').split('\n');
  for (const file of FILES.map((path) => relative(ROOT, path).replaceAll('\\', '/'))) {
    assert.ok(files.includes(file), `package.json: ${file}`);
    assert.ok(desktop.includes(`  - ${file}`), `electron-builder.yml: ${file}`);
  }
});

test('Keycloak identity brokering: demo-partner has realm demo as provider, as “Use another realm” makes it', () => {
  assert.deepEqual(PARTNER?.identityProviders?.[0]?.config, createProviderConfig(realms));
});

test('Keycloak identity brokering: realm demo has the client of demo-partner, as “Use another realm” makes it', () => {
  const { name, secret, rootUrl, redirectUris, attributes } = createBrokerClient(realms);
  assert.deepEqual(
    [client?.name, client?.secret, client?.rootUrl, client?.redirectUris, client?.attributes],
    [name, secret, rootUrl, redirectUris, attributes],
  );
});

test('security: people sign in to the sample in the browser only, and no other address gets the codes', () => {
  assert.equal(client?.publicClient, false);
  assert.equal(client?.directAccessGrantsEnabled, false);
  assert.equal(client?.serviceAccountsEnabled, false);
  assert.ok(client?.redirectUris?.every((uri) => uri.startsWith('/realms/demo-partner/')));
});
