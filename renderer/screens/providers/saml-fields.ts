// Settings of SAML identity providers, with Keycloak's names.
import { text } from '../../texts/text.ts';
import type { FieldSection } from '../../ui/settings-form.tsx';
import { choiceField, longField, plainChoices, switchField, textField, urlField } from './config-field.ts';

const FORMATS = [
  'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
  'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
  'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
] as const;

/** The last part of a format's URN says it. */
const formatChoices = FORMATS.map((value) => ({ value, label: value.slice(value.lastIndexOf(':') + 1) }));

function partySection(): FieldSection {
  return {
    title: text('providerForms:addresses'),
    fields: [
      textField('idpEntityId', text('providerForms:idpEntityId'), text('providerForms:idpEntityIdHelp')),
      textField('entityId', text('providerForms:entityId'), text('providerForms:entityIdHelp')),
      urlField('singleSignOnServiceUrl', text('providerForms:singleSignOnUrl')),
      urlField('singleLogoutServiceUrl', text('providerForms:singleLogoutUrl')),
      urlField('artifactResolutionServiceUrl', text('providerForms:artifactUrl')),
      urlField(
        'metadataDescriptorUrl',
        text('providerForms:metadataUrl'),
        text('providerForms:metadataUrlHelp'),
      ),
    ],
  };
}

function requestSection(): FieldSection {
  return {
    title: text('providerForms:request'),
    fields: [
      choiceField('nameIDPolicyFormat', text('providerForms:nameIdFormat'), formatChoices),
      choiceField(
        'principalType',
        text('providerForms:principalType'),
        [
          { value: 'SUBJECT', label: text('providerForms:principalType.subject') },
          { value: 'ATTRIBUTE', label: text('providerForms:principalType.attribute') },
          { value: 'FRIENDLY_ATTRIBUTE', label: text('providerForms:principalType.friendly') },
        ],
        text('providerForms:principalTypeHelp'),
      ),
      textField('principalAttribute', text('providerForms:principalAttribute'), '', {
        shown: ({ principalType }) => principalType !== 'SUBJECT',
      }),
      switchField(
        'postBindingAuthnRequest',
        text('providerForms:postRequest'),
        text('providerForms:postHelp'),
      ),
      switchField('postBindingResponse', text('providerForms:postResponse'), text('providerForms:postHelp')),
      switchField(
        'artifactBindingResponse',
        text('providerForms:artifactResponse'),
        text('providerForms:artifactResponseHelp'),
      ),
      switchField('postBindingLogout', text('providerForms:postLogout'), text('providerForms:postHelp')),
      switchField('forceAuthn', text('providerForms:forceAuthn'), text('providerForms:forceAuthnHelp')),
      switchField('loginHint', text('providerForms:loginHint'), text('providerForms:loginHintHelp')),
    ],
  };
}

function signatureSection(): FieldSection {
  return {
    title: text('providerForms:signatures'),
    fields: [
      switchField('wantAuthnRequestsSigned', text('providerForms:signRequests')),
      choiceField(
        'signatureAlgorithm',
        text('providerForms:signatureAlgorithm'),
        plainChoices('RSA_SHA256', 'RSA_SHA512', 'RSA_SHA1'),
        '',
        { shown: ({ wantAuthnRequestsSigned }) => wantAuthnRequestsSigned === true },
      ),
      switchField('wantAssertionsSigned', text('providerForms:wantSigned')),
      switchField('wantAssertionsEncrypted', text('providerForms:wantEncrypted')),
      switchField('validateSignature', text('providerForms:validateSamlSignature')),
      switchField('useMetadataDescriptorUrl', text('providerForms:useMetadataUrl'), '', {
        shown: ({ validateSignature }) => validateSignature === true,
      }),
      longField(
        'signingCertificate',
        text('providerForms:certificate'),
        text('providerForms:certificateHelp'),
        {
          shown: ({ validateSignature, useMetadataDescriptorUrl }) =>
            validateSignature === true && useMetadataDescriptorUrl !== true,
        },
      ),
    ],
  };
}

export function samlSections(): readonly FieldSection[] {
  return [partySection(), requestSection(), signatureSection()];
}
