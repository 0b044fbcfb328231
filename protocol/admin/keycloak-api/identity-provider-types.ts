// The types of identity providers that Keycloak has, and the types of their mappers.
import { findProviderType, IDENTITY_PROVIDER_TYPES } from '#protocol/contract/identity-provider-types.ts';
import type { Reply } from '#protocol/http/exchange.ts';
import { badRequest } from '../admin-error.ts';
import { changeRow, ok, parameter, type RealmRequest, type RealmRow, viewRow } from '../admin-route.ts';
import { readUploadedCertificate } from './client-certificates.ts';
import { findProvider } from './identity-providers.ts';

const VIEW = ['view-identity-providers', 'manage-identity-providers'] as const;
const MANAGE = ['manage-identity-providers'] as const;

/** For server info, in Keycloak's form: protocols can be used for any provider, the others are social networks. */
export function listProviderTypes(): readonly { readonly id: string; readonly name: string }[] {
  return Object.keys(IDENTITY_PROVIDER_TYPES).map((id) => {
    const type = findProviderType(id);
    return { id, name: type?.name ?? id, groupName: type?.isProtocol === true ? 'User-defined' : 'Social' };
  });
}

/** Compat: 400 without words for an unknown type. */
function readType(request: RealmRequest): Reply {
  const id = parameter(request, 'provider');
  const type = findProviderType(id);
  if (type === undefined) throw badRequest('HTTP 400 Bad Request');
  return ok({ id, name: type.name });
}

interface MapperType {
  readonly name: string;
  readonly category: string;
  /** Names of its settings. */
  readonly settings: readonly string[];
}

const ANY_PROVIDER: Readonly<Record<string, MapperType>> = {
  'hardcoded-user-session-attribute-idp-mapper': {
    name: 'Hardcoded User Session Attribute',
    category: 'User Session',
    settings: ['attribute', 'attribute.value'],
  },
  'oidc-hardcoded-role-idp-mapper': {
    name: 'Hardcoded Role',
    category: 'Role Importer',
    settings: ['role'],
  },
  'oidc-hardcoded-group-idp-mapper': {
    name: 'Hardcoded Group',
    category: 'Group Importer',
    settings: ['group'],
  },
  'hardcoded-attribute-idp-mapper': {
    name: 'Hardcoded Attribute',
    category: 'Attribute Importer',
    settings: ['attribute', 'attribute.value'],
  },
};

const OIDC_MAPPERS: Readonly<Record<string, MapperType>> = {
  'oidc-role-idp-mapper': {
    name: 'Claim to Role',
    category: 'Role Importer',
    settings: ['claim', 'claim.value', 'role'],
  },
  'oidc-advanced-role-idp-mapper': {
    name: 'Advanced Claim to Role',
    category: 'Role Importer',
    settings: ['claims', 'are.claim.values.regex', 'role'],
  },
  'oidc-advanced-group-idp-mapper': {
    name: 'Advanced Claim to Group',
    category: 'Group Importer',
    settings: ['claims', 'are.claim.values.regex', 'group'],
  },
  'oidc-user-attribute-idp-mapper': {
    name: 'Attribute Importer',
    category: 'Attribute Importer',
    settings: ['claim', 'user.attribute'],
  },
  'oidc-username-idp-mapper': {
    name: 'Username Template Importer',
    category: 'Preprocessor',
    settings: ['template', 'target'],
  },
};

const SAML_MAPPERS: Readonly<Record<string, MapperType>> = {
  'saml-role-idp-mapper': {
    name: 'SAML Attribute to Role',
    category: 'Role Importer',
    settings: ['attribute.name', 'attribute.friendly.name', 'attribute.value', 'role'],
  },
  'saml-advanced-role-idp-mapper': {
    name: 'Advanced Attribute to Role',
    category: 'Role Importer',
    settings: ['attributes', 'are.attribute.values.regex', 'role'],
  },
  'saml-advanced-group-idp-mapper': {
    name: 'Advanced Attribute to Group',
    category: 'Group Importer',
    settings: ['attributes', 'are.attribute.values.regex', 'group'],
  },
  'saml-user-attribute-idp-mapper': {
    name: 'Attribute Importer',
    category: 'Attribute Importer',
    settings: ['attribute.name', 'attribute.friendly.name', 'attribute.name.format', 'user.attribute'],
  },
  'saml-username-idp-mapper': {
    name: 'Username Template Importer',
    category: 'Preprocessor',
    settings: ['template', 'target'],
  },
  'saml-xpath-attribute-idp-mapper': {
    name: 'XPath Attribute Importer',
    category: 'Attribute Importer',
    settings: ['attribute.xpath', 'attribute.name', 'attribute.friendly.name', 'user.attribute'],
  },
};

/** Providers with another protocol than OpenID Connect. */
const MAPPERS_OF: Readonly<Record<string, Readonly<Record<string, MapperType>>>> = {
  saml: SAML_MAPPERS,
  oidc: OIDC_MAPPERS,
  'keycloak-oidc': OIDC_MAPPERS,
};

/** By type of mapper. */
function listMapperTypes(request: RealmRequest): Reply {
  const provider = String(findProvider(request)['providerId']);
  const own = Object.hasOwn(MAPPERS_OF, provider) ? MAPPERS_OF[provider] : undefined;
  const types = Object.entries({ ...ANY_PROVIDER, ...own }).map(([id, { name, category, settings }]) => [
    id,
    {
      id,
      name,
      category,
      helpText: name,
      properties: settings.map((setting) => ({ name: setting, label: setting, type: 'String' })),
    },
  ]);
  return ok(Object.fromEntries(types));
}

const BASE = '/identity-provider';
const INSTANCE = `${BASE}/instances/:alias`;

export const IDENTITY_PROVIDER_TYPE_ROWS: readonly RealmRow[] = [
  viewRow(`${BASE}/providers/:provider`, VIEW, readType),
  viewRow(`${INSTANCE}/mapper-types`, VIEW, listMapperTypes),
  // Keys of identity providers are not fetched, so that none were loaded again.
  viewRow(`${INSTANCE}/reload-keys`, MANAGE, (request) => {
    findProvider(request);
    return ok(false);
  }),
  {
    ...changeRow('POST', `${BASE}/upload-certificate`, MANAGE, 'Read uploaded certificate', (request) =>
      ok({ certificate: readUploadedCertificate(request.exchange) }),
    ),
    body: 'upload',
  },
];
