// Apache with Shibboleth's service provider.
import { type Guide, type GuideValues, lines, openAndSignIn } from '../guide.ts';
import { shell, xml } from '../quote.ts';
import { apacheBase } from './apache-base.ts';
import { singleKeyPair } from './service-provider-keys.ts';

function writeServiceProvider({ clientId, issuer, saml }: GuideValues): string {
  return lines(
    '<SPConfig xmlns="urn:mace:shibboleth:3.0:native:sp:config" clockSkew="180">',
    '  <OutOfProcess tranLogFormat="%u|%s" />',
    '  <UnixListener address="shibd.sock" />',
    `  <ApplicationDefaults entityID="${xml(clientId)}" REMOTE_USER="name-id" signing="${saml.signsRequests}">`,
    '    <Sessions lifetime="28800" timeout="3600" checkAddress="false" handlerSSL="false" cookieProps="http">',
    `      <SSO entityID="${xml(issuer)}">SAML2</SSO>`,
    '      <Logout>SAML2 Local</Logout>',
    '    </Sessions>',
    '    <MetadataProvider type="XML" path="idp.xml" />',
    '    <AttributeExtractor type="XML" path="attribute-map.xml" />',
    '    <CredentialResolver type="File" key="signing-key.pem" certificate="signing.pem" />',
    '  </ApplicationDefaults>',
    '  <SecurityPolicyProvider type="XML" path="/etc/shibboleth/security-policy.xml" />',
    '  <ProtocolProvider type="XML" path="/etc/shibboleth/protocols.xml" />',
    '</SPConfig>',
  );
}

function writeAttributeMap({ saml }: GuideValues): string {
  return lines(
    '<Attributes xmlns="urn:mace:shibboleth:2.0:attribute-map" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">',
    `  <Attribute name="${xml(saml.nameIdFormat)}" id="name-id">`,
    '    <AttributeDecoder xsi:type="NameIDAttributeDecoder" formatter="$Name" />',
    '  </Attribute>',
    '</Attributes>',
  );
}

function writeApache(values: GuideValues): string {
  return lines(
    ...apacheBase(values, []),
    'LoadModule mod_shib /usr/lib/apache2/modules/mod_shib.so',
    'UseCanonicalName On',
    '<Location />',
    '  AuthType shibboleth',
    '  ShibRequestSetting requireSession 1',
    '  Require valid-user',
    '</Location>',
  );
}

/** Shibboleth reads and writes in the folder `shibboleth` of each. */
const FOLDERS = ['CFG', 'LOG', 'RUN', 'CACHE'].map((name) => `SHIBSP_${name}DIR="$PWD"`).join(' ');

export const SHIBBOLETH: Guide = {
  id: 'shibboleth',
  title: 'Shibboleth',
  summary: 'guides:shibboleth.summary',
  runtime: 'guides:runtime.debian',
  kind: 'saml',
  callback: { path: '/Shibboleth.sso/SAML2/POST', isFixed: true },
  write: (values) => {
    const keys = singleKeyPair(values);
    return {
      install: [
        'sudo apt-get install -y apache2-bin libapache2-mod-shib curl',
        'mkdir -p shibboleth',
        `curl -fsS -o shibboleth/idp.xml ${shell(values.saml.metadataUrl)}`,
        ...(keys.install === undefined ? [] : [`(cd shibboleth && ${keys.install})`]),
      ].join('\n'),
      files: [
        { name: 'shibboleth/shibboleth2.xml', text: writeServiceProvider(values) },
        { name: 'shibboleth/attribute-map.xml', text: writeAttributeMap(values) },
        { name: 'httpd.conf', text: writeApache(values) },
        { name: 'site/index.shtml', text: 'Signed in as <!--#echo var="REMOTE_USER" -->\n' },
        ...keys.files.map(({ name, text }) => ({ name: `shibboleth/${name}`, text })),
      ],
      command: `export ${FOLDERS}; shibd -F & /usr/sbin/apache2 -d "$PWD" -f httpd.conf -DFOREGROUND`,
      expect: openAndSignIn(values, 'guides:open.showsUser'),
      notes: keys.notes,
    };
  },
};
