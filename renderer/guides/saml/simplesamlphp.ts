// SimpleSAMLphp as a service provider.
import { type Guide, type GuideValues, lines, openAndSignIn } from '../guide.ts';
import { php, shell } from '../quote.ts';
import { singleKeyPair } from './service-provider-keys.ts';

function writeConfig({ origin }: GuideValues): string {
  return lines(
    '<?php',
    '$config = [',
    `    'baseurlpath' => ${php(`${origin}/simplesaml/`)},`,
    "    'certdir' => __DIR__ . '/../',",
    "    'metadatadir' => __DIR__ . '/../metadata/',",
    "    'tempdir' => sys_get_temp_dir() . '/simplesaml',",
    "    'timezone' => null,",
    "    'secretsalt' => 'replace me in production',",
    "    'technicalcontact_email' => 'na@example.org',",
    "    'logging.handler' => 'errorlog',",
    "    'store.type' => 'phpsession',",
    "    'session.phpsession.cookiename' => 'SimpleSAML',",
    "    'session.cookie.secure' => false,",
    "    'session.phpsession.savepath' => null,",
    '];',
  );
}

function writeSource({ clientId, issuer, redirectUri, saml }: GuideValues): string {
  const needsKeys = saml.signsRequests || saml.wantsEncryption;
  return lines(
    '<?php',
    '$config = [',
    "    'default-sp' => [",
    "        'saml:SP',",
    `        'entityID' => ${php(clientId)},`,
    `        'idp' => ${php(issuer)},`,
    `        'AssertionConsumerService' => [['Binding' => 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST', 'Location' => ${php(redirectUri)}, 'index' => 0]],`,
    `        'NameIDPolicy' => ['Format' => ${php(saml.nameIdFormat)}, 'AllowCreate' => true],`,
    needsKeys ? "        'privatekey' => 'signing-key.pem'," : undefined,
    needsKeys ? "        'certificate' => 'signing.pem'," : undefined,
    '    ],',
    '];',
  );
}

function writeMetadata({ issuer, saml }: GuideValues): string {
  const service = `[['Binding' => 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect', 'Location' => ${php(saml.serviceUrl)}]]`;
  return lines(
    '<?php',
    "// The realm's certificate, which its metadata contains.",
    `preg_match('/X509Certificate>([^<]+)</', file_get_contents(${php(saml.metadataUrl)}), $found);`,
    `$metadata[${php(issuer)}] = [`,
    `    'SingleSignOnService' => ${service},`,
    `    'SingleLogoutService' => ${service},`,
    "    'keys' => [['type' => 'X509Certificate', 'signing' => true, 'encryption' => false, 'X509Certificate' => $found[1]]],",
    `    'sign.authnrequest' => ${saml.signsRequests},`,
    `    'sign.logout' => ${saml.signsRequests},`,
    '];',
  );
}

const PAGE = lines(
  '<?php',
  "require '/usr/share/simplesamlphp/lib/_autoload.php';",
  '',
  "$auth = new SimpleSAML\\Auth\\Simple('default-sp');",
  '$auth->requireAuth();',
  "header('Content-Type: text/plain; charset=utf-8');",
  "echo 'Signed in as ', $auth->getAuthData('saml:sp:NameID')->getValue();",
);

export const SIMPLESAMLPHP: Guide = {
  id: 'simplesamlphp',
  title: 'SimpleSAMLphp',
  summary: 'guides:simplesamlphp.summary',
  runtime: 'guides:runtime.debian12',
  kind: 'saml',
  callback: { path: '/simplesaml/module.php/saml/sp/saml2-acs.php/default-sp', isFixed: true },
  write: (values) => {
    const needsKeys = values.saml.signsRequests || values.saml.wantsEncryption;
    const keys = needsKeys ? singleKeyPair(values) : { files: [], notes: [], install: undefined };
    return {
      install: [
        'sudo apt-get install -y simplesamlphp php-cli php-xml php-mbstring',
        'mkdir -p site && ln -sfn /usr/share/simplesamlphp/www site/simplesaml',
        ...(keys.install === undefined ? [] : [keys.install]),
      ].join('\n'),
      files: [
        { name: 'config/config.php', text: writeConfig(values) },
        { name: 'config/authsources.php', text: writeSource(values) },
        { name: 'metadata/saml20-idp-remote.php', text: writeMetadata(values) },
        { name: 'site/index.php', text: PAGE },
        ...keys.files,
      ],
      command: `SIMPLESAMLPHP_CONFIG_DIR="$PWD/config" php -S ${shell(`${values.host}:${values.port}`)} -t site`,
      expect: openAndSignIn(values, 'guides:open.showsUser'),
      notes: keys.notes,
    };
  },
};
