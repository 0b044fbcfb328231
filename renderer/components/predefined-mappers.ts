// Predefined SAML mappers.

/** A predefined mapper. */
export interface PredefinedMapper {
  readonly name: string;
  readonly type: string;
  readonly config: Readonly<Record<string, string>>;
}

function x500(name: string, property: string, oid: string, friendly: string): PredefinedMapper {
  return {
    name: `X500 ${name}`,
    type: 'saml-user-property-mapper',
    config: {
      'user.attribute': property,
      'attribute.name': oid,
      'friendly.name': friendly,
      // Choice: Keycloak stores the whole URI of the format, does not recognize it later, and sends Basic.
      'attribute.nameformat': 'URI Reference',
    },
  };
}

/** Keycloak's predefined SAML mappers. SAML Profiles §8.2. */
export const PREDEFINED_SAML_MAPPERS: readonly PredefinedMapper[] = [
  x500('email', 'email', 'urn:oid:1.2.840.113549.1.9.1', 'email'),
  x500('givenName', 'firstName', 'urn:oid:2.5.4.42', 'givenName'),
  x500('surname', 'lastName', 'urn:oid:2.5.4.4', 'surname'),
  {
    name: 'role list',
    type: 'saml-role-list-mapper',
    config: { 'attribute.name': 'Role', 'attribute.nameformat': 'Basic', single: 'false' },
  },
];
