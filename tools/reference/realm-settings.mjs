// The reference page of the settings that realm files, the admin API and client registration can set.
import { tsImport } from 'tsx/esm/api';

const HEAD = `<!-- Written by tools/reference.mjs from protocol/contract/settings/; changes belong there. -->
# Realm settings

Every setting that a realm file, Keycloak's admin API or dynamic client registration can set. Names are those of Keycloak's realm files. Members and attributes that are not listed are
kept, exported again and have no effect.

The admin API rejects a value that is not one of those listed, with the path of the member. In a realm file such a value is kept and reported in the log, and a request that needs it is
refused or uses the default; only JSON of another type is rejected.
`;

const NAMES = {
  name: 'name',
  identifier: 'identifier',
  url: 'URL',
  'path-segment': 'URL segment',
  'json-object': 'JSON object',
  'key-set': 'JSON Web Key Set',
  'signing-certificate': 'certificate',
  'encryption-certificate': 'certificate',
  'private-key': 'private key',
  'artifact-identifier': 'base64',
  'consumer-service': 'binding and URL',
};

const quoted = (value) => `\`${value}\``;

function describeNumber({ least, most, unit }) {
  const bounds =
    least === Number.MIN_SAFE_INTEGER ? '' : most >= 2 ** 31 - 1 ? '' : ` from ${least} to ${most}`;
  return `${unit === undefined ? 'number' : `number of ${unit}`}${bounds}`;
}

function describeType(type) {
  switch (type.kind) {
    case 'flag':
      return 'true or false';
    case 'number':
      return describeNumber(type);
    case 'list':
      return type.of.kind === 'text' ? 'list of texts' : 'list';
    case 'map':
    case 'object':
      return 'object';
    default:
      return type.choices === undefined
        ? (NAMES[type.format] ?? 'text')
        : type.choices.map(quoted).join(', ');
  }
}

function describeEffect({ effect, registration, secret }, kept) {
  const text = effect === kept ? 'Kept, without effect.' : effect;
  const more = [
    secret === true
      ? 'Secret: masked or left out in answers and exports of callers who may not act with it.'
      : undefined,
    registration === undefined ? undefined : `Client metadata: ${quoted(registration)}.`,
  ];
  return [text, ...more]
    .filter((part) => part !== undefined)
    .join(' ')
    .replaceAll('|', '\\|');
}

function table(rows, kept) {
  const lines = Object.entries(rows).map(([name, row]) => {
    const standard =
      row.unset ?? (row.default === undefined || row.default === '' ? '' : quoted(row.default));
    return `| ${quoted(name)} | ${describeType(row.type)} | ${standard} | ${describeEffect(row, kept)} |`;
  });
  return ['| setting | value | default | effect |', '|---|---|---|---|', ...lines].join('\n');
}

/** Rows by section, in the order of the table. */
function bySection(rows, kept) {
  const sections = new Map();
  for (const [name, row] of Object.entries(rows))
    sections.set(row.section, { ...sections.get(row.section), [name]: row });
  return [...sections].map(([section, some]) => `### ${section}\n\n${table(some, kept)}\n`).join('\n');
}

/** Mappers with the settings of their `config`. */
function describeMappers(types, kept) {
  const parts = Object.entries(types).map(([id, { name, effect, settings }]) => {
    const rows = Object.keys(settings).length === 0 ? '' : `\n\n${table(settings, kept)}`;
    return `### ${quoted(id)}\n\n${name}. ${effect}${rows}\n`;
  });
  return parts.join('\n');
}

/** The page as Markdown. */
export async function renderRealmSettings() {
  const load = (file) => tsImport(`../../protocol/contract/settings/${file}.ts`, import.meta.url);
  const [{ KEPT }, realm, client, saml, user, shared, mapper] = await Promise.all(
    ['setting-row', 'realm', 'client', 'saml-client', 'user', 'shared', 'mapper'].map(load),
  );
  const parts = [
    ['Realm', bySection(realm.REALM_SETTINGS, KEPT)],
    ['Realm attributes', bySection(realm.REALM_ATTRIBUTES, KEPT)],
    ['Client', bySection(client.CLIENT_SETTINGS, KEPT)],
    ['Client attributes: OpenID Connect', bySection(client.CLIENT_ATTRIBUTES, KEPT)],
    ['Client attributes: SAML', bySection(saml.SAML_CLIENT_ATTRIBUTES, KEPT)],
    ['User', bySection(user.USER_SETTINGS, KEPT)],
    ['Credential', table(shared.CREDENTIAL_SETTINGS, KEPT)],
    ['Role', table(shared.ROLE_SETTINGS, KEPT)],
    ['Group', table(shared.GROUP_SETTINGS, KEPT)],
    ['Client scope', table(shared.CLIENT_SCOPE_SETTINGS, KEPT)],
    ['Client scope attributes', table(shared.CLIENT_SCOPE_ATTRIBUTES, KEPT)],
    ['Protocol mapper', table(shared.MAPPER_SETTINGS, KEPT)],
    ...Object.entries(mapper.MAPPERS).map(([protocol, types]) => [
      `Mapper types: ${protocol}`,
      describeMappers(types, KEPT),
    ]),
    ['Component', table(shared.COMPONENT_SETTINGS, KEPT)],
    ['Required action', table(shared.REQUIRED_ACTION_SETTINGS, KEPT)],
    ['Kept, without effect', `${realm.KEPT_REALM_MEMBERS.map(quoted).join(', ')}.`],
  ];
  return `${HEAD}${parts.map(([title, text]) => `\n## ${title}\n\n${text.trimEnd()}\n`).join('')}`;
}
