// The authentication flows of a realm as values: which there are, and their executions in order.
import { createNameUuid } from '#protocol/crypto/identifiers.ts';
import type { StoredRealm } from '#protocol/store/store.ts';
import { builtInAuthenticatorConfigs, builtInFlows } from '../file/built-in/authentication-flows.ts';
import { type KeptObject, listKept } from '../kept-objects.ts';

export const FLOWS = 'authenticationFlows';
export const CONFIGS = 'authenticatorConfig';
export const EXECUTIONS = 'authenticationExecutions';

/** An execution of a flow. */
export interface PlacedExecution {
  readonly id: string;
  readonly flow: KeptObject;
  /** Its place in the order of priorities. */
  readonly index: number;
  readonly execution: KeptObject;
}

/** Compat: a realm file without flows gets Keycloak's own; one with flows has just these. */
export const hasOwnFlows = (realm: StoredRealm): boolean => Array.isArray(realm[FLOWS]);

/** Realm files may leave out the identifier of a flow. */
function withId(realm: StoredRealm, flow: KeptObject): KeptObject {
  return typeof flow['id'] === 'string'
    ? flow
    : { ...flow, id: createNameUuid(`${realm.id} flow ${String(flow['alias'])}`) };
}

export function listFlows(realm: StoredRealm): readonly KeptObject[] {
  return hasOwnFlows(realm)
    ? listKept(realm, FLOWS).map((flow) => withId(realm, flow))
    : builtInFlows(realm.id);
}

export function listConfigs(realm: StoredRealm): readonly KeptObject[] {
  const own = listKept(realm, CONFIGS);
  return hasOwnFlows(realm) ? own : [...own, ...builtInAuthenticatorConfigs(realm.id)];
}

/** The settings that an execution names. */
export function findConfig(realm: StoredRealm, alias: unknown): KeptObject | undefined {
  return alias === undefined ? undefined : listConfigs(realm).find((config) => config['alias'] === alias);
}

export const priorityOf = ({ priority }: KeptObject): number => (typeof priority === 'number' ? priority : 0);

/** By priority. Realm files contain no IDs of executions: these follow from the flow and the place. */
export function executionsOf(flow: KeptObject): readonly PlacedExecution[] {
  return listKept(flow, EXECUTIONS)
    .map((execution, place) => ({
      execution,
      id:
        typeof execution['id'] === 'string'
          ? execution['id']
          : createNameUuid(`${flow['id']} ${flow['alias']} ${place}`),
    }))
    .toSorted((one, other) => priorityOf(one.execution) - priorityOf(other.execution))
    .map((each, index) => ({ ...each, flow, index }));
}

/** The flow that an execution contains; undefined for an authenticator. */
export function findSubFlow(realm: StoredRealm, execution: KeptObject): KeptObject | undefined {
  const alias = execution['flowAlias'];
  return alias === undefined ? undefined : listFlows(realm).find((flow) => flow['alias'] === alias);
}
