// A service provider's signatures, encryption and keys.
import {
  SAML_CANONICALIZATION_METHODS,
  SAML_DIGEST_METHODS,
  SAML_ENCRYPTION_ALGORITHMS,
  SAML_KEY_TRANSPORT_ALGORITHMS,
  SAML_MASK_GENERATION_FUNCTIONS,
  SAML_RSA_OAEP_11,
} from '#protocol/contract/saml-client-attributes.ts';
import { checkUrl } from '../../components/checks.ts';
import type { Choice, Field, FieldValues } from '../../ui/field.ts';
import type { FieldSection } from '../../ui/settings-form.tsx';

const ENCRYPT = 'saml.encrypt';
const TRANSPORT = 'saml.encryption.keyAlgorithm';
const CLIENT_SIGNATURE = 'saml.client.signature';

const FETCHED = 'saml.useMetadataDescriptorUrl';

const isFetched = (values: FieldValues): boolean => values[FETCHED] === true;
const isEncrypted = (values: FieldValues): boolean => values[ENCRYPT] === true;
const isSigned = (values: FieldValues): boolean =>
  values['saml.server.signature'] === true || values['saml.assertion.signature'] === true;

/** Labels of algorithms, which are URIs in the realm file. */
const ALGORITHM_LABELS: Readonly<Record<string, string>> = {
  'http://www.w3.org/2001/10/xml-exc-c14n#': 'Exclusive',
  'http://www.w3.org/2001/10/xml-exc-c14n#WithComments': 'Exclusive, with comments',
  'http://www.w3.org/TR/2001/REC-xml-c14n-20010315': 'Inclusive',
  'http://www.w3.org/TR/2001/REC-xml-c14n-20010315#WithComments': 'Inclusive, with comments',
  'http://www.w3.org/2009/xmlenc11#aes256-gcm': 'AES-256-GCM',
  'http://www.w3.org/2009/xmlenc11#aes192-gcm': 'AES-192-GCM',
  'http://www.w3.org/2009/xmlenc11#aes128-gcm': 'AES-128-GCM',
  'http://www.w3.org/2001/04/xmlenc#aes256-cbc': 'AES-256-CBC',
  'http://www.w3.org/2001/04/xmlenc#aes192-cbc': 'AES-192-CBC',
  'http://www.w3.org/2001/04/xmlenc#aes128-cbc': 'AES-128-CBC',
  'http://www.w3.org/2009/xmlenc11#rsa-oaep': 'RSA-OAEP (XML Encryption 1.1)',
  'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p': 'RSA-OAEP with MGF1 and SHA-1 (1.0)',
  'http://www.w3.org/2001/04/xmlenc#sha256': 'SHA-256',
  'http://www.w3.org/2001/04/xmlenc#sha512': 'SHA-512',
  'http://www.w3.org/2000/09/xmldsig#sha1': 'SHA-1',
  'http://www.w3.org/2009/xmlenc11#mgf1sha1': 'MGF1 with SHA-1',
  'http://www.w3.org/2009/xmlenc11#mgf1sha224': 'MGF1 with SHA-224',
  'http://www.w3.org/2009/xmlenc11#mgf1sha256': 'MGF1 with SHA-256',
  'http://www.w3.org/2009/xmlenc11#mgf1sha384': 'MGF1 with SHA-384',
  'http://www.w3.org/2009/xmlenc11#mgf1sha512': 'MGF1 with SHA-512',
};

function choicesOf(values: readonly string[]): readonly Choice[] {
  return values.map((value) => ({ value, label: ALGORITHM_LABELS[value] ?? value }));
}

function choice(
  member: string,
  label: string,
  choices: readonly Choice[],
  more: { readonly help?: string; readonly shown?: (values: FieldValues) => boolean },
): Field {
  return {
    kind: 'choice',
    member,
    within: 'attributes',
    label,
    initial: choices[0]?.value ?? '',
    choices,
    ...more,
  };
}

