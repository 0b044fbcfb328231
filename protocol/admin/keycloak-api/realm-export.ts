// A realm as a file: whole with its users and secrets, or in part with secrets masked.
import type {
  ClientRepresentation,
  ComponentRepresentation,
  RealmRepresentation,
} from '#protocol/contract/realm-representation.ts';
import { withoutPrivateKeys } from '#protocol/realm/clients/saml-client.ts';
import type { StoredRealm, StoredUser } from '#protocol/store/store.ts';
import { mapValues } from './realm-edit.ts';
import { MASK, maskSecrets, withoutDeviceKey } from './realm-secrets.ts';

/** The whole realm as a realm file: every member that was ever given, hashed credentials, keys. */
export function exportRealm(realm: StoredRealm, users: readonly StoredUser[]): RealmRepresentation {
  return { ...realm, users: [...users] };
}

/** A component with its secrets masked. */
export function maskedComponent(component: ComponentRepresentation): ComponentRepresentation {
  return maskSecrets(component) as ComponentRepresentation;
}

/** Private keys are left out: a mask in their place would be no key for whoever imports the file. */
function maskedClient(client: ClientRepresentation): ClientRepresentation {
  const { secret, attributes } = client;
  return {
    ...client,
    ...(secret === undefined ? {} : { secret: MASK }),
    ...(attributes === undefined ? {} : { attributes: withoutPrivateKeys(attributes) }),
  };
}

/**
 * The realm's own settings with secrets masked: what `GET /admin/realms/{realm}` gives. Clients, roles, groups and scopes have endpoints of
 * their own. The key that answers prompts is for administrators of the server only.
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

/** The realm in part, secrets masked, users left out except the service accounts that come with clients. */
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
    // Never with the key: what is masked or left out of a file is generated where the file is imported.
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
