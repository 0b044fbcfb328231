// A realm's settings and components as the admin API shows them: with secrets masked.
import type {
  ComponentRepresentation,
  RealmRepresentation,
} from '#protocol/contract/realm-representation.ts';
import type { StoredRealm } from '#protocol/store/store.ts';
import { maskSecrets, withoutDeviceKey } from './realm-secrets.ts';

/** A component with its secrets masked. */
export function maskedComponent(component: ComponentRepresentation): ComponentRepresentation {
  return maskSecrets(component) as ComponentRepresentation;
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
