// The certificates of a realm's signing keys as one PEM file, for registries and service providers.
import type { RealmKey } from '#protocol/crypto/key-components.ts';
import { pemOf } from '#protocol/crypto/read-certificates.ts';
import type { RealmKeys } from '#protocol/crypto/realm-keys.ts';
import type { Reply } from '#protocol/http/exchange.ts';
import { NO_STORE } from '#protocol/http/replies.ts';
import { badRequest } from '../admin-error.ts';
import type { EmulatorRequest } from '../emulator-route.ts';

/** The active key's certificate first. @throws {AdminError} 400 when no key of the algorithm has one. */
export async function listCertificates(
  { realm, query: { algorithm } }: EmulatorRequest<'GET /realms/{realm}/certificates'>,
  keys: RealmKeys,
): Promise<Reply> {
  const certificates = (await keys.list(realm.realm)).flatMap((key) => certificateOf(key, algorithm));
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