const realmSignatures: readonly Field[] = [
  {
    kind: 'switch',
    member: 'saml.server.signature',
    within: 'attributes',
    label: 'Sign documents',
    help: 'Signs responses and logout messages as a whole.',
    initial: false,
  },
  {
    kind: 'switch',
    member: 'saml.assertion.signature',
    within: 'attributes',
    label: 'Sign assertions',
    help: 'Signs the assertion itself, inside the response.',
    initial: false,
  },
  choice(
    'saml.signature.algorithm',
    'Signature algorithm',
    [
      { value: 'RSA_SHA256', label: 'RSA with SHA-256' },
      { value: 'RSA_SHA256_MGF1', label: 'RSA-PSS with SHA-256' },
      { value: 'RSA_SHA512', label: 'RSA with SHA-512' },
      { value: 'RSA_SHA512_MGF1', label: 'RSA-PSS with SHA-512' },
      { value: 'RSA_SHA1', label: 'RSA with SHA-1 (insecure, for legacy applications)' },
    ],
    { help: 'SHA-1 in signatures of the client is accepted only if it is selected here.' },
  ),
  choice(
    'saml_signature_canonicalization_method',
    'Canonicalization method',
    choicesOf(SAML_CANONICALIZATION_METHODS),
    { help: 'Applied to SignedInfo.', shown: isSigned },
  ),
  choice(
    'saml.server.signature.keyinfo.xmlSigKeyInfoKeyNameTransformer',
    'SAML signature key name',
    [
      { value: 'KEY_ID', label: 'Key ID' },
      { value: 'CERT_SUBJECT', label: 'Certificate subject' },
      { value: 'NONE', label: 'None' },
    ],
    { shown: isSigned },
  ),
  {
    kind: 'switch',
    member: 'saml.server.signature.keyinfo.ext',
    within: 'attributes',
    label: 'Optimize redirect signing key lookup',
    help: 'Redirects name the key in an extension that Keycloak’s adapters read.',
    initial: false,
    shown: isSigned,
  },
];

const clientSignatures: readonly Field[] = [
  {
    kind: 'switch',
    member: CLIENT_SIGNATURE,
    within: 'attributes',
    label: 'Client signature required',
    help: 'Requests must be signed with a key of the certificate below. Off: signatures are not checked.',
    initial: false,
  },
  {
    kind: 'long',
    member: 'saml.signing.certificate',
    within: 'attributes',
    label: 'Signing certificate',
    help: 'PEM, or base64-encoded DER. Several are possible while the application changes its key.',
    placeholder: '-----BEGIN CERTIFICATE-----',
    wide: true,
    shown: (values) => values[CLIENT_SIGNATURE] === true,
  },
];

const encryption: readonly Field[] = [
  {
    kind: 'switch',
    member: ENCRYPT,
    within: 'attributes',
    label: 'Encrypt assertions',
    help: 'Encrypts assertions with the certificate below.',
    initial: false,
  },
  choice('saml.encryption.algorithm', 'Encryption algorithm', choicesOf(SAML_ENCRYPTION_ALGORITHMS), {
    shown: isEncrypted,
  }),
  choice(TRANSPORT, 'Key transport algorithm', choicesOf(SAML_KEY_TRANSPORT_ALGORITHMS), {
    shown: isEncrypted,
  }),
  choice('saml.encryption.digestMethod', 'Digest method', choicesOf(SAML_DIGEST_METHODS), {
    shown: isEncrypted,
  }),
  choice(
    'saml.encryption.maskGenerationFunction',
    'Mask generation function',
    choicesOf(SAML_MASK_GENERATION_FUNCTIONS),
    { shown: (values) => isEncrypted(values) && values[TRANSPORT] === SAML_RSA_OAEP_11 },
  ),
  {
    kind: 'long',
    member: 'saml.encryption.certificate',
    within: 'attributes',
    label: 'Encryption certificate',
    help: 'PEM, or base64-encoded DER.',
    placeholder: '-----BEGIN CERTIFICATE-----',
    wide: true,
    shown: isEncrypted,
    check: (value, values) =>
      value === '' && isEncrypted(values) && !isFetched(values)
        ? 'Enter the client’s encryption certificate, or generate a key pair below.'
        : undefined,
  },
];

const published: readonly Field[] = [
  {
    kind: 'switch',
    member: FETCHED,
    within: 'attributes',
    label: 'Use metadata descriptor URL',
    help: 'The server fetches the certificates from the client’s metadata and refreshes them. They replace those above.',
    initial: false,
  },
  {
    kind: 'text',
    member: 'saml.metadataDescriptorUrl',
    within: 'attributes',
    label: 'Metadata descriptor URL',
    placeholder: 'https://app.example.com/saml/metadata',
    shown: isFetched,
    check: (value) =>
      value === '' ? 'Enter the URL at which the application publishes its metadata.' : checkUrl(value),
  },
  {
    kind: 'duration',
    member: 'saml.descriptor.cache.seconds',
    within: 'attributes',
    label: 'Metadata cache time',
    help: 'How long fetched certificates are kept.',
    initial: '',
    unset: '5 minutes',
    shown: isFetched,
  },
];

/** The Keys tab of a SAML client. */
export const SAML_KEY_SECTIONS: readonly FieldSection[] = [
  { title: 'Realm signatures', fields: realmSignatures },
  { title: 'Client signatures', fields: clientSignatures },
  { title: 'Encryption', fields: encryption },
  { title: 'Published keys', fields: published },
];
