// For tests: reads JSON as Keycloak does, strictly by its representation classes.
import { type KeycloakType, membersOf } from '../keycloak-classes.ts';

export type Json = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const itemsOf = (value: unknown): readonly Json[] =>
  Array.isArray(value) ? value.filter(isObject) : [];
export const textsOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);
export const entriesOf = (value: unknown): readonly (readonly [string, unknown])[] =>
  isObject(value) ? Object.entries(value) : [];
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
export const objectOf = (value: unknown): Json => (isObject(value) ? value : {});

const SCALARS: Readonly<Record<string, (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  flag: (value) => typeof value === 'boolean',
  number: (value) => Number.isInteger(value) && Math.abs(Number(value)) < 2 ** 31,
  long: (value) => Number.isInteger(value),
  json: () => true,
};

/** Members that a class lacks, and values of another type than its members', each with its path. */
export function listJsonFaults(className: string, value: unknown, path = ''): readonly string[] {
  if (!isObject(value)) return [`${path}: ${className} must be an object`];
  const members = membersOf(className);
  return Object.entries(value).flatMap(([name, member]) => {
    const type = members.get(name);
    return type === undefined
      ? [`${path}: Unrecognized field "${name}" (class ${className}Representation)`]
      : listFaults(type, member, `${path}.${name}`);
  });
}

function listFaults(type: KeycloakType, value: unknown, path: string): readonly string[] {
  if (type.kind === 'object') {
    const isText = typeof value === 'string' && ['Scope', 'ResourceOwner'].includes(type.name);
    return isText ? [] : listJsonFaults(type.name, value, path);
  }
  if (type.kind === 'list')
    return Array.isArray(value)
      ? value.flatMap((item, index) => listFaults(type.of, item, `${path}[${index}]`))
      : [`${path}: Cannot deserialize value of type ArrayList`];
  if (type.kind === 'map')
    return isObject(value)
      ? Object.entries(value).flatMap(([key, item]) => listFaults(type.of, item, `${path}.${key}`))
      : [`${path}: Cannot deserialize value of type LinkedHashMap`];
  const isValid =
    type.kind === 'choice' ? type.choices.some((choice) => choice === value) : SCALARS[type.kind]?.(value);
  return isValid === true ? [] : [`${path}: ${JSON.stringify(value)} is no ${type.kind}`];
}
