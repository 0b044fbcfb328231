// Writes the files that make a container registry trust a realm: configuration, variables, compose folder.

import type { InstallationId } from '#protocol/contract/installations.ts';
import { pemOf } from '#protocol/crypto/read-certificates.ts';
import type { RealmKeys } from '#protocol/crypto/realm-keys.ts';
import { issuerOf } from '#protocol/http/issuer.ts';
import { writeZip } from '#protocol/http/zip.ts';
import type { InstallationRequest, InstallationWriter } from '#protocol/realm/clients/client-installation.ts';

type RegistryInstallationId = Extract<InstallationId, `docker-v2-${string}`>;

export type RegistryInstallations = Readonly<Record<RegistryInstallationId, InstallationWriter>>;

/** Settings of a registry, in the order of its documentation (distribution, `auth.token`). */
interface TokenSettings {
  readonly realm: string;
  readonly service: string;
  readonly issuer: string;
}

const COMPOSE_FOLDER = 'keycloak-docker-compose-yaml';
const BUNDLE = 'localhost_trust_chain.pem';
/** Path inside the registry's image. */
const BUNDLE_PATH = `/etc/docker/registry/${BUNDLE}`;

function settingsOf(request: InstallationRequest): TokenSettings {
  const issuer = issuerOf(request);
  return { realm: `${issuer}/protocol/docker-v2/auth`, service: request.client.clientId, issuer };
}

/** A double-quoted YAML scalar; JSON strings are a subset. */
const yaml = (text: string): string => JSON.stringify(text);

/** In a compose file, a dollar sign starts a variable. */
const composeYaml = (text: string): string => yaml(text.replaceAll('$', '$$$$'));

function renderConfig({ realm, service, issuer }: TokenSettings): string {
  return `auth:
  token:
    realm: ${yaml(realm)}
    service: ${yaml(service)}
    issuer: ${yaml(issuer)}
    rootcertbundle: ${BUNDLE_PATH}
`;
}

/** Quotes a shell word. */
function quote(text: string): string {
  return /^[\w./:@%+=,-]*$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Choice: the bundle is added to Keycloak's three because a registry does not start without it. */
function listVariables(
  { realm, service, issuer }: TokenSettings,
  bundlePath: string,
): readonly (readonly [string, string])[] {
  return [
    ['REGISTRY_AUTH_TOKEN_REALM', realm],
    ['REGISTRY_AUTH_TOKEN_SERVICE', service],
    ['REGISTRY_AUTH_TOKEN_ISSUER', issuer],
    ['REGISTRY_AUTH_TOKEN_ROOTCERTBUNDLE', bundlePath],
  ];
}

function renderVariables(settings: TokenSettings): string {
  return listVariables(settings, BUNDLE_PATH)
    .map(([name, value]) => `-e ${quote(`${name}=${value}`)} \\\n`)
    .join('');
}

function renderCompose(settings: TokenSettings): string {
  const variables = listVariables(settings, `/opt/certs/${BUNDLE}`);
  return `services:
  registry:
    image: registry:2
    ports:
      - 127.0.0.1:5000:5000
    environment:
      REGISTRY_STORAGE_FILESYSTEM_ROOTDIRECTORY: /data
${variables.map(([name, value]) => `      ${name}: ${composeYaml(value)}`).join('\n')}
    volumes:
      - ./data:/data:z
      - ./certs:/opt/certs:z
`;
}

function renderReadme({ service }: TokenSettings): string {
  return `# Registry ${service}

    docker compose up
    docker login 127.0.0.1:5000

certs/${BUNDLE} holds the certificates of the keys that may sign. After a key rotation, fetch this folder again and restart the registry.
`;
}

/** Writers by id. Registry tokens are signed by RS256 keys only. */
export function createRegistryInstallations(keys: Pick<RealmKeys, 'list'>): RegistryInstallations {
  const bundleOf = async (realmName: string): Promise<string> =>
    (await keys.list(realmName))
      .filter(({ algorithm, status }) => algorithm === 'RS256' && status !== 'DISABLED')
      .flatMap(({ certificate }) => (certificate === undefined ? [] : [pemOf('CERTIFICATE', certificate)]))
      .join('');
  return {
    'docker-v2-registry-config-file': async (request) => renderConfig(settingsOf(request)),
    'docker-v2-variable-override': async (request) => renderVariables(settingsOf(request)),
    'docker-v2-compose-yaml': async (request) => {
      const settings = settingsOf(request);
      const content = {
        'docker-compose.yaml': renderCompose(settings),
        'data/.gitignore': '*\n',
        [`certs/${BUNDLE}`]: await bundleOf(request.realm.name),
        'README.md': renderReadme(settings),
      };
      return writeZip(
        Object.entries(content).map(([name, text]) => ({ name: `${COMPOSE_FOLDER}/${name}`, content: text })),
      );
    },
  };
}
