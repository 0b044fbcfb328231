// Consents that name a client or client scope that the realm does not have.
import type {
  UserConsentRepresentation,
  UserRepresentation,
} from '#protocol/contract/realm-representation.ts';
import type { StoredRealm } from '#protocol/store/store.ts';
import { RealmFileError } from './realm-file-error.ts';

/** What users of a realm can consent to. Compat: a client counts as a client scope of its name. */
interface KnownNames {
  readonly clients: ReadonlySet<string>;
  readonly scopes: ReadonlySet<string>;
}

function listNames({ clients = [], clientScopes = [] }: StoredRealm): KnownNames {
  const ids = clients.map(({ clientId }) => clientId);
  return { clients: new Set(ids), scopes: new Set([...clientScopes.map(({ name }) => name), ...ids]) };
}

/** A name in a user's consents that nothing in the realm has. */
interface UnknownName {
  readonly kind: 'client' | 'client scope';
  readonly name: string;
  /** Where the name is in the user: `clientConsents[0].clientId`. */
  readonly path: string;
}

/** The first unknown name in a user's consents; undefined if there is none. */
function findUnknown(
  { clients, scopes }: KnownNames,
  consents: readonly UserConsentRepresentation[],
): UnknownName | undefined {
  for (const [index, { clientId, grantedClientScopes = [] }] of consents.entries()) {
    const path = `clientConsents[${index}]`;
    if (!clients.has(clientId)) return { kind: 'client', name: clientId, path: `${path}.clientId` };
    const place = grantedClientScopes.findIndex((name) => !scopes.has(name));
    const name = grantedClientScopes[place];
    if (name !== undefined)
      return { kind: 'client scope', name, path: `${path}.grantedClientScopes[${place}]` };
  }
  return undefined;
}

/**
 * Checks that the users of a file have consented only to what the realm has. Compat: Keycloak's import refuses
 * such a file, too.
 * @throws {RealmFileError} naming the consent.
 */
export function checkConsents(realm: StoredRealm, users: readonly UserRepresentation[]): void {
  const known = listNames(realm);
  for (const [index, { clientConsents = [] }] of users.entries()) {
    const unknown = findUnknown(known, clientConsents);
    if (unknown === undefined) continue;
    const { kind, name, path } = unknown;
    throw new RealmFileError(
      `users[${index}].${path}`,
      `names the ${kind} "${name}", which the realm does not have`,
      `Add the ${kind} to the file, or remove the consent.`,
    );
  }
}

/** The consents without unknown clients and client scopes. */
export function keepKnownConsents(
  realm: StoredRealm,
  consents: readonly UserConsentRepresentation[],
): UserConsentRepresentation[] {
  const { clients, scopes } = listNames(realm);
  return consents
    .filter(({ clientId }) => clients.has(clientId))
    .map((consent) => {
      const { grantedClientScopes } = consent;
      if (grantedClientScopes === undefined) return consent;
      return { ...consent, grantedClientScopes: grantedClientScopes.filter((name) => scopes.has(name)) };
    });
}
