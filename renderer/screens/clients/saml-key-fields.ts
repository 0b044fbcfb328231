// A service provider's signatures, encryption and keys.
import { SAML_RSA_OAEP_11 } from '#protocol/contract/saml-client-attributes.ts';
import { checkUrl } from '../../components/checks.ts';
import { clientField } from '../../components/setting-field.ts';
import { perLanguage, text } from '../../texts/text.ts';
import type { FieldValues } from '../../ui/field.ts';
import type { FieldSection } from '../../ui/settings-form.tsx';

const ENCRYPT = 'saml.encrypt';
const TRANSPORT = 'saml.encryption.keyAlgorithm';
const CLIENT_SIGNATURE = 'saml.client.signature';
const FETCHED = 'saml.useMetadataDescriptorUrl';
const PEM_BEGIN = '-----BEGIN CERTIFICATE-----';

const isFetched = (values: FieldValues): boolean => values[FETCHED] === true;
const isEncrypted = (values: FieldValues): boolean => values[ENCRYPT] === true;
const whenFetched = { shown: isFetched };
const whenEncrypted = { shown: isEncrypted };
const whenSigned = {
  shown: (values: FieldValues): boolean =>
    values['saml.server.signature'] === true || values['saml.assertion.signature'] === true,
};

/** The Keys tab of a SAML client. */
export const samlKeySections: () => readonly FieldSection[] = perLanguage(() => [
  {
    title: text('clientForms:saml.realmSignatures'),
    fields: [
      clientField('saml.server.signature'),
      clientField('saml.assertion.signature'),
      clientField('saml.signature.algorithm'),
      clientField('saml_signature_canonicalization_method', whenSigned),
      clientField('saml.server.signature.keyinfo.xmlSigKeyInfoKeyNameTransformer', whenSigned),
      clientField('saml.server.signature.keyinfo.ext', whenSigned),
    ],
  },
  {
    title: text('clientForms:saml.clientSignatures'),
    fields: [
      clientField(CLIENT_SIGNATURE),
      clientField('saml.signing.certificate', {
        long: true,
        placeholder: PEM_BEGIN,
        wide: true,
        shown: (values) => values[CLIENT_SIGNATURE] === true,
      }),
    ],
  },
  {
    title: text('clientForms:section.encryption'),
    fields: [
      clientField(ENCRYPT),
      clientField('saml.encryption.algorithm', whenEncrypted),
      clientField(TRANSPORT, whenEncrypted),
      clientField('saml.encryption.digestMethod', whenEncrypted),
      clientField('saml.encryption.maskGenerationFunction', {
        shown: (values) => isEncrypted(values) && values[TRANSPORT] === SAML_RSA_OAEP_11,
      }),
      clientField('saml.encryption.certificate', {
        long: true,
        placeholder: PEM_BEGIN,
        wide: true,
        ...whenEncrypted,
        check: (value, values) =>
          value === '' && isEncrypted(values) && !isFetched(values)
            ? text('clientForms:check.encryptionCertificate')
            : undefined,
      }),
    ],
  },
  {
    title: text('clientForms:saml.publishedKeys'),
    fields: [
      clientField(FETCHED),
      clientField('saml.metadataDescriptorUrl', {
        placeholder: 'https://app.example.com/saml/metadata',
        ...whenFetched,
        check: (value) => (value === '' ? text('clientForms:check.metadataUrl') : checkUrl(value)),
      }),
      clientField('saml.descriptor.cache.seconds', whenFetched),
    ],
  },
]);
