// Collects what the protocols contribute to the admin API: descriptions of clients and providers, installation files, previews.
import type { AdminRouteDeps } from './admin/routes.ts';
import { DISCOVERY_READER } from './broker/oidc/provider-description.ts';
import { REGISTRATION_METADATA_CONVERTER } from './oauth/client-registration/client-description.ts';
import { writeKeycloakJson } from './oauth/keycloak-json.ts';
import type { ProviderDescriptionReader } from './realm/clients/provider-description.ts';
import type { RegistryInstallations } from './registry/installation.ts';
import type { SamlInstallations } from './saml/installation/table.ts';
import { SAML_METADATA_CONVERTER } from './saml/metadata/client-description.ts';
import { importIdentityProviderConfig } from './saml/metadata/identity-provider-metadata.ts';
import { ASSERTION_PREVIEWS } from './saml/preview/assertion-preview.ts';

export type ClientFormats = Pick<
  AdminRouteDeps,
  'assertions' | 'clientDescriptions' | 'installations' | 'providerDescriptions'
>;

/** SAML Metadata §2.4.3. */
const SAML_PROVIDER_READER: ProviderDescriptionReader = {
  format: 'SAML metadata of an identity provider',
  types: ['saml'],
  accept: 'application/samlmetadata+xml, application/xml, text/xml',
  read: importIdentityProviderConfig,
};

export function createClientFormats(saml: SamlInstallations, registry: RegistryInstallations): ClientFormats {
  return {
    assertions: ASSERTION_PREVIEWS,
    clientDescriptions: [SAML_METADATA_CONVERTER, REGISTRATION_METADATA_CONVERTER],
    providerDescriptions: [DISCOVERY_READER, SAML_PROVIDER_READER],
    installations: { 'keycloak-oidc-keycloak-json': writeKeycloakJson, ...saml, ...registry },
  };
}
