// Settings of identity providers that speak OAuth 2.0 or OpenID Connect, by type, with Keycloak's names.
import { text } from '../../texts/text.ts';
import type { Field } from '../../ui/field.ts';
import type { FieldSection } from '../../ui/settings-form.tsx';
import {
  choiceField,
  longField,
  plainChoices,
  secretField,
  switchField,
  textField,
  urlField,
} from './config-field.ts';
import { samlSections } from './saml-fields.ts';

const clientId = (): Field =>
  textField('clientId', text('providerForms:clientId'), text('providerForms:clientIdHelp'));
const clientSecret = (): Field =>
  secretField('clientSecret', text('providerForms:clientSecret'), text('providerForms:clientSecretHelp'));
const defaultScope = (): Field =>
  textField('defaultScope', text('providerForms:scope'), text('providerForms:scopeHelp'));

const usesJwt = (method: unknown): boolean => String(method).endsWith('_jwt');

function clientSection(): FieldSection {
  return {
    title: text('providerForms:client'),
    fields: [
      clientId(),
      clientSecret(),
      choiceField(
        'clientAuthMethod',
        text('providerForms:clientAuth'),
        plainChoices('client_secret_post', 'client_secret_basic', 'client_secret_jwt', 'private_key_jwt'),
        text('providerForms:clientAuthHelp'),
      ),
      textField(
        'clientAssertionSigningAlg',
        text('providerForms:assertionAlgorithm'),
        text('providerForms:assertionAlgorithmHelp'),
        { shown: ({ clientAuthMethod }) => usesJwt(clientAuthMethod) },
      ),
    ],
  };
}

function addressSection(isOpenId: boolean): FieldSection {
  return {
    title: text('providerForms:addresses'),
    fields: [
      urlField('authorizationUrl', text('providerForms:authorizationUrl')),
      urlField('tokenUrl', text('providerForms:tokenUrl')),
      urlField('userInfoUrl', text('providerForms:userInfoUrl')),
      ...(isOpenId
        ? [
            urlField('logoutUrl', text('providerForms:logoutUrl'), text('providerForms:logoutUrlHelp')),
            textField('issuer', text('providerForms:issuer'), text('providerForms:issuerHelp'), {
              wide: true,
            }),
          ]
        : []),
    ],
  };
}

function requestSection(isOpenId: boolean): FieldSection {
  const openIdOnly: readonly Field[] = [
    choiceField(
      'prompt',
      text('providerForms:prompt'),
      [
        { value: '', label: text('providerForms:prompt.unset') },
        ...plainChoices('none', 'login', 'consent', 'select_account'),
      ],
      text('providerForms:promptHelp'),
    ),
    switchField('loginHint', text('providerForms:loginHint'), text('providerForms:loginHintHelp')),
    switchField('uiLocales', text('providerForms:uiLocales'), text('providerForms:uiLocalesHelp')),
    switchField('passMaxAge', text('providerForms:passMaxAge'), text('providerForms:passMaxAgeHelp')),
    switchField('disableNonce', text('providerForms:disableNonce'), text('providerForms:disableNonceHelp')),
  ];
  return {
    title: text('providerForms:request'),
    fields: [
      defaultScope(),
      textField(
        'forwardParameters',
        text('providerForms:forwardParameters'),
        text('providerForms:forwardParametersHelp'),
      ),
      switchField('pkceEnabled', text('providerForms:pkce'), text('providerForms:pkceHelp')),
      choiceField('pkceMethod', text('providerForms:pkceMethod'), plainChoices('S256', 'plain'), '', {
        shown: ({ pkceEnabled }) => pkceEnabled === true,
      }),
      ...(isOpenId ? openIdOnly : []),
    ],
  };
}

