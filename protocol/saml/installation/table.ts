// The table of installation files for service providers.
import type { InstallationId } from '#protocol/contract/installations.ts';
import type { InstallationRequest, InstallationWriter } from '#protocol/realm/clients/client-installation.ts';
import { prettyPrint } from '#protocol/xml/pretty-print.ts';
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
    asDocument(await describeRealm(request));
  const serviceProvider = (request: InstallationRequest): string =>
    asDocument(renderServiceProviderDescriptor(readInstallationSettings(request)));
  return {
    'saml-idp-descriptor': identityProvider,
    'saml-sp-descriptor': async (request) => serviceProvider(request),
    'keycloak-saml': async (request) => asDocument(renderAdapterFile(readInstallationSettings(request))),
    'keycloak-saml-subsystem': async (request) =>
      asDocument(renderSubsystem(readInstallationSettings(request))),
    'keycloak-saml-subsystem-cli': async (request) =>
      renderSubsystemCommands(readInstallationSettings(request)),
    'mod-auth-mellon': async (request) =>
      renderMellonArchive(readInstallationSettings(request), {
        identityProvider: await identityProvider(request),
        serviceProvider: serviceProvider(request),
      }),
  };
}

/** Indented for readers. */
function asDocument(xml: string): string {
  const lines = prettyPrint(xml).map((runs) => runs.map(({ text }) => text).join(''));
  return `${lines.join('\n')}\n`;
}
