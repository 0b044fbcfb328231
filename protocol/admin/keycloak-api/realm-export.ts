// Exports a realm: completely with users and secrets, or partially with secrets masked.
import type {
  ClientRepresentation,
  ComponentRepresentation,
  RealmRepresentation,
} from '#protocol/contract/realm-representation.ts';
import { withoutPrivateKeys } from '#protocol/realm/clients/saml-client.ts';
import type { StoredRealm, StoredUser } from '#protocol/store/store.ts';
import { mapValues } from './realm-edit.ts';
import { MASK, maskSecrets, withoutDeviceKey } from './realm-secrets.ts';

/** The complete realm as a realm file: every member ever set, hashed credentials, keys. */
export function exportRealm(realm: StoredRealm, users: readonly StoredUser[]): RealmRepresentation {
  return { ...realm, users: [...users] };
}

/** A component with its secrets masked. */
export function maskedComponent(component: ComponentRepresentation): ComponentRepresentation {
  return maskSecrets(component) as ComponentRepresentation;
}

/** Private keys are left out: a mask would not be a valid key where the file is imported. */
function maskedClient(client: ClientRepresentation): ClientRepresentation {
  const { secret, attributes } = client;
  return {
    ...client,
    ...(secret === undefined ? {} : { secret: MASK }),
    ...(attributes === undefined ? {} : { attributes: withoutPrivateKeys(attributes) }),
  };
}

/**
 * The realm's own settings with secrets masked, for `GET /admin/realms/{realm}`. Clients, roles, groups and
 * scopes have their own endpoints. The key that answers prompts is for administrators of the server only.
 */
export function realmSettings(
  realm: StoredRealm,
  { deviceKey }: { readonly deviceKey: boolean },
): RealmRepresentation {
  const {
    clients,
    clientScopes,
    roles,
    groups,
    components,
    scopeMappings,
    clientScopeMappings,
    attributes,
    ...settings
  } = realm;
  return {
    enabled: true,
    ...(maskSecrets(settings) as typeof settings),
    ...(attributes === undefined
      ? {}
      : { attributes: deviceKey ? attributes : withoutDeviceKey(attributes) }),
  };
}

/** A partial export: secrets masked, without users except the service accounts of exported clients. */
export function partialExport(
  realm: StoredRealm,
  users: readonly StoredUser[],
  parts: { readonly clients: boolean; readonly groupsAndRoles: boolean },
): RealmRepresentation {
  const { clientScopes, components, scopeMappings, clientScopeMappings } = realm;
  const accounts = users
    .filter((user) => user.serviceAccountClientId !== undefined)
    .map(({ credentials, ...user }) => user);
  return {
    // Never with the key: the importing realm generates whatever is masked or left out.
    ...realmSettings(realm, { deviceKey: false }),
    ...(clientScopes === undefined ? {} : { clientScopes }),
    ...(scopeMappings === undefined ? {} : { scopeMappings }),
    ...(clientScopeMappings === undefined ? {} : { clientScopeMappings }),
    ...(components === undefined
      ? {}
      : { components: mapValues(components, (list) => list.map(maskedComponent)) }),
    ...(parts.clients ? { clients: (realm.clients ?? []).map(maskedClient), users: accounts } : {}),
    ...(parts.groupsAndRoles
      ? { groups: realm.groups ?? [], ...(realm.roles === undefined ? {} : { roles: realm.roles }) }
      : {}),
  };
}
