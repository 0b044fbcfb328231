// For tests: what an import knows at each of its steps.

import type { Json } from './json.ts';

/** An import of Keycloak under way. */
export interface Known {
  refuse(fault: string): void;
  /** Adds a name; refuses an empty or a known one. */
  add(names: Set<string>, name: string, what: string): void;
  readonly isPartial: boolean;
  /** Milliseconds. */
  readonly now: number;
  readonly clients: Set<string>;
  readonly scopes: Set<string>;
  readonly realmRoles: Set<string>;
  readonly clientRoles: Map<string, Set<string>>;
  /** The tree of groups. */
  groups: readonly Json[];
  readonly users: Set<string>;
  readonly flows: Set<string>;
}

export function createKnown(options: {
  readonly isPartial: boolean;
  readonly now: number;
}): Known & { readonly faults: readonly string[] } {
  const faults: string[] = [];
  const refuse = (fault: string): void => {
    faults.push(fault);
  };
  return {
    ...options,
    faults,
    refuse,
    add(names, name, what) {
      if (name === '') refuse(`${what} without a name`);
      else if (names.has(name)) refuse(`${what} ${name}: Duplicate resource error`);
      names.add(name);
    },
    clients: new Set(),
    scopes: new Set(),
    realmRoles: new Set(),
    clientRoles: new Map(),
    groups: [],
    users: new Set(),
    flows: new Set(),
  };
}
