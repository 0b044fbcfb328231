// Files of keycloak-config-cli, and how it compares them with what a server has.
import type { Json } from './replay.ts';

export type Entries = readonly Json[];

/** A realm file, of which it takes these members apart. */
export interface ConfigFile extends Json {
  readonly realm: string;
}

export const without = (value: Json, names: readonly string[]): Json =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));

/** Whether patching with the file's members would change nothing: lists are replaced, maps are merged. */
export function has(existing: unknown, imported: unknown): boolean {
  if (Array.isArray(imported)) {
    if (!Array.isArray(existing) || existing.length !== imported.length) return false;
    return imported.every((entry, index) => has(existing[index], entry));
  }
  if (typeof imported === 'object' && imported !== null)
    return Object.entries(imported).every(([name, value]) =>
      has((existing as Json | undefined)?.[name], value),
    );
  return existing === imported;
}

export function patch(existing: Json, imported: Json): Json {
  const merge = (before: unknown, value: unknown): unknown =>
    typeof value === 'object' && value !== null && !Array.isArray(value) && typeof before === 'object'
      ? patch(before as Json, value as Json)
      : value;
  const entries = Object.entries(imported).map(([name, value]) => [name, merge(existing[name], value)]);
  return { ...existing, ...Object.fromEntries(entries) };
}

export interface Roles {
  readonly realm?: Entries;
  readonly client?: Readonly<Record<string, Entries>>;
}

export interface Group extends Json {
  readonly subGroups?: Entries;
  readonly realmRoles?: readonly string[];
  readonly clientRoles?: Record<string, readonly string[]>;
}

export interface User extends Json {
  readonly realmRoles?: readonly string[];
  readonly clientRoles?: Record<string, readonly string[]>;
  readonly groups?: readonly string[];
}

export interface Component extends Json {
  readonly subComponents?: Record<string, Entries>;
}

export interface Execution {
  readonly authenticator?: string;
  readonly flowAlias?: string;
  readonly authenticatorConfig?: string;
  readonly authenticatorFlow: boolean;
  readonly requirement: string;
  readonly priority: number;
}

export interface Flow extends Json {
  readonly alias: string;
  readonly topLevel: boolean;
  readonly authenticationExecutions: readonly Execution[];
}

export function list(file: ConfigFile, member: string): Entries {
  return (file[member] ?? []) as Entries;
}

/** Secrets are masked when they are read, so that they are left out of comparisons. */
export function maskless(entry: Json): Json {
  const config = without((entry['config'] ?? {}) as Json, ['bindCredential', 'clientSecret']);
  return { ...entry, config };
}

export function isSameFlow(existing: Flow, imported: Flow): boolean {
  const shape = ({ authenticationExecutions, description, providerId, builtIn, topLevel }: Flow) => ({
    description: description ?? '',
    providerId,
    builtIn,
    topLevel,
    executions: authenticationExecutions
      .toSorted((one, other) => one.priority - other.priority)
      .map(({ authenticator, flowAlias, authenticatorConfig, authenticatorFlow, requirement }) =>
        JSON.stringify([
          authenticator ?? '',
          flowAlias ?? '',
          authenticatorConfig ?? '',
          authenticatorFlow,
          requirement,
        ]),
      ),
  });
  return JSON.stringify(shape(existing)) === JSON.stringify(shape(imported));
}
