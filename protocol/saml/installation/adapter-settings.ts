// Settings of Keycloak's SAML adapters: as a file, as part of WildFly's configuration and as commands for it.
import { pemOf } from '#protocol/crypto/read-certificates.ts';
import { writeElement, writeTextElement } from '#protocol/xml/write-xml.ts';
import type { InstallationSettings } from './installation-settings.ts';

/** Placeholders for values the server cannot know. */
const DEPLOYMENT = 'YOUR-WAR.war';
const LOGOUT_PAGE = '/logged-out.jsp';
const OWN_KEY = 'PASTE THE PRIVATE KEY OF THE APPLICATION';

interface AdapterKey {
  readonly use: Readonly<Record<string, 'true'>>;
  readonly privateKey: string;
  readonly certificate: string;
}

function keysOf(settings: InstallationSettings): readonly AdapterKey[] {
  const key = (
    use: 'signing' | 'encryption',
    [certificate]: readonly string[],
    privateKey: string | undefined,
  ): readonly AdapterKey[] => {
    if (certificate === undefined) return [];
    const pem = privateKey === undefined ? OWN_KEY : pemOf('PRIVATE KEY', privateKey);
    return [{ use: { [use]: 'true' }, privateKey: pem, certificate: pemOf('CERTIFICATE', certificate) }];
  };
  return [
    ...key('signing', settings.signsRequests ? settings.signingCertificates : [], settings.signingKey),
    ...key('encryption', settings.encryptionCertificates, settings.encryptionKey),
  ];
}

function signOnSettings(settings: InstallationSettings): Readonly<Record<string, string>> {
  return {
    signRequest: String(settings.signsRequests),
    validateResponseSignature: String(settings.signsMessages),
    validateAssertionSignature: String(settings.signsAssertions),
    requestBinding: settings.binding,
    bindingUrl: settings.serviceUrl,
  };
}

function logoutSettings(settings: InstallationSettings): Readonly<Record<string, string>> {
  return {
    signRequest: String(settings.signsRequests),
    signResponse: String(settings.signsRequests),
    validateRequestSignature: String(settings.signsMessages),
    validateResponseSignature: String(settings.signsMessages),
    requestBinding: settings.binding,
    responseBinding: settings.binding,
    postBindingUrl: settings.serviceUrl,
    redirectBindingUrl: settings.serviceUrl,
  };
}

function serviceProvider(settings: InstallationSettings): string {
  const keys = keysOf(settings).map(({ use, privateKey, certificate }) =>
    writeElement(
      'Key',
      use,
      writeTextElement('PrivateKeyPem', {}, privateKey) + writeTextElement('CertificatePem', {}, certificate),
    ),
  );
  const identityProvider = writeElement(
    'IDP',
    {
      entityID: settings.issuer,
      metadataUrl: settings.descriptorUrl,
      signatureAlgorithm: settings.signatureAlgorithm,
      signatureCanonicalizationMethod: settings.canonicalization,
    },
    writeElement('SingleSignOnService', signOnSettings(settings)) +
      writeElement('SingleLogoutService', logoutSettings(settings)),
  );
  return writeElement(
    'SP',
    {
      entityID: settings.entityId,
      sslPolicy: settings.sslPolicy,
      logoutPage: LOGOUT_PAGE,
      nameIDPolicyFormat: settings.nameIdFormat,
    },
    (keys.length === 0 ? '' : writeElement('Keys', {}, keys.join(''))) +
      writeElement('PrincipalNameMapping', { policy: 'FROM_NAME_ID' }) +
      identityProvider,
  );
}

/** `keycloak-saml.xml` on one line. */
export function renderAdapterFile(settings: InstallationSettings): string {
  return writeElement(
    'keycloak-saml-adapter',
    { xmlns: 'urn:keycloak:saml:adapter' },
    serviceProvider(settings),
  );
}

/** A deployment's part of WildFly's configuration, on one line. */
export function renderSubsystem(settings: InstallationSettings): string {
  return writeElement('secure-deployment', { name: DEPLOYMENT }, serviceProvider(settings));
}

/** A quoted string of jboss-cli. */
function quote(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`;
}

function members(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}=${value === 'true' || value === 'false' ? value : quote(value)}`)
    .join(', ');
}

/** Commands for jboss-cli, one per line. */
export function renderSubsystemCommands(settings: InstallationSettings): string {
  const deployment = `/subsystem=keycloak-saml/secure-deployment=${DEPLOYMENT}`;
  const provider = `${deployment}/SP=${quote(settings.entityId)}`;
  const keys = keysOf(settings).map(
    ({ use, privateKey, certificate }, position) =>
      `${provider}/Key=KEY${position + 1}:add(${members({ ...use, PrivateKeyPem: privateKey, CertificatePem: certificate })})`,
  );
  const identityProvider = [
    members({
      signatureAlgorithm: settings.signatureAlgorithm,
      signatureCanonicalizationMethod: settings.canonicalization,
      metadataUrl: settings.descriptorUrl,
    }),
    `SingleSignOnService={${members(signOnSettings(settings))}}`,
    `SingleLogoutService={${members(logoutSettings(settings))}}`,
  ];
  const lines = [
    `${deployment}:add`,
    `${provider}:add(${members({ sslPolicy: settings.sslPolicy, logoutPage: LOGOUT_PAGE, nameIDPolicyFormat: settings.nameIdFormat })})`,
    ...keys,
    `${provider}/IDP=${quote(settings.issuer)}:add(${identityProvider.join(', ')})`,
  ];
  return `${lines.join('\n')}\n`;
}
