// keycloak.json: the client configuration that Keycloak's adapters read.
import type { InstallationWriter } from '#protocol/realm/clients/client-installation.ts';

/** Compat: names and order of members as in Keycloak. */
export const writeKeycloakJson: InstallationWriter = ({ realm, client, baseUrl }) => {
  const isConfidential = client.kind === 'confidential';
  const settings = {
    realm: realm.name,
    'auth-server-url': `${baseUrl}/`,
    'ssl-required': realm.sslRequired,
    resource: client.clientId,
    ...(client.kind === 'public' ? { 'public-client': true } : {}),
    ...(client.kind === 'bearer-only' ? { 'bearer-only': true } : {}),
    ...(isConfidential && client.secret !== undefined ? { credentials: { secret: client.secret } } : {}),
    'confidential-port': 0,
  };
  return Promise.resolve(`${JSON.stringify(settings, undefined, 2)}\n`);
};
