// Mapper types that write attributes: from the user, the session or groups, or hardcoded.
import { organizationsOf } from '#protocol/realm/view/organizations.ts';
import { resolveUserValues, userValues } from '#protocol/token/mappers/user-attribute.ts';
import { makeAttribute, type SamlMapperType, spreadAttribute } from './mapper.ts';

/** `saml-user-attribute-mapper`: values of the user, otherwise of the nearest group that has any. */
export const userAttribute: SamlMapperType = {
  listAttributes(config, { realm, user }) {
    const name = config['user.attribute'] ?? '';
    const values = resolveUserValues(realm, user, name, config['aggregate.attrs'] === 'true');
    return values.length === 0 ? [] : [makeAttribute(config, name, values)];
  },
};

/** `saml-user-property-mapper`: a member of the user such as `email`. */
export const userProperty: SamlMapperType = {
  listAttributes(config, { user }) {
    const name = config['user.attribute'] ?? '';
    const values = userValues(user, name);
    return values.length === 0 ? [] : [makeAttribute(config, name, values)];
  },
};

/** `saml-hardcode-attribute-mapper` */
export const hardcodedAttribute: SamlMapperType = {
  listAttributes: (config) => [makeAttribute(config, 'attribute', [config['attribute.value'] ?? ''])],
};

/** `saml-user-session-note-mapper`: facts about the sign-in. */
export const sessionNote: SamlMapperType = {
  listAttributes(config, { session }) {
    const name = config['note'] ?? '';
    const notes: Readonly<Record<string, string>> = {
      // Compat: in seconds, as Keycloak's note.
      AUTH_TIME: String(Math.floor(session.authenticatedAt / 1000)),
      clientAddress: session.ipAddress,
    };
    const value = Object.hasOwn(notes, name) ? notes[name] : undefined;
    return value === undefined ? [] : [makeAttribute(config, name, [value])];
  },
};

/** `saml-group-membership-mapper`: paths, or only names if `full.path` is false. */
export const groupMembership: SamlMapperType = {
  listAttributes(config, { user }) {
    const paths = user.groups ?? [];
    const values =
      config['full.path'] === 'false' ? paths.map((path) => path.slice(path.lastIndexOf('/') + 1)) : paths;
    return spreadAttribute(config, 'member', values, config['single'] !== 'false');
  },
};

const ORGANIZATION = 'organization';

/** `saml-organization-membership-mapper`: the aliases of the user's enabled organizations. */
export const organizationMembership: SamlMapperType = {
  listAttributes(_config, { realm, user }) {
    const aliases = organizationsOf(realm, user).flatMap(({ alias, enabled }) => (enabled ? [alias] : []));
    return spreadAttribute({ 'friendly.name': ORGANIZATION }, ORGANIZATION, aliases, true);
  },
};
