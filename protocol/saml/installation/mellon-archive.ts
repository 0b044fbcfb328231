// Writes the archive of files for Apache's mod_auth_mellon.
import { pemOf } from '#protocol/crypto/read-certificates.ts';
import { writeZip, type ZipEntry } from '#protocol/http/zip.ts';
import type { InstallationSettings } from './installation-settings.ts';

const FOLDER = '/etc/apache2/saml2';

/** Protects the whole server; the endpoint path is the default in the module's metadata. */
function apacheSettings({ entityId, signingKey }: InstallationSettings): string {
  const lines = [
    '<Location />',
    '  AuthType Mellon',
    '  MellonEnable auth',
    '  Require valid-user',
    `  # Metadata for ${entityId.replaceAll(/[^\x21-\x7e]/g, '?')}`,
    `  MellonSPMetadataFile ${FOLDER}/sp-metadata.xml`,
    `  MellonIdPMetadataFile ${FOLDER}/idp-metadata.xml`,
    ...(signingKey === undefined
      ? ['  # The key of the certificate in sp-metadata.xml, which only the application has:']
      : []),
    `  MellonSPPrivateKeyFile ${FOLDER}/client-private-key.pem`,
    `  MellonSPCertFile ${FOLDER}/client-cert.pem`,
    '</Location>',
    '',
  ];
  return lines.join('\n');
}

export function renderMellonArchive(
  settings: InstallationSettings,
  metadata: { readonly identityProvider: string; readonly serviceProvider: string },
): Buffer {
  const [certificate] = settings.signingCertificates;
  const { signingKey } = settings;
  const keys: readonly ZipEntry[] = [
    ...(certificate === undefined
      ? []
      : [{ name: 'client-cert.pem', content: pemOf('CERTIFICATE', certificate) }]),
    ...(signingKey === undefined
      ? []
      : [{ name: 'client-private-key.pem', content: pemOf('PRIVATE KEY', signingKey) }]),
  ];
  return writeZip([
    { name: 'idp-metadata.xml', content: metadata.identityProvider },
    { name: 'sp-metadata.xml', content: metadata.serviceProvider },
    ...keys,
    { name: 'auth_mellon.conf', content: apacheSettings(settings) },
  ]);
}
