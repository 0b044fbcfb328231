// The types of identity providers that Keycloak has, and the types of their mappers.
import { listMapperTypes } from '#protocol/contract/identity-provider-mapper-types.ts';
import { findProviderType, IDENTITY_PROVIDER_TYPES } from '#protocol/contract/identity-provider-types.ts';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { Reply } from '#protocol/http/exchange.ts';
import { NO_STORE } from '#protocol/http/replies.ts';
import type { DescribeForProvider } from '#protocol/realm/clients/provider-description.ts';
import { findIdentityProvider, type IdentityProvider } from '#protocol/realm/view/identity-providers.ts';
import { AdminError, badRequest } from '../admin-error.ts';
import { changeRow, DONE, ok, parameter, type RealmRequest, type RealmRow, viewRow } from '../admin-route.ts';
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

const BASE = '/identity-provider';
const INSTANCE = `${BASE}/instances/:alias`;

export interface ProviderTypeDeps {
  readonly describeForProvider: DescribeForProvider;
}

/** Compat: the metadata of this server for a SAML provider, and 204 for any other. */
async function exportForProvider(request: RealmRequest, deps: ProviderTypeDeps): Promise<Reply> {
  const { alias } = findProvider(request);
  const provider = findIdentityProvider(request.realm, String(alias));
  const body = provider && (await describe(request, deps, provider));
  return body === undefined
    ? DONE
    : { status: 200, headers: { 'content-type': 'application/xml;charset=UTF-8', ...NO_STORE }, body };
}

/** @throws {AdminError} 404, as Keycloak's, with the setting that is wrong. */
async function describe(
  { realm, exchange }: RealmRequest,
  { describeForProvider }: ProviderTypeDeps,
  provider: IdentityProvider,
) {
  try {
    return await describeForProvider({ realm, baseUrl: exchange.baseUrl }, provider);
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    throw new AdminError(404, {
      errorMessage: `Could not export public broker configuration for identity provider [${provider.type}]. ${error.reason ?? ''}`,
    });
  }
}

export function createProviderTypeRows(deps: ProviderTypeDeps): readonly RealmRow[] {
  return [
    viewRow(`${INSTANCE}/export`, VIEW, (request) => exportForProvider(request, deps)),

    viewRow(`${BASE}/providers/:provider`, VIEW, readType),
    viewRow(`${INSTANCE}/mapper-types`, VIEW, (request) =>
      ok(listMapperTypes(String(findProvider(request)['providerId']))),
    ),
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
}
