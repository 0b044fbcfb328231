// Follows how the claims of one token come about, and lists them with their causes.
import { isDeepStrictEqual } from 'node:util';
import { USER_CLAIMS_ATTRIBUTE } from '#protocol/contract/server-attributes.ts';
import type {
  ClaimCauseWire,
  PreviewClaimWire,
  PreviewMapperWire,
} from '#protocol/contract/token-preview.ts';
import type { RoleReference } from '#protocol/realm/view/realm.ts';
import type { RoleSet } from '#protocol/realm/view/roles.ts';
import type { MapperObserver, MapperRow } from '../apply-mappers.ts';
import type { Claims, MapperContext } from '../mappers/mapper.ts';
import type { NameMapper } from './mapper-owners.ts';
import { attributeRoles, type RoleTrace } from './role-trace.ts';

export interface ClaimTrace {
  readonly observer: MapperObserver;
  /** The claims of the finished token with their causes; what the server changed last is built in. */
  list(claims: Readonly<Claims>): PreviewClaimWire[];
}

/** Different in each token. */
const VOLATILE: ReadonlySet<string> = new Set(['exp', 'iat', 'jti', 'sid', 'auth_time', 'session_state']);

/** A cause with all values of a list that it gave, also where it is the only one. */
interface Cause {
  readonly kind: ClaimCauseWire['kind'];
  readonly mapper?: PreviewMapperWire;
  readonly roles?: readonly RoleReference[];
  readonly values: readonly unknown[];
}

interface Leaf {
  readonly path: readonly string[];
  readonly value: unknown;
}

interface TracedLeaf {
  readonly value: unknown;
  readonly causes: readonly Cause[];
  readonly overridden: readonly Cause[];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The values that are not objects, with their paths; lists are values. */
export function listLeaves(claims: Readonly<Claims>, above: readonly string[] = []): Leaf[] {
  return Object.entries(claims).flatMap(([name, value]) => {
    const path = [...above, name];
    return isObject(value) && Object.keys(value).length > 0 ? listLeaves(value, path) : [{ path, value }];
  });
}

function keyOf(path: readonly string[]): string {
  return JSON.stringify(path);
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

function includes(list: readonly unknown[], value: unknown): boolean {
  return list.some((each) => isDeepStrictEqual(each, value));
}

/** A copy that later mappers cannot change. */
function copy(value: unknown): unknown {
  return structuredClone(value);
}

/** What a mapper writes into empty claims, by path. */
function runAlone({ mapper, type }: MapperRow, context: MapperContext, roles: RoleSet): Map<string, unknown> {
  const claims: Claims = {};
  type.mapClaims?.(claims, mapper.config, { ...context, roles });
  return new Map(listLeaves(claims).map(({ path, value }) => [keyOf(path), value]));
}

/** The leaf after a cause has set it: it confirms the value, adds to a list, or replaces what was there. */
function mergeLeaf(before: TracedLeaf | undefined, value: unknown, cause: Cause): TracedLeaf {
  if (before === undefined) return { value, causes: [cause], overridden: [] };
  const now = asList(value);
  const isKept = asList(before.value).every((each) => includes(now, each));
  const { causes, overridden } = before;
  return isKept
    ? { value, causes: [...causes, cause], overridden }
    : { value, causes: [cause], overridden: [...overridden, ...causes] };
}

export function createClaimTrace(nameMapper: NameMapper, roleTrace: RoleTrace): ClaimTrace {
  const traced = new Map<string, TracedLeaf>();

  const setLeaf = (path: readonly string[], value: unknown, cause: Omit<Cause, 'values'>): void => {
    traced.set(keyOf(path), { value, causes: [{ ...cause, values: asList(value) }], overridden: [] });
  };

  const observer: MapperObserver = {
    rolesMapped: roleTrace.rolesMapped,
    begin(claims) {
      for (const { path, value } of listLeaves(claims)) setLeaf(path, copy(value), { kind: 'built-in' });
    },
    mapped(row, context, claims) {
      const now = new Map(listLeaves(claims).map(({ path, value }) => [keyOf(path), value]));
      const byRole = attributeRoles(context.roles, (roles) => [...runAlone(row, context, roles).keys()]);
      const mapper = nameMapper(row.mapper);
      for (const [key, written] of runAlone(row, context, context.roles)) {
        if (!now.has(key)) continue;
        const roles = byRole.get(key) ?? [];
        const cause: Cause = { kind: 'mapper', mapper, roles, values: asList(written) };
        traced.set(key, mergeLeaf(traced.get(key), copy(now.get(key)), cause));
      }
    },
    userClaimsAdded(claims) {
      for (const { path, value } of listLeaves(claims)) {
        const before = traced.get(keyOf(path));
        if (before === undefined || !isDeepStrictEqual(before.value, value))
          setLeaf(path, copy(value), { kind: 'user' });
      }
    },
  };

  return {
    observer,
    list: (claims) =>
      listLeaves(claims).map(({ path, value }) =>
        describeLeaf({ path, value }, traced.get(keyOf(path)), roleTrace),
      ),
  };
}

/** Limiting the audience only removes values; any other change since the mappers is the server's. */
function describeLeaf(
  { path, value }: Leaf,
  leaf: TracedLeaf | undefined,
  roleTrace: RoleTrace,
): PreviewClaimWire {
  const values = asList(value);
  const isFrom = leaf !== undefined && values.every((each) => includes(asList(leaf.value), each));
  const causes: readonly Cause[] = isFrom
    ? leaf.causes.filter(
        (cause) => values.length === 0 || cause.values.some((each) => includes(values, each)),
      )
    : [{ kind: 'built-in', values }];
  const overridden =
    leaf === undefined ? [] : isFrom ? leaf.overridden : [...leaf.overridden, ...leaf.causes];
  return {
    path,
    value,
    causes: causes.map((cause) => describeCause(cause, values, causes.length > 1, roleTrace)),
    ...(overridden.length === 0
      ? {}
      : { overridden: overridden.map((cause) => describeCause(cause, values, false, roleTrace)) }),
    ...(VOLATILE.has(path[0] ?? '') ? { isVolatile: true } : {}),
  };
}

function describeCause(
  { kind, mapper, roles = [], values: given }: Cause,
  values: readonly unknown[],
  isShared: boolean,
  roleTrace: RoleTrace,
): ClaimCauseWire {
  const shown = given.filter((each) => includes(values, each));
  return {
    kind,
    ...(mapper === undefined ? {} : { mapper }),
    ...(kind === 'user' ? { attribute: USER_CLAIMS_ATTRIBUTE } : {}),
    ...(isShared && values.length > 1 ? { values: shown } : {}),
    ...(roles.length === 0 ? {} : { roles: roles.map((role) => roleTrace.describe(role)) }),
  };
}
