// Fields of a mapper's settings, from what the server says of its type. German has its own words.
import type { MapperProperty, ProviderMapperType } from '../../api/providers.ts';
import { type SettingText, settingText } from '../../texts/setting-text.ts';
import { type PlainKey, text } from '../../texts/text.ts';
import type { Field } from '../../ui/field.ts';

/** Names of settings that the console has in every language; those of other types are in the server's words. */
const LABELS: Readonly<Record<string, PlainKey>> = {
  attribute: 'providerForms:mapper.attribute',
  'attribute.value': 'providerForms:mapper.value',
  'attribute.name': 'providerForms:mapper.attributeName',
  'attribute.friendly.name': 'providerForms:mapper.friendlyName',
  'attribute.name.format': 'providerForms:mapper.nameFormat',
  'attribute.xpath': 'providerForms:mapper.xpath',
  attributes: 'providerForms:mapper.attributes',
  'are.attribute.values.regex': 'providerForms:mapper.regex',
  claim: 'providerForms:mapper.claim',
  'claim.value': 'providerForms:mapper.claimValue',
  claims: 'providerForms:mapper.claims',
  'are.claim.values.regex': 'providerForms:mapper.regex',
  'user.attribute': 'providerForms:mapper.userAttribute',
  userAttribute: 'providerForms:mapper.userAttribute',
  jsonField: 'providerForms:mapper.jsonField',
  role: 'providerForms:mapper.role',
  'external.role': 'providerForms:mapper.externalRole',
  group: 'providerForms:mapper.group',
  template: 'providerForms:mapper.template',
  target: 'providerForms:mapper.target',
};

/** Explanations, where a label does not say it all. */
const HELPS: Readonly<Record<string, PlainKey>> = {
  'attribute.name': 'providerForms:mapper.attributeNameHelp',
  'attribute.name.format': 'providerForms:mapper.nameFormatHelp',
  claim: 'providerForms:mapper.claimHelp',
  claims: 'providerForms:mapper.pairsHelp',
  attributes: 'providerForms:mapper.pairsHelp',
  'user.attribute': 'providerForms:mapper.userAttributeHelp',
  jsonField: 'providerForms:mapper.jsonFieldHelp',
  role: 'providerForms:mapper.roleHelp',
  'external.role': 'providerForms:mapper.externalRoleHelp',
  group: 'providerForms:mapper.groupHelp',
  template: 'providerForms:mapper.templateHelp',
  target: 'providerForms:mapper.targetHelp',
};

function fieldOf({ name, label, type, options, defaultValue }: MapperProperty): Field {
  const known = LABELS[name];
  const help = HELPS[name];
  const base = {
    within: 'config',
    member: name,
    label: known === undefined ? label : text(known),
    ...(help === undefined ? {} : { help: text(help) }),
  } as const;
  if (type === 'boolean') return { ...base, kind: 'switch', initial: String(defaultValue) === 'true' };
  if (options !== undefined)
    return {
      ...base,
      kind: 'choice',
      initial: String(defaultValue ?? options[0] ?? ''),
      choices: options.map((value) => ({ value, label: value })),
    };
  if (type === 'Map') return { ...base, kind: 'long', wide: true };
  return { ...base, kind: 'text', placeholder: typeof defaultValue === 'string' ? defaultValue : '' };
}

/** When the mapper applies. */
function syncModeField(): Field {
  return {
    kind: 'choice',
    within: 'config',
    member: 'syncMode',
    label: text('providerForms:syncMode'),
    help: text('providerForms:mapper.syncModeHelp'),
    initial: 'INHERIT',
    choices: [
      { value: 'INHERIT', label: text('providerForms:syncMode.inherit') },
      { value: 'IMPORT', label: text('providerForms:syncMode.import') },
      { value: 'FORCE', label: text('providerForms:syncMode.force') },
      { value: 'LEGACY', label: text('providerForms:syncMode.legacy') },
    ],
  };
}

/** Name, sync mode and the settings of the type. */
export function mapperFields(type: ProviderMapperType | undefined): readonly Field[] {
  return [
    {
      kind: 'text',
      member: 'name',
      label: text('mappers:field.name'),
      check: (value) => (value === '' ? text('mappers:field.noName') : undefined),
    },
    syncModeField(),
    ...(type?.properties ?? []).map(fieldOf),
  ];
}

/** Keycloak's name of what is entered for a setting: `Role`, `Group`, `Map`; undefined for an unknown one. */
export function kindOf(type: ProviderMapperType | undefined, member: string): string | undefined {
  return type?.properties.find(({ name }) => name === member)?.type;
}

/** The type's name and what it does, in the shown language. */
export function mapperTypeText({ id, name, helpText }: ProviderMapperType): SettingText {
  return settingText('providerMapperType', id) ?? { label: name, help: helpText };
}

/** A name with its value. */
export interface Pair {
  readonly key: string;
  readonly value: string;
}

/** The pairs of a setting; none if it is malformed. */
export function readPairs(setting: string): readonly Pair[] {
  try {
    const parsed: unknown = JSON.parse(setting === '' ? '[]' : setting);
    if (!Array.isArray(parsed)) return [];
    return parsed.flatMap((pair: Partial<Pair> | null) =>
      typeof pair === 'object' && pair !== null
        ? [{ key: String(pair.key ?? ''), value: String(pair.value ?? '') }]
        : [],
    );
  } catch {
    // Not JSON.
    return [];
  }
}

/** Keycloak's form of pairs; empty without any. */
export function writePairs(pairs: readonly Pair[]): string {
  return pairs.length === 0 ? '' : JSON.stringify(pairs);
}
