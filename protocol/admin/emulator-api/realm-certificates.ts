// The certificates of a realm's signing keys as one PEM file, for registries and service providers.
import type { RealmKey } from '#protocol/crypto/key-components.ts';
import { pemOf } from '#protocol/crypto/read-certificates.ts';
import type { RealmKeys } from '#protocol/crypto/realm-keys.ts';
import { NO_STORE } from '#protocol/http/replies.ts';
import { badRequest } from '../admin-error.ts';
import { type AdminRequest, emulatorRow, namedRealm, type ServerRow } from '../admin-route.ts';

const DEFAULT_ALGORITHM = 'RS256';

async function listCertificates(request: AdminRequest, keys: RealmKeys) {
  const { realm } = namedRealm(request);
  const algorithm = request.exchange.query.get('algorithm') || DEFAULT_ALGORITHM;
  const certificates = (await keys.list(realm)).flatMap((key) => certificateOf(key, algorithm));
  if (certificates.length === 0)
    throw badRequest(`algorithm must be that of a key with a certificate, not "${algorithm}"`);
  return {
    status: 200,
    headers: { ...NO_STORE, 'content-type': 'application/x-pem-file' },
    body: certificates.map((each) => pemOf('CERTIFICATE', each)).join(''),
  };
}

function certificateOf({ algorithm, status, certificate }: RealmKey, wanted: string): readonly string[] {
  return algorithm === wanted && status !== 'DISABLED' && certificate !== undefined ? [certificate] : [];
}

export function createRealmCertificateRows(keys: RealmKeys): readonly ServerRow[] {
  return [emulatorRow('GET', '/realms/:realm/certificates', (request) => listCertificates(request, keys))];
}
