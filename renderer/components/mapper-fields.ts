// Building blocks for the tables of mapper types.
import type { Field } from '../ui/field.ts';

/** A mapper type. */
export interface MapperTypeInfo {
  /** `protocolMapper` in the realm file. */
  readonly type: string;
  /** `protocol` in the realm file. */
  readonly protocol: 'openid-connect' | 'saml' | 'docker-v2';
  readonly label: string;
  readonly help: string;
  readonly fields: readonly Field[];
  /** Where its claims can be added. */
  readonly targets: readonly Target[];
  /** The config of a new mapper. */
  readonly fresh: Readonly<Record<string, string>>;
}

/** Where a claim of OpenID Connect can be added. */
export type Target = 'id' | 'access' | 'userinfo' | 'introspection';

/** A text field of the config. */
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

/** A check that rejects an empty value with a message. */
export const required =
  (problem: string): ((value: string) => string | undefined) =>
  (value) =>
    value === '' ? problem : undefined;

/** A switch of the config. */
export function toggle(member: string, label: string, initial: boolean, help?: string): Field {
  return {
    kind: 'switch',
    within: 'config',
    member,
    label,
    initial,
    ...(help === undefined ? {} : { help }),
  };
}
