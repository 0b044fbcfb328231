// Rotates a realm's keys in one call, for test suites that check how applications cope.
import { keyProviderFor } from '#protocol/crypto/key-components.ts';
import type { RealmKeys } from '#protocol/crypto/realm-keys.ts';
import { viewRealm } from '#protocol/realm/view/view-realm.ts';
import { badRequest, notFound } from '../admin-error.ts';
import { DONE, ok } from '../admin-route.ts';
import type { EmulatorHandlers, EmulatorRequest } from '../emulator-route.ts';
import { keyRepresentation } from '../keycloak-api/realms.ts';
import { listCertificates } from './realm-certificates.ts';

async function rotate(
  { realm, query }: EmulatorRequest<'POST /realms/{realm}/keys/rotation'>,
  keys: RealmKeys,
) {
  const { name, signatureAlgorithm } = viewRealm(realm);
  const algorithm = query.algorithm ?? signatureAlgorithm;
  if (keyProviderFor(algorithm) === undefined)
    throw badRequest(`algorithm must be one that keys can be generated for, not "${algorithm}"`);
  return ok(keyRepresentation(await keys.rotate(name, algorithm)));
}

async function disable(
  { realm, path }: EmulatorRequest<'DELETE /realms/{realm}/keys/{kid}'>,
  keys: RealmKeys,
) {
  if (await keys.disable(realm.realm, path.kid)) return DONE;
  throw notFound('Key not found, or already disabled');
}

export function createKeyHandlers(keys: RealmKeys): EmulatorHandlers<'keys'> {
  return {
    'POST /realms/{realm}/keys/rotation': (request) => rotate(request, keys),
    'DELETE /realms/{realm}/keys/{kid}': (request) => disable(request, keys),
    'GET /realms/{realm}/certificates': (request) => listCertificates(request, keys),
  };
}
