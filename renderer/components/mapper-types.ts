// Types of protocol mappers with their forms, from the table of mappers.
import { MAPPER_TARGETS, MAPPERS, newMapperConfig } from '#protocol/contract/settings/mapper.ts';
import { perLanguage } from '../texts/text.ts';
import type { Field } from '../ui/field.ts';
import { mapperField } from './setting-field.ts';

/** A mapper type. */
export interface MapperTypeInfo {
  /** `protocolMapper` in the realm file. */
  readonly type: string;
  /** `protocol` in the realm file. */
  readonly protocol: string;
  readonly label: string;
  readonly help: string;
  readonly fields: readonly Field[];
  /** Where its claims are added. */
  readonly targets: readonly Field[];
  /** The config of a new mapper. */
  readonly fresh: Readonly<Record<string, string>>;
}

const isTarget = ({ member }: Field): boolean => MAPPER_TARGETS.includes(member);

/** Every selectable type, sorted by label. */
export const mapperTypes: () => readonly MapperTypeInfo[] = perLanguage(() =>
  Object.entries(MAPPERS)
    .flatMap(([protocol, types]) =>
      Object.entries(types).map(([type, row]) => {
        const fields = Object.entries(row.settings).map(([member, setting]) => mapperField(member, setting));
        return {
          type,
          protocol,
          label: row.name,
          help: row.effect.replaceAll('`', ''),
          fields: fields.filter((field) => !isTarget(field)),
          targets: fields.filter(isTarget),
          fresh: newMapperConfig(row),
        };
      }),
    )
    .sort((left, right) => left.label.localeCompare(right.label)),
);

/** Mapper types of a protocol. */
export function mapperTypesOf(protocol: string): readonly MapperTypeInfo[] {
  return mapperTypes().filter((candidate) => candidate.protocol === protocol);
}

/** The type with this name; undefined if it has no form. */
export function findMapperType(name: string): MapperTypeInfo | undefined {
  return mapperTypes().find((candidate) => candidate.type === name);
}

/** Fields for the config of an unknown type: one text field per entry. */
export function rawFields(config: Readonly<Record<string, string>>): readonly Field[] {
  return Object.keys(config).map((member) => ({ kind: 'text', within: 'config', member, label: member }));
}
