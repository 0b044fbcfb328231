// Changes of a realm's authentication flows, and how the admin API shows one.

import {
  CONFIGS,
  EXECUTIONS,
  executionsOf,
  FLOWS,
  findSubFlow,
  listConfigs,
  listFlows,
  type PlacedExecution,
  priorityOf,
} from '#protocol/realm/flows/realm-flows.ts';
import { type KeptObject, listKept } from '#protocol/realm/kept-objects.ts';
import type { StoredRealm } from '#protocol/store/store.ts';
import { badRequest, notFound } from '../admin-error.ts';

/** The realm with its flows and settings written out, so that they can be changed. */
export function withWrittenFlows(realm: StoredRealm): StoredRealm {
  return { ...realm, [FLOWS]: listFlows(realm), [CONFIGS]: listConfigs(realm) } as StoredRealm;
}

/** The flow with these executions, which keep their identifiers. */
export function withExecutions(flow: KeptObject, executions: readonly PlacedExecution[]): KeptObject {
  return { ...flow, [EXECUTIONS]: executions.map(({ id, execution }) => ({ ...execution, id })) };
}

/** As the admin API and realm files show a flow: without identifiers of executions. */
export function shownFlow(flow: KeptObject): KeptObject {
  const executions = listKept(flow, EXECUTIONS).map(({ id: _id, ...execution }) => execution);
  return { ...flow, [EXECUTIONS]: executions };
}

/** @throws {AdminError} 404. */
export function findFlow(realm: StoredRealm, member: 'id' | 'alias', value: string): KeptObject {
  const flow = listFlows(realm).find((each) => each[member] === value);
  if (flow === undefined) throw notFound(member === 'id' ? 'Could not find flow with id' : 'Flow not found');
  return flow;
}

/** @throws {AdminError} 404. */
export function findExecution(realm: StoredRealm, id: string): PlacedExecution {
  const placed = listFlows(realm)
    .flatMap(executionsOf)
    .find((each) => each.id === id);
  if (placed === undefined) throw notFound('Illegal execution');
  return placed;
}

/** @throws {AdminError} 400 for a flow of Keycloak, whose executions stay as they are; `act` is "add sub-flow to". */
export function checkIsOwn(flow: KeptObject, act: string): void {
  if (flow['builtIn'] === true) throw badRequest(`It is illegal to ${act} a built in flow`);
}

/** The realm with one flow changed; undefined removes it. */
export function changeFlow(
  realm: StoredRealm,
  alias: unknown,
  change: (flow: KeptObject) => KeptObject | undefined,
): StoredRealm {
  const written = withWrittenFlows(realm);
  const flows = listFlows(written).flatMap((flow) =>
    flow['alias'] === alias ? (change(flow) ?? []) : [flow],
  );
  return { ...written, [FLOWS]: flows } as StoredRealm;
}

/** The realm with a flow more. */
export function addFlow(realm: StoredRealm, flow: KeptObject): StoredRealm {
  const written = withWrittenFlows(realm);
  return { ...written, [FLOWS]: [...listFlows(written), flow] } as StoredRealm;
}

/** Names of the flows within a flow, at any depth; a flow that contains itself is not among them. */
export function innerFlows(
  realm: StoredRealm,
  flow: KeptObject,
  seen: Set<unknown> = new Set(),
): readonly KeptObject[] {
  seen.add(flow['alias']);
  return executionsOf(flow).flatMap(({ execution }) => {
    const inner = findSubFlow(realm, execution);
    if (inner === undefined || seen.has(inner['alias'])) return [];
    return [inner, ...innerFlows(realm, inner, seen)];
  });
}

/** The priority after the last execution. Compat: the first has 0. */
export function nextPriority(flow: KeptObject): number {
  const last = executionsOf(flow).at(-1);
  return last === undefined ? 0 : priorityOf(last.execution) + 1;
}
