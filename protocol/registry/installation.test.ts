import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { InstallationRequest } from '#protocol/realm/clients/client-installation.ts';
import { normalizeRealm } from '#protocol/realm/file/normalize-realm.ts';
import { viewRealm } from '#protocol/realm/view/view-realm.ts';
import { createRegistryInstallations, type RegistryInstallations } from './installation.ts';
import { type RegistryTestServer, startRegistryServer } from './testing/server.ts';

let server: RegistryTestServer;
let files: RegistryInstallations;
before(async () => {
  server = await startRegistryServer();
  files = createRegistryInstallations(server.keys);
});
after(() => server.stop());

function requestFor(clientId: string): InstallationRequest {
  const { realm } = normalizeRealm(
    { realm: 'demo', clients: [{ clientId, protocol: 'docker-v2' }] },
    { now: () => 0 },
  );
  const view = viewRealm(realm);
  const client = view.clients.get(clientId);
  assert.ok(client !== undefined);
  return { realm: view, client, baseUrl: 'http://127.0.0.1:8080' };
}

test('distribution configuration §auth.token: the configuration has endpoint, service, issuer and bundle', async () => {
  const text = await files['docker-v2-registry-config-file'](requestFor('registry'));
  assert.equal(
    text,
    `auth:
  token:
    realm: "http://127.0.0.1:8080/realms/demo/protocol/docker-v2/auth"
    service: "registry"
    issuer: "http://127.0.0.1:8080/realms/demo"
    rootcertbundle: /etc/docker/registry/localhost_trust_chain.pem
`,
  );
});

test('distribution configuration: the environment variables are arguments for docker run, with every required setting', async () => {
  const text = String(await files['docker-v2-variable-override'](requestFor('registry')));
  assert.deepEqual(
    text.split('\n').map((line) => line.slice(0, 30)),
    [
      '-e REGISTRY_AUTH_TOKEN_REALM=h',
      '-e REGISTRY_AUTH_TOKEN_SERVICE',
      '-e REGISTRY_AUTH_TOKEN_ISSUER=',
      '-e REGISTRY_AUTH_TOKEN_ROOTCER',
      '',
    ],
  );
  assert.match(text, /_ROOTCERTBUNDLE=\/etc\/docker\/registry\/localhost_trust_chain\.pem \\\n$/);
});

test('special characters in a clientId break neither the YAML nor the shell', async () => {
  const request = requestFor(`a"b'c $(x)\\`);
  assert.match(
    String(await files['docker-v2-registry-config-file'](request)),
    /service: "a\\"b'c \$\(x\)\\\\"\n/,
  );
  assert.match(
    String(await files['docker-v2-variable-override'](request)),
    /-e 'REGISTRY_AUTH_TOKEN_SERVICE=a"b'\\''c \$\(x\)\\' \\\n/,
  );
});

test('compose file §interpolation: a dollar sign in a clientId is escaped', async () => {
  const archive = String(await files['docker-v2-compose-yaml'](requestFor('a$HOME')));
  assert.ok(archive.includes('REGISTRY_AUTH_TOKEN_SERVICE: "a$$HOME"\n'));
});

test('the compose folder contains the certificates that the registry must trust', async () => {
  const archive = String(await files['docker-v2-compose-yaml'](requestFor('registry')));
  for (const part of [
    'keycloak-docker-compose-yaml/docker-compose.yaml',
    'keycloak-docker-compose-yaml/data/.gitignore',
    'keycloak-docker-compose-yaml/certs/localhost_trust_chain.pem',
    'keycloak-docker-compose-yaml/README.md',
    'REGISTRY_AUTH_TOKEN_ROOTCERTBUNDLE: "/opt/certs/localhost_trust_chain.pem"',
    '127.0.0.1:5000:5000',
    '-----BEGIN CERTIFICATE-----',
  ])
    assert.ok(archive.includes(part), part);
});
