// Types of SAML protocol mappers with their settings, and predefined mappers.
import type { Field } from '../ui/field.ts';
import { type MapperTypeInfo, required, text, toggle } from './mapper-fields.ts';

const nameFormat: Field = {
  kind: 'choice',
  within: 'config',
  member: 'attribute.nameformat',
  label: 'Name format',
  initial: 'Basic',
  choices: [
    { value: 'Basic', label: 'Basic' },
    { value: 'URI Reference', label: 'URI reference' },
    { value: 'Unspecified', label: 'Unspecified' },
  ],
};

const friendlyName = text('friendly.name', 'Friendly name', 'A readable name for the attribute.');

function attributeName(isRequired: boolean, help: string): Field {
  return text(
    'attribute.name',
    'Attribute name',
    help,
    isRequired ? required('Enter the attribute name that the service provider expects.') : undefined,
  );
}

const named: readonly Field[] = [attributeName(true, 'Name in the assertion.'), friendlyName, nameFormat];

const single = (initial: boolean): Field =>
  toggle('single', 'Single attribute', initial, 'All values in one attribute. Off: one attribute per value.');

const role = text(
  'role',
  'Role',
  'A realm role as name, a client role as clientId.name.',
  required('Enter a role.'),
);

function type(
  id: string,
  label: string,
  help: string,
  fields: readonly Field[],
  fresh: Readonly<Record<string, string>> = {},
): MapperTypeInfo {
  return { type: id, protocol: 'saml', label, help, fields, targets: [], fresh };
}

/** Every selectable type. */
export const SAML_MAPPER_TYPES: readonly MapperTypeInfo[] = [
  type(
    'saml-user-attribute-mapper',
    'User attribute',
    'Adds an attribute of the user.',
    [
      text('user.attribute', 'User attribute', undefined, required('Enter an attribute.')),
      ...named,
      toggle('aggregate.attrs', 'Aggregate attribute values', false, 'Includes values of the user’s groups.'),
    ],
    { 'attribute.nameformat': 'Basic' },
  ),
  type(
    'saml-user-property-mapper',
    'User property',
    'Adds a property of the user, such as username or email.',
    [
      text(
        'user.attribute',
        'Property',
        'username, email, firstName, lastName, …',
        required('Enter a property.'),
      ),
      ...named,
    ],
    { 'attribute.nameformat': 'Basic' },
  ),
  type(
    'saml-user-session-note-mapper',
    'User session note',
    'Adds a note of the session, such as clientAddress or AUTH_TIME.',
    [text('note', 'Note', undefined, required('Enter a note.')), ...named],
    { 'attribute.nameformat': 'Basic' },
  ),
  type(
    'saml-hardcode-attribute-mapper',
    'Hardcoded attribute',
    'Adds the same value for every user.',
    [...named, text('attribute.value', 'Value', undefined, required('Enter a value.'))],
    { 'attribute.nameformat': 'Basic' },
  ),
  type(
    'saml-group-membership-mapper',
    'Group list',
    'Adds the groups of the user.',
    [
      attributeName(false, 'Name in the assertion. Default: member.'),
      friendlyName,
      nameFormat,
      single(true),
      toggle('full.path', 'Full group path', true, '/staff/night instead of night.'),
    ],
    { 'attribute.name': 'member', 'attribute.nameformat': 'Basic', single: 'true', 'full.path': 'true' },
  ),
  type(
    'saml-role-list-mapper',
    'Role list',
    'Adds the user’s realm and client roles, without client names.',
    [attributeName(false, 'Name in the assertion. Default: Role.'), friendlyName, nameFormat, single(false)],
    { 'attribute.name': 'Role', 'attribute.nameformat': 'Basic', single: 'false' },
  ),
  type('saml-hardcode-role-mapper', 'Hardcoded role', 'Adds a role to the role list of every user.', [role]),
  type('saml-role-name-mapper', 'Role name', 'Renames a role in the role list.', [
    role,
    text('new.role.name', 'New role name', undefined, required('Enter the new role name.')),
  ]),
  type('saml-audience-mapper', 'Audience', 'Adds an audience to the assertion.', [
    text('included.client.audience', 'Client', 'Client ID. Takes precedence over a custom audience.'),
    text('included.custom.audience', 'Custom audience', 'Used if no client is set.'),
  ]),
  type(
    'saml-audience-resolve-mapper',
    'Audience resolve',
    'Adds every client in which the user has a role to the audience.',
    [],
  ),
  type(
    'saml-user-attribute-nameid-mapper',
    'User attribute for name ID',
    'Uses an attribute of the user as the name identifier of one format.',
    [
      {
        kind: 'choice',
        within: 'config',
        member: 'mapper.nameid.format',
        label: 'Name ID format',
        initial: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
        choices: [
          { value: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified', label: 'Unspecified' },
          { value: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress', label: 'E-mail address' },
          { value: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent', label: 'Persistent' },
          { value: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient', label: 'Transient' },
        ],
      },
      text('user.attribute', 'User attribute', undefined, required('Enter an attribute.')),
    ],
    { 'mapper.nameid.format': 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified' },
  ),
];

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
