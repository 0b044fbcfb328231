// Configuration snippets for service providers, with values of the realm and the client.

/** Values in the snippets. */
export interface SamlSnippetValues {
  /** The realm's entityID. */
  readonly issuer: string;
  readonly metadataUrl: string;
  /** URL for both SSO and logout. */
  readonly serviceUrl: string;
  readonly entityId: string;
  /** Assertion consumer service of the client. */
  readonly consumerUrl: string;
  /** The realm's certificate, base64; undefined while loading. */
  readonly certificate: string | undefined;
  /** URN of the name identifier format. */
  readonly nameIdFormat: string;
  readonly signsRequests: boolean;
  readonly wantsSignedAssertions: boolean;
  readonly wantsSignedMessages: boolean;
  readonly wantsEncryption: boolean;
}

/** The snippet for a library. */
export interface SamlSnippet {
  readonly id: string;
  readonly title: string;
  /** Name of the file. */
  readonly file: string;
  readonly write: (values: SamlSnippetValues) => string;
}

function lines(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined).join('\n');
}

/** A single-quoted literal for JavaScript, PHP and Ruby. */
function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

const certificateOf = ({ certificate }: SamlSnippetValues): string =>
  certificate ?? 'CERTIFICATE OF THE REALM';

function writeNodeSaml(values: SamlSnippetValues): string {
  const readsKeys = values.signsRequests || values.wantsEncryption;
  return lines(
    readsKeys ? "import { readFileSync } from 'node:fs';" : undefined,
    "import { SAML } from '@node-saml/node-saml'; // the same settings for @node-saml/passport-saml",
    '',
    'export const saml = new SAML({',
    `  entryPoint: ${quote(values.serviceUrl)},`,
    `  logoutUrl: ${quote(values.serviceUrl)},`,
    `  idpIssuer: ${quote(values.issuer)},`,
    `  idpCert: ${quote(certificateOf(values))},`,
    `  issuer: ${quote(values.entityId)},`,
    `  callbackUrl: ${quote(values.consumerUrl)},`,
    `  identifierFormat: ${quote(values.nameIdFormat)},`,
    `  wantAssertionsSigned: ${values.wantsSignedAssertions},`,
    `  wantAuthnResponseSigned: ${values.wantsSignedMessages},`,
    values.signsRequests ? "  privateKey: readFileSync('signing-key.pem', 'utf8')," : undefined,
    values.signsRequests ? "  signatureAlgorithm: 'sha256'," : undefined,
    values.wantsEncryption ? "  decryptionPvk: readFileSync('encryption-key.pem', 'utf8')," : undefined,
    '});',
  );
}

function writeSpring(values: SamlSnippetValues): string {
  const text = (value: string): string => JSON.stringify(value);
  return lines(
    'spring:',
    '  security:',
    '    saml2:',
    '      relyingparty:',
    '        registration:',
    '          understudy:',
    `            entity-id: ${text(values.entityId)}`,
    '            acs:',
    `              location: ${text(values.consumerUrl)}`,
    '            assertingparty:',
    `              metadata-uri: ${text(values.metadataUrl)}`,
    values.signsRequests ? '            signing:' : undefined,
    values.signsRequests ? '              credentials:' : undefined,
    values.signsRequests ? '                - private-key-location: classpath:signing-key.pem' : undefined,
    values.signsRequests ? '                  certificate-location: classpath:signing.pem' : undefined,
    values.wantsEncryption ? '            decryption:' : undefined,
    values.wantsEncryption ? '              credentials:' : undefined,
    values.wantsEncryption
      ? '                - private-key-location: classpath:encryption-key.pem'
      : undefined,
    values.wantsEncryption ? '                  certificate-location: classpath:encryption.pem' : undefined,
  );
}

