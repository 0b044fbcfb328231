// Describes the types of protocol mappers as Keycloak's server info does: tools build forms from them.
import { describeEffect } from '#protocol/contract/settings/kept.ts';
import { MAPPERS, type MapperRow, newMapperConfig } from '#protocol/contract/settings/mapper.ts';
import type { AttributeRow } from '#protocol/contract/settings/setting-row.ts';

/** A setting of a mapper (`ConfigPropertyRepresentation`). */
interface MapperPropertyWire {
  readonly name: string;
  readonly label: string;
  readonly helpText: string;
  readonly type: 'String' | 'boolean' | 'List' | 'Password';
  readonly defaultValue?: string;
  readonly options?: readonly string[];
  readonly secret: boolean;
  readonly required: boolean;
  readonly readOnly: boolean;
}

/** A type of mapper (`ProtocolMapperTypeRepresentation`). */
export interface MapperTypeWire {
  readonly id: string;
  readonly name: string;
  readonly category: string;
  readonly helpText: string;
  readonly priority: number;
  readonly properties: readonly MapperPropertyWire[];
}

function describeProperty(name: string, row: AttributeRow, standard: string | undefined): MapperPropertyWire {
  const { type, secret = false } = row;
  const options = type.kind === 'text' ? type.choices : undefined;
  return {
    name,
    label: row.label ?? name,
    helpText: describeEffect(row.effect),
    type: secret ? 'Password' : type.kind === 'flag' ? 'boolean' : options === undefined ? 'String' : 'List',
    ...(standard === undefined ? {} : { defaultValue: standard }),
    ...(options === undefined ? {} : { options }),
    secret,
    required: row.required === true,
    readOnly: false,
  };
}

function describeType([id, mapper]: readonly [string, MapperRow]): MapperTypeWire {
  const { name, category, effect, settings } = mapper;
  const config = newMapperConfig(mapper);
  const properties = Object.entries(settings).map(([setting, row]) =>
    describeProperty(setting, row, config[setting]),
  );
  return { id, name, category, helpText: effect, priority: 0, properties };
}

/** Every type of mapper, by protocol. */
export function describeMapperTypes(): Readonly<Record<string, readonly MapperTypeWire[]>> {
  return Object.fromEntries(
    Object.entries(MAPPERS).map(([protocol, types]) => [protocol, Object.entries(types).map(describeType)]),
  );
}
