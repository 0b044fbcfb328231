// What the tables of mapper types are made of: the shape of a type, and the kinds of settings that a mapper's config has.
import type { Field } from '../ui/field.ts';

/** A type of mapper. */
export interface MapperTypeInfo {
  /** `protocolMapper` in the realm file. */
  readonly type: string;
  /** `protocol` in the realm file. */
  readonly protocol: 'openid-connect' | 'saml' | 'docker-v2';
  readonly label: string;
  readonly help: string;
  readonly fields: readonly Field[];
  /** Where its claims may go. */
  readonly targets: readonly Target[];
  /** The config of a new one. */
  readonly fresh: Readonly<Record<string, string>>;
}

/** Where a claim of OpenID Connect may go. */
export type Target = 'id' | 'access' | 'userinfo' | 'introspection';

/** A text of the config. */
export function text(
  member: string,
  label: string,
  help?: string,
  check?: (value: string) => string | undefined,
): Field {
  return {
    kind: 'text',
    within: 'config',
    member,
    label,
    ...(help === undefined ? {} : { help }),
    ...(check === undefined ? {} : { check }),
  };
}

/** A check that refuses an empty text with these words. */
export const needed =
  (problem: string): ((value: string) => string | undefined) =>
  (value) =>
    value === '' ? problem : undefined;

/** A switch of the config. */
export function list(member: string, label: string, initial: boolean, help?: string): Field {
  return {
    kind: 'switch',
    within: 'config',
    member,
    label,
    initial,
    ...(help === undefined ? {} : { help }),
  };
}
