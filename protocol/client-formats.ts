// Collects what the protocols contribute to the admin API: descriptions of clients and providers, installation files, previews.
import type { AdminRouteDeps } from './admin/routes.ts';
import { DISCOVERY_READER } from './broker/oidc/provider-description.ts';
import { REGISTRATION_METADATA_CONVERTER } from './oauth/client-registration/client-description.ts';
import { writeKeycloakJson } from './oauth/keycloak-json.ts';
import type { RegistryInstallations } from './registry/installation.ts';
import type { SamlInstallations } from './saml/installation/table.ts';
import { SAML_METADATA_CONVERTER } from './saml/metadata/client-description.ts';
import { ASSERTION_PREVIEWS } from './saml/preview/assertion-preview.ts';

export type ClientFormats = Pick<
  AdminRouteDeps,
  'assertions' | 'clientDescriptions' | 'installations' | 'providerDescriptions'
>;

export function createClientFormats(saml: SamlInstallations, registry: RegistryInstallations): ClientFormats {
  return {
    assertions: ASSERTION_PREVIEWS,
    clientDescriptions: [SAML_METADATA_CONVERTER, REGISTRATION_METADATA_CONVERTER],
    providerDescriptions: [DISCOVERY_READER],
    installations: { 'keycloak-oidc-keycloak-json': writeKeycloakJson, ...saml, ...registry },
  };
}