function writeSimpleSaml(values: SamlSnippetValues): string {
  return lines(
    '<?php',
    `$metadata[${quote(values.issuer)}] = [`,
    "    'SingleSignOnService' => [",
    `        ['Binding' => 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect', 'Location' => ${quote(values.serviceUrl)}],`,
    '    ],',
    "    'SingleLogoutService' => [",
    `        ['Binding' => 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect', 'Location' => ${quote(values.serviceUrl)}],`,
    '    ],',
    `    'keys' => [['type' => 'X509Certificate', 'signing' => true, 'encryption' => false, 'X509Certificate' => ${quote(certificateOf(values))}]],`,
    `    'NameIDFormat' => ${quote(values.nameIdFormat)},`,
    `    'sign.authnrequest' => ${values.signsRequests},`,
    `    'sign.logout' => ${values.signsRequests},`,
    '];',
    '',
    '// In config/authsources.php of the service provider:',
    `//   'entityID' => ${quote(values.entityId)},`,
    `//   'idp' => ${quote(values.issuer)},`,
    values.signsRequests
      ? "//   'privatekey' => 'signing-key.pem', 'certificate' => 'signing.pem',"
      : undefined,
  );
}

function writePython(values: SamlSnippetValues): string {
  const service = (url: string, binding: string) => ({
    url,
    binding: `urn:oasis:names:tc:SAML:2.0:bindings:${binding}`,
  });
  const settings = {
    strict: true,
    sp: {
      entityId: values.entityId,
      assertionConsumerService: service(values.consumerUrl, 'HTTP-POST'),
      NameIDFormat: values.nameIdFormat,
      ...(values.signsRequests
        ? { x509cert: 'CONTENT OF signing.pem', privateKey: 'CONTENT OF signing-key.pem' }
        : {}),
    },
    idp: {
      entityId: values.issuer,
      singleSignOnService: service(values.serviceUrl, 'HTTP-Redirect'),
      singleLogoutService: service(values.serviceUrl, 'HTTP-Redirect'),
      x509cert: certificateOf(values),
    },
    security: {
      authnRequestsSigned: values.signsRequests,
      logoutRequestSigned: values.signsRequests,
      wantMessagesSigned: values.wantsSignedMessages,
      wantAssertionsSigned: values.wantsSignedAssertions,
      wantAssertionsEncrypted: values.wantsEncryption,
      requestedAuthnContext: false,
    },
  };
  return JSON.stringify(settings, undefined, 2);
}

function writeOmniAuth(values: SamlSnippetValues): string {
  return lines(
    'Rails.application.config.middleware.use OmniAuth::Builder do',
    '  provider :saml,',
    `    sp_entity_id: ${quote(values.entityId)},`,
    `    assertion_consumer_service_url: ${quote(values.consumerUrl)},`,
    `    idp_entity_id: ${quote(values.issuer)},`,
    `    idp_sso_service_url: ${quote(values.serviceUrl)},`,
    `    idp_slo_service_url: ${quote(values.serviceUrl)},`,
    `    idp_cert: ${quote(certificateOf(values))},`,
    `    name_identifier_format: ${quote(values.nameIdFormat)},`,
    values.signsRequests ? "    private_key: File.read('signing-key.pem')," : undefined,
    values.signsRequests ? "    certificate: File.read('signing.pem')," : undefined,
    `    security: { authn_requests_signed: ${values.signsRequests}, want_assertions_signed: ${values.wantsSignedAssertions} }`,
    'end',
  );
}

/** Every library, in the order of the tabs. */
export const SAML_SNIPPETS: readonly SamlSnippet[] = [
  { id: 'node-saml', title: 'node-saml', file: 'saml.mjs', write: writeNodeSaml },
  { id: 'spring-saml', title: 'Spring Boot', file: 'application.yml', write: writeSpring },
  {
    id: 'simplesamlphp',
    title: 'SimpleSAMLphp',
    file: 'metadata/saml20-idp-remote.php',
    write: writeSimpleSaml,
  },
  { id: 'python3-saml', title: 'python3-saml', file: 'settings.json', write: writePython },
  { id: 'omniauth-saml', title: 'OmniAuth', file: 'config/initializers/omniauth.rb', write: writeOmniAuth },
];
