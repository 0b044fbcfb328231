// The table of installation files for service providers.
import type { InstallationId } from '#protocol/contract/installations.ts';
import type { InstallationRequest, InstallationWriter } from '#protocol/realm/clients/client-installation.ts';
import { indentXml } from '#protocol/xml/pretty-print.ts';
import { renderAdapterFile, renderSubsystem, renderSubsystemCommands } from './adapter-settings.ts';
import { readInstallationSettings } from './installation-settings.ts';
import { renderMellonArchive } from './mellon-archive.ts';
import { renderServiceProviderDescriptor } from './service-provider-descriptor.ts';

type SamlInstallationId = Exclude<InstallationId, 'keycloak-oidc-keycloak-json' | `docker-v2-${string}`>;

export type SamlInstallations = Readonly<Record<SamlInstallationId, InstallationWriter>>;

/** The writers by id; `describeRealm` returns the realm's metadata as identity provider. */
export function createSamlInstallations(
  describeRealm: (request: InstallationRequest) => Promise<string>,
): SamlInstallations {
  const identityProvider = async (request: InstallationRequest): Promise<string> =>
    indentXml(await describeRealm(request));
  const serviceProvider = (request: InstallationRequest): string =>
    indentXml(renderServiceProviderDescriptor(readInstallationSettings(request)));
  return {
    'saml-idp-descriptor': identityProvider,
    'saml-sp-descriptor': async (request) => serviceProvider(request),
    'keycloak-saml': async (request) => indentXml(renderAdapterFile(readInstallationSettings(request))),
    'keycloak-saml-subsystem': async (request) =>
      indentXml(renderSubsystem(readInstallationSettings(request))),
    'keycloak-saml-subsystem-cli': async (request) =>
      renderSubsystemCommands(readInstallationSettings(request)),
    'mod-auth-mellon': async (request) =>
      renderMellonArchive(readInstallationSettings(request), {
        identityProvider: await identityProvider(request),
        serviceProvider: serviceProvider(request),
      }),
  };
}