function answerSection(): FieldSection {
  const isChecked = (values: Readonly<Record<string, unknown>>): boolean =>
    values['validateSignature'] === true;
  return {
    title: text('providerForms:answer'),
    fields: [
      switchField(
        'validateSignature',
        text('providerForms:validateSignature'),
        text('providerForms:validateSignatureHelp'),
      ),
      switchField('useJwksUrl', text('providerForms:useJwksUrl'), text('providerForms:useJwksUrlHelp'), {
        initial: true,
        shown: isChecked,
      }),
      urlField('jwksUrl', text('providerForms:jwksUrl'), '', {
        shown: (values) => isChecked(values) && values['useJwksUrl'] === true,
      }),
      longField(
        'publicKeySignatureVerifier',
        text('providerForms:publicKey'),
        text('providerForms:publicKeyHelp'),
        { shown: (values) => isChecked(values) && values['useJwksUrl'] !== true },
      ),
      switchField(
        'disableUserInfo',
        text('providerForms:disableUserInfo'),
        text('providerForms:disableUserInfoHelp'),
      ),
      {
        kind: 'number',
        within: 'config',
        member: 'allowedClockSkew',
        label: text('providerForms:clockSkew'),
        help: text('providerForms:clockSkewHelp'),
        initial: '',
        min: 0,
        max: 86_400,
        unit: 's',
        unset: '0 s',
      },
    ],
  };
}

function signOutSection(): FieldSection {
  return {
    title: text('providerForms:signOut'),
    fields: [
      switchField(
        'backchannelSupported',
        text('providerForms:backchannel'),
        text('providerForms:backchannelHelp'),
      ),
      switchField(
        'sendIdTokenOnLogout',
        text('providerForms:sendIdToken'),
        text('providerForms:sendIdTokenHelp'),
        {
          initial: true,
        },
      ),
      switchField(
        'sendClientIdOnLogout',
        text('providerForms:sendClientId'),
        text('providerForms:sendClientIdHelp'),
      ),
    ],
  };
}

function claimSection(): FieldSection {
  return {
    title: text('providerForms:claims'),
    summary: text('providerForms:claimsSummary'),
    fields: [
      textField('userIDClaim', text('providerForms:claim.id')),
      textField('userNameClaim', text('providerForms:claim.username')),
      textField('emailClaim', text('providerForms:claim.email')),
      textField('fullNameClaim', text('providerForms:claim.fullName')),
      textField('givenNameClaim', text('providerForms:claim.givenName')),
      textField('familyNameClaim', text('providerForms:claim.familyName')),
    ],
  };
}

/** What single networks have besides client and scopes. */
const NETWORK_FIELDS: Readonly<Record<string, () => readonly Field[]>> = {
  google: () => [
    textField('hostedDomain', text('providerForms:hostedDomain'), text('providerForms:hostedDomainHelp')),
    switchField(
      'offlineAccess',
      text('providerForms:offlineAccess'),
      text('providerForms:offlineAccessHelp'),
    ),
  ],
  github: () => [
    urlField('baseUrl', text('providerForms:githubUrl'), text('providerForms:githubUrlHelp'), {
      wide: false,
    }),
    urlField('apiUrl', text('providerForms:githubApiUrl'), text('providerForms:githubUrlHelp'), {
      wide: false,
    }),
  ],
  microsoft: () => [textField('tenantId', text('providerForms:tenant'), text('providerForms:tenantHelp'))],
  facebook: () => [
    textField('fetchedFields', text('providerForms:fetchedFields'), text('providerForms:fetchedFieldsHelp')),
  ],
};

const OPEN_ID: readonly string[] = ['oidc', 'keycloak-oidc'];

/** The sections of a type of provider, after those that all have. */
export function protocolSections(type: string): readonly FieldSection[] {
  if (OPEN_ID.includes(type))
    return [clientSection(), addressSection(true), requestSection(true), answerSection(), signOutSection()];
  if (type === 'oauth2')
    return [clientSection(), addressSection(false), requestSection(false), claimSection()];
  if (type === 'saml') return samlSections();
  const own = Object.hasOwn(NETWORK_FIELDS, type) ? NETWORK_FIELDS[type]?.() : [];
  return [
    {
      title: text('providerForms:client'),
      fields: [clientId(), clientSecret(), defaultScope(), ...(own ?? [])],
    },
  ];
}
