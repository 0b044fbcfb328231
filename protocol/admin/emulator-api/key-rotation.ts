// Rotates a realm's keys in one call, for test suites that check how applications cope.
import { keyProviderFor } from '#protocol/crypto/key-components.ts';
import type { RealmKeys } from '#protocol/crypto/realm-keys.ts';
import { viewRealm } from '#protocol/realm/view/view-realm.ts';
import { badRequest, notFound } from '../admin-error.ts';
import {
  type AdminRequest,
  DONE,
  emulatorRow,
  namedRealm,
  ok,
  parameter,
  type ServerRow,
} from '../admin-route.ts';
import { keyRepresentation } from '../keycloak-api/realms.ts';

async function rotate(request: AdminRequest, keys: RealmKeys) {
  const { name, signatureAlgorithm } = viewRealm(namedRealm(request));
  const algorithm = request.exchange.query.get('algorithm') || signatureAlgorithm;
  if (keyProviderFor(algorithm) === undefined)
    throw badRequest(`algorithm must be one that keys can be generated for, not "${algorithm}"`);
  return ok(keyRepresentation(await keys.rotate(name, algorithm)));
}

async function disable(request: AdminRequest, keys: RealmKeys) {
  const { realm } = namedRealm(request);
  if (await keys.disable(realm, parameter(request, 'kid'))) return DONE;
  throw notFound('Key not found, or already disabled');
}

export function createKeyRotationRows(keys: RealmKeys): readonly ServerRow[] {
  return [
    emulatorRow('POST', '/realms/:realm/keys/rotation', (request) => rotate(request, keys), 'Rotate keys'),
    emulatorRow('DELETE', '/realms/:realm/keys/:kid', (request) => disable(request, keys), 'Disable key'),
  ];
}
