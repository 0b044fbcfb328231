// The types of identity providers that Keycloak has, and the types of their mappers.
import { listMapperTypes } from '#protocol/contract/identity-provider-mapper-types.ts';
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

const BASE = '/identity-provider';
const INSTANCE = `${BASE}/instances/:alias`;

export const IDENTITY_PROVIDER_TYPE_ROWS: readonly RealmRow[] = [
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
