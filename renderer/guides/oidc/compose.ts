// A compose file with the server and the settings of an application.

import { text } from '../../texts/text.ts';
import { type Guide, type GuideValues, lines } from '../guide.ts';
import { compose } from '../quote.ts';
import { clientRealmFile } from './client-realm-file.ts';

const IMAGE_ISSUER = 'http://localhost:8080';
const IN_NETWORK = 'http://keycloak:8080';

function writeCompose({ realm, clientId, secret, redirectUri }: GuideValues): string {
  const issuer = `${IMAGE_ISSUER}/realms/${encodeURIComponent(realm)}`;
  return lines(
    'services:',
    '  keycloak:',
    '    image: understudy',
    '    command: start-dev --import-realm',
    '    environment:',
    '      KC_BOOTSTRAP_ADMIN_USERNAME: admin',
    '      KC_BOOTSTRAP_ADMIN_PASSWORD: admin',
    '      # Browsers use localhost, the other containers http://keycloak:8080. The issuer is the same for both.',
    `      KC_HOSTNAME: ${compose(IMAGE_ISSUER)}`,
    '      KC_HOSTNAME_BACKCHANNEL_DYNAMIC: "true"',
    '      KC_HEALTH_ENABLED: "true"',
    '    volumes: ["./realms:/opt/keycloak/data/import:ro"]',
    '    ports: ["127.0.0.1:8080:8080"]',
    '  # Put your application in place of this service.',
    '  application:',
    '    image: understudy',
    '    entrypoint: ["sh", "-c", "env | grep OIDC_"]',
    '    depends_on:',
    '      keycloak:',
    '        condition: service_healthy',
    '    environment:',
    `      OIDC_ISSUER: ${compose(issuer)}`,
    `      OIDC_DISCOVERY_URL: ${compose(`${IN_NETWORK}/realms/${encodeURIComponent(realm)}/.well-known/openid-configuration`)}`,
    `      OIDC_CLIENT_ID: ${compose(clientId)}`,
    secret === undefined ? undefined : `      OIDC_CLIENT_SECRET: ${compose(secret)}`,
    `      OIDC_REDIRECT_URI: ${compose(redirectUri)}`,
  );
}

export const COMPOSE: Guide = {
  id: 'compose',
  title: 'Compose',
  summary: 'guides:compose.summary',
  runtime: 'guides:runtime.compose',
  kind: 'any',
  callback: { path: '/callback' },
  write: (values) => ({
    files: [{ name: 'compose.yaml', text: writeCompose(values) }, clientRealmFile(values)],
    command: 'docker compose up',
    expect: text('guides:compose.expect', { issuer: IMAGE_ISSUER }),
  }),
};
