// Apache with mod_auth_mellon.
import { type Guide, type GuideValues, lines, openAndSignIn } from '../guide.ts';
import { apache, shell, xml } from '../quote.ts';
import { apacheBase } from './apache-base.ts';
import { singleKeyPair } from './service-provider-keys.ts';

const SUFFIX = '/postResponse';

function writeConfiguration(values: GuideValues): string {
  return lines(
    ...apacheBase(values, ['auth_mellon']),
    '# Browsers refuse cookies with SameSite=None over plain HTTP.',
    'SetEnvIf Request_URI . MELLON_DISABLE_SAMESITE=1',
    'MellonLockFile mellon.lock',
    '',
    '<Location />',
    '  Require valid-user',
    '  MellonEnable auth',
    `  MellonEndpointPath ${apache(values.path.slice(0, -SUFFIX.length))}`,
    '  MellonSPMetadataFile sp-metadata.xml',
    '  MellonIdPMetadataFile idp.xml',
    '  MellonSPPrivateKeyFile signing-key.pem',
    '  MellonSPCertFile signing.pem',
    '  MellonSecureCookie Off',
    '  MellonSubjectConfirmationDataAddressCheck Off',
    '</Location>',
  );
}

/** Without its own metadata, mellon requests a transient name identifier, which names nobody. */
function writeMetadata({ clientId, redirectUri, saml }: GuideValues): string {
  return lines(
    `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${xml(clientId)}">`,
    '  <SPSSODescriptor AuthnRequestsSigned="true" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">',
    '    <SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect"',
    `      Location="${xml(redirectUri.slice(0, -SUFFIX.length))}/logout"/>`,
    `    <NameIDFormat>${xml(saml.nameIdFormat)}</NameIDFormat>`,
    '    <AssertionConsumerService index="0" isDefault="true" Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST"',
    `      Location="${xml(redirectUri)}"/>`,
    '  </SPSSODescriptor>',
    '</EntityDescriptor>',
  );
}

export const MELLON: Guide = {
  id: 'mellon',
  title: 'mod_auth_mellon',
  summary: 'guides:mellon.summary',
  runtime: 'guides:runtime.debian',
  kind: 'saml',
  callback: { path: `/mellon${SUFFIX}`, isFixed: true },
  write: (values) => {
    const keys = singleKeyPair(values);
    return {
      install: [
        'sudo apt-get install -y apache2-bin libapache2-mod-auth-mellon curl',
        `curl -fsS -o idp.xml ${shell(values.saml.metadataUrl)}`,
        ...(keys.install === undefined ? [] : [keys.install]),
      ].join('\n'),
      files: [
        { name: 'httpd.conf', text: writeConfiguration(values) },
        { name: 'sp-metadata.xml', text: writeMetadata(values) },
        { name: 'site/index.shtml', text: 'Signed in as <!--#echo var="REMOTE_USER" -->\n' },
        ...keys.files,
      ],
      command: '/usr/sbin/apache2 -d "$PWD" -f httpd.conf -DFOREGROUND',
      expect: openAndSignIn(values, 'guides:open.showsUser'),
      notes: keys.notes,
    };
  },
};
