// The types of SAML's protocol mappers with their settings in words, and mappers that come ready.
import type { Field } from '../ui/field.ts';
import { list, type MapperTypeInfo, needed, text } from './mapper-fields.ts';

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

const friendlyName = text('friendly.name', 'Friendly name', 'For people who read the assertion.');

function attributeName(needs: boolean, help: string): Field {
  return text(
    'attribute.name',
    'Attribute',
    help,
    needs ? needed('Name the attribute as the service provider expects it.') : undefined,
  );
}

const named: readonly Field[] = [attributeName(true, 'Name in the assertion.'), friendlyName, nameFormat];

const single = (initial: boolean): Field =>
  list('single', 'One attribute with all values', initial, 'Off: one attribute for each value.');

const role = text(
  'role',
  'Role',
  'A realm role by its name, a client’s as clientId.name.',
  needed('Name the role.'),
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

/** Every type that a person may choose. */
export const SAML_MAPPER_TYPES: readonly MapperTypeInfo[] = [
  type(
    'saml-user-attribute-mapper',
    'User attribute',
    'An attribute of the assertion with an attribute of the user.',
    [
      text('user.attribute', 'User attribute', undefined, needed('Name the attribute.')),
      ...named,
      list('aggregate.attrs', 'Together with the groups’ values', false),
    ],
    { 'attribute.nameformat': 'Basic' },
  ),
  type(
    'saml-user-property-mapper',
    'User property',
    'An attribute of the assertion with a member of the user.',
    [
      text('user.attribute', 'Member', 'username, email, firstName, lastName, …', needed('Name the member.')),
      ...named,
    ],
    { 'attribute.nameformat': 'Basic' },
  ),
  type(
    'saml-user-session-note-mapper',
    'Session note',
    'An attribute with a note of the session, such as clientAddress or AUTH_TIME.',
    [text('note', 'Note', undefined, needed('Name the note.')), ...named],
    { 'attribute.nameformat': 'Basic' },
  ),
  type(
    'saml-hardcode-attribute-mapper',
    'Fixed attribute',
    'The same value for everybody.',
    [...named, text('attribute.value', 'Value', undefined, needed('Give the attribute a value.'))],
    { 'attribute.nameformat': 'Basic' },
  ),
  type(
    'saml-group-membership-mapper',
    'Group list',
    'The groups that the user is a member of.',
    [
      attributeName(false, 'Name in the assertion; empty: member.'),
      friendlyName,
      nameFormat,
      single(true),
      list('full.path', 'With the groups above', true, '/staff/night rather than night.'),
    ],
    { 'attribute.name': 'member', 'attribute.nameformat': 'Basic', single: 'true', 'full.path': 'true' },
  ),
  type(
    'saml-role-list-mapper',
    'Role list',
    'The roles of the user, of realm and clients, by their bare names.',
    [attributeName(false, 'Name in the assertion; empty: Role.'), friendlyName, nameFormat, single(false)],
    { 'attribute.name': 'Role', 'attribute.nameformat': 'Basic', single: 'false' },
  ),
  type('saml-hardcode-role-mapper', 'Fixed role', 'Gives everybody a role in the role list.', [role]),
  type(
    'saml-role-name-mapper',
    'Role under another name',
    'A role of the user stands under another name in the role list.',
    [role, text('new.role.name', 'Name in assertions', undefined, needed('Give the role its new name.'))],
  ),
  type('saml-audience-mapper', 'Audience', 'Somebody else may take the assertion, too.', [
    text('included.client.audience', 'Client', 'clientId; goes before the text beside.'),
    text('included.custom.audience', 'Any other audience', 'Used when there is no client.'),
  ]),
  type(
    'saml-audience-resolve-mapper',
    'Audience by roles',
    'Every client of which the user has a role may take the assertion, too.',
    [],
  ),
  type(
    'saml-user-attribute-nameid-mapper',
    'Name identifier from an attribute',
    'The name identifier of one format is an attribute of the user.',
    [
      {
        kind: 'choice',
        within: 'config',
        member: 'mapper.nameid.format',
        label: 'Format',
        initial: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
        choices: [
          { value: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified', label: 'Unspecified' },
          { value: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress', label: 'E-mail address' },
          { value: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent', label: 'Persistent' },
          { value: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient', label: 'Transient' },
        ],
      },
      text('user.attribute', 'User attribute', undefined, needed('Name the attribute.')),
    ],
    { 'mapper.nameid.format': 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified' },
  ),
];

/** A mapper that comes ready. */
export interface ReadyMapper {
  readonly name: string;
  readonly type: string;
  readonly config: Readonly<Record<string, string>>;
}

function x500(name: string, property: string, oid: string, friendly: string): ReadyMapper {
  return {
    name: `X500 ${name}`,
    type: 'saml-user-property-mapper',
    config: {
      'user.attribute': property,
      'attribute.name': oid,
      'friendly.name': friendly,
      // Choice: Keycloak's own stores the format's whole URI here, which it then does not recognize, and sends Basic.
      'attribute.nameformat': 'URI Reference',
    },
  };
}

/** Keycloak's predefined mappers of SAML. SAML Profiles §8.2. */
export const READY_SAML_MAPPERS: readonly ReadyMapper[] = [
  x500('email', 'email', 'urn:oid:1.2.840.113549.1.9.1', 'email'),
  x500('givenName', 'firstName', 'urn:oid:2.5.4.42', 'givenName'),
  x500('surname', 'lastName', 'urn:oid:2.5.4.4', 'surname'),
  {
    name: 'role list',
    type: 'saml-role-list-mapper',
    config: { 'attribute.name': 'Role', 'attribute.nameformat': 'Basic', single: 'false' },
  },
];
