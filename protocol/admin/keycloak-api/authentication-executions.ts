// The executions of authentication flows: list, add, order, change, remove.
import { flag, name, numberBetween, oneOf, text } from '#protocol/contract/settings/value-type.ts';
import { createUuid } from '#protocol/crypto/identifiers.ts';
import type { Reply } from '#protocol/http/exchange.ts';
import { NO_STORE } from '#protocol/http/replies.ts';
import {
  executionsOf,
  findConfig,
  findSubFlow,
  listFlows,
  type PlacedExecution,
} from '#protocol/realm/flows/realm-flows.ts';
import type { KeptObject } from '#protocol/realm/kept-objects.ts';
import { followInRealm } from '#protocol/realm/references/follow-references.ts';
import type { StoredRealm } from '#protocol/store/store.ts';
import { badRequest, conflict, invalid } from '../admin-error.ts';
import {
  answer,
  changeRow,
  DONE,
  ok,
  parameter,
  type RealmRequest,
  type RealmRow,
  viewRow,
} from '../admin-route.ts';
import { readObject } from '../members.ts';
import { removeFlow } from './authentication-flows.ts';
import {
  addFlow,
  changeFlow,
  checkIsOwn,
  findExecution,
  findFlow,
  nextPriority,
  shownFlow,
  withExecutions,
} from './authentication-model.ts';
import { ANY_REQUIREMENT, FLOW_REQUIREMENTS, findAuthenticator } from './authenticator-table.ts';

const VIEW = ['view-realm', 'manage-realm'] as const;
const MANAGE = ['manage-realm'] as const;

const REQUIREMENT = oneOf(['REQUIRED', 'ALTERNATIVE', 'DISABLED', 'CONDITIONAL']);

/** An execution of an authenticator, in the list of a flow. */
function describeAuthenticator(realm: StoredRealm, execution: KeptObject): KeptObject {
  const providerId = String(execution['authenticator'] ?? '');
  const authenticator = findAuthenticator(providerId);
  const config = findConfig(realm, execution['authenticatorConfig']);
  return {
    displayName: authenticator?.displayName ?? providerId,
    requirementChoices: authenticator?.requirements ?? ANY_REQUIREMENT,
    // An authenticator of an extension may have settings.
    configurable: authenticator === undefined || authenticator.settings !== undefined,
    ...(providerId === '' ? {} : { providerId }),
    ...(config === undefined
      ? {}
      : { alias: config['alias'], authenticationConfig: config['id'] ?? config['alias'] }),
  };
}

/** An execution of a flow, in the list of the flow around it. */
function describeFlow(flow: KeptObject, { authenticator }: KeptObject): KeptObject {
  const type = String(flow['providerId'] ?? 'basic-flow');
  return {
    displayName: flow['alias'],
    description: flow['description'] ?? '',
    requirementChoices: FLOW_REQUIREMENTS[type] ?? ANY_REQUIREMENT,
    configurable: false,
    authenticationFlow: true,
    flowId: flow['id'],
    ...(authenticator === undefined ? {} : { providerId: authenticator }),
  };
}

function describe(realm: StoredRealm, placed: PlacedExecution, level: number): KeptObject {
  const { id, index, execution } = placed;
  const inner = findSubFlow(realm, execution);
  return {
    id,
    requirement: execution['requirement'],
    ...(inner === undefined ? describeAuthenticator(realm, execution) : describeFlow(inner, execution)),
    level,
    index,
    priority: execution['priority'],
  };
}

/** The executions of a flow, each sub-flow followed by its own. A flow that contains itself is listed once. */
function listExecutions(
  realm: StoredRealm,
  flow: KeptObject,
  parents: readonly unknown[] = [],
): readonly KeptObject[] {
  const seen = [...parents, flow['alias']];
  return executionsOf(flow).flatMap((placed) => {
    const inner = findSubFlow(realm, placed.execution);
    const below =
      inner === undefined || seen.includes(inner['alias']) ? [] : listExecutions(realm, inner, seen);
    return [describe(realm, placed, parents.length), ...below];
  });
}

/** The flow in the path, by its alias. @throws {AdminError} 404. */
const flowInPath = (request: RealmRequest): KeptObject =>
  findFlow(request.realm.stored, 'alias', parameter(request, 'flow'));

/** The execution in the path. @throws {AdminError} 404. */
export const executionInPath = (request: RealmRequest): PlacedExecution =>
  findExecution(request.realm.stored, parameter(request, 'execution'));

/** 201 with the place below `/authentication`, as Keycloak's clients take the ID from its end. */
function createdAt({ exchange }: RealmRequest, place: string): Reply {
  const base = exchange.path.replace(/\/authentication\/.*$/, '/authentication');
  return { status: 201, headers: { ...NO_STORE, location: `${exchange.baseUrl}${base}/${place}` } };
}

function withNew(flow: KeptObject, id: string, execution: KeptObject): KeptObject {
  const priority = nextPriority(flow);
  const placed = { id, flow, index: -1, execution: { userSetupAllowed: false, ...execution, priority } };
  return withExecutions(flow, [...executionsOf(flow), placed]);
}

/** Compat: an authenticator with a single requirement has it from the start. */
function newExecution(authenticator: string): KeptObject {
  const choices = findAuthenticator(authenticator)?.requirements ?? [];
  return {
    authenticator,
    authenticatorFlow: false,
    requirement: choices.length === 1 ? choices[0] : 'DISABLED',
  };
}

/** The flow in the path that gets something new. @throws {AdminError} 400 if there is none, or it is Keycloak's. */
function parentFlow(request: RealmRequest, act: string): KeptObject {
  const alias = parameter(request, 'flow');
  const parent = listFlows(request.realm.stored).find((flow) => flow['alias'] === alias);
  if (parent === undefined) throw invalid("Parent flow doesn't exist");
  checkIsOwn(parent, act);
  return parent;
}

async function addExecution(request: RealmRequest): Promise<Reply> {
  const parent = parentFlow(request, 'add execution to');
  const { provider } = readObject<{ provider: string }>(request.exchange.json, { provider: { type: name } }, [
    'provider',
  ]);
  const id = createUuid();
  await request.updateRealm((realm) =>
    changeFlow(realm, parent['alias'], (flow) => withNew(flow, id, newExecution(provider))),
  );
  return createdAt(request, `executions/${id}`);
}

const NEW_FLOW_WIRE = {
  alias: { type: name },
  type: { type: oneOf(['basic-flow', 'form-flow', 'client-flow']) },
  provider: { type: text },
  description: { type: text },
};

async function addSubFlow(request: RealmRequest): Promise<Reply> {
  const parent = parentFlow(request, 'add sub-flow to');
  const input = readObject<{ alias: string; type: string; provider?: string; description?: string }>(
    request.exchange.json,
    NEW_FLOW_WIRE,
    ['alias', 'type'],
  );
  const { alias, type, provider, description = '' } = input;
  const id = createUuid();
  const flow = { id, alias, description, providerId: type, topLevel: false, builtIn: false };
  const execution = {
    ...(type === 'form-flow' && provider !== undefined ? { authenticator: provider } : {}),
    authenticatorFlow: true,
    flowAlias: alias,
    requirement: 'DISABLED',
  };
  await request.updateRealm((realm) => {
    if (listFlows(realm).some((each) => each['alias'] === alias))
      throw conflict('New flow alias name already exists');
    const withFlow = addFlow(realm, { ...flow, authenticationExecutions: [] });
    return changeFlow(withFlow, parent['alias'], (each) => withNew(each, createUuid(), execution));
  });
  return createdAt(request, `flows/${id}`);
}

const EXECUTION_WIRE = {
  authenticator: { type: name },
  parentFlow: { type: name },
  requirement: { type: REQUIREMENT },
};

/** An execution by the ID of its flow. */
async function addByParent(request: RealmRequest): Promise<Reply> {
  const input = readObject<{ authenticator: string; parentFlow?: string; requirement?: string }>(
    request.exchange.json,
    EXECUTION_WIRE,
    ['authenticator'],
  );
  const { authenticator, parentFlow: parentId, requirement } = input;
  if (parentId === undefined) throw badRequest('parent flow not set on new execution');
  const parent = listFlows(request.realm.stored).find((flow) => flow['id'] === parentId);
  if (parent === undefined) throw badRequest('execution parent flow does not exist');
  checkIsOwn(parent, 'add execution to');
  const id = createUuid();
  const execution = { ...newExecution(authenticator), ...(requirement === undefined ? {} : { requirement }) };
  await request.updateRealm((realm) =>
    changeFlow(realm, parent['alias'], (flow) => withNew(flow, id, execution)),
  );
  return createdAt(request, `executions/${id}`);
}

const INFO_WIRE = {
  id: { type: name },
  requirement: { type: REQUIREMENT },
  displayName: { type: text },
  description: { type: text },
  priority: { type: numberBetween(-2_147_483_648, 2_147_483_647) },
  authenticationFlow: { type: flag },
  flowId: { type: text },
};

interface ExecutionInfo {
  readonly id: string;
  readonly requirement?: string;
  readonly displayName?: string;
  readonly description?: string;
  readonly priority?: number;
  readonly authenticationFlow?: boolean;
}

/** The flow with the members of one execution changed. */
export function withMembers(flow: KeptObject, id: string, members: KeptObject): KeptObject {
  return withExecutions(
    flow,
    executionsOf(flow).map((placed) =>
      placed.id === id ? { ...placed, execution: { ...placed.execution, ...members } } : placed,
    ),
  );
}

async function update(request: RealmRequest): Promise<Reply> {
  const flow = flowInPath(request);
  const input = readObject<ExecutionInfo>(request.exchange.json, INFO_WIRE, ['id']);
  const placed = findExecution(request.realm.stored, input.id);
  const { requirement, priority } = input;
  const members = {
    ...(requirement === undefined ? {} : { requirement }),
    ...(priority === undefined ? {} : { priority }),
  };
  await request.updateRealm((realm) => {
    const changed = changeFlow(realm, placed.flow['alias'], (each) => withMembers(each, input.id, members));
    const inner = findSubFlow(realm, placed.execution);
    return inner === undefined || input.authenticationFlow !== true
      ? changed
      : describeSubFlow(changed, inner, input);
  });
  return answer(202, shownFlow(flow));
}

/** Name and description of an execution that is a flow are the flow's. */
function describeSubFlow(
  realm: StoredRealm,
  inner: KeptObject,
  { displayName, description }: ExecutionInfo,
): StoredRealm {
  const from = String(inner['alias']);
  const alias = displayName ?? from;
  if (alias !== from && listFlows(realm).some((flow) => flow['alias'] === alias))
    throw conflict('Flow alias name already exists');
  const changed = changeFlow(realm, from, (flow) => ({
    ...flow,
    alias,
    description: description ?? flow['description'] ?? '',
  }));
  return followInRealm(changed, { kind: 'flow', from, to: alias });
}

/** Changes places with the execution before or after. Compat: the first and the last stay where they are. */
async function move(request: RealmRequest, by: -1 | 1): Promise<Reply> {
  const { id, flow, index } = executionInPath(request);
  checkIsOwn(flow, 'modify execution in');
  await request.updateRealm((realm) =>
    changeFlow(realm, flow['alias'], (current) => {
      const executions = executionsOf(current);
      const other = executions[index + by];
      const own = executions[index];
      if (own?.id !== id || other === undefined) return current;
      const order = executions.with(index, other).with(index + by, own);
      // Realm files may give several executions the same priority.
      const priorities = executions.map(({ execution }) => Number(execution['priority'] ?? 0));
      const isOrdered = new Set(priorities).size === priorities.length;
      return withExecutions(
        current,
        order.map((placed, place) => ({
          ...placed,
          execution: { ...placed.execution, priority: isOrdered ? priorities[place] : place },
        })),
      );
    }),
  );
  return DONE;
}

async function remove(request: RealmRequest): Promise<Reply> {
  const { id, flow, execution } = executionInPath(request);
  checkIsOwn(flow, 'remove execution from');
  await request.updateRealm((realm) => {
    const inner = findSubFlow(realm, execution);
    const changed = changeFlow(realm, flow['alias'], (current) =>
      withExecutions(
        current,
        executionsOf(current).filter((placed) => placed.id !== id),
      ),
    );
    return inner === undefined || inner['topLevel'] === true ? changed : removeFlow(changed, inner);
  });
  return DONE;
}

/** One execution, as Keycloak keeps it. */
function read(request: RealmRequest): Reply {
  const { id, flow, execution } = executionInPath(request);
  const { authenticatorConfig, flowAlias: _alias, ...members } = execution;
  const config = findConfig(request.realm.stored, authenticatorConfig);
  const inner = findSubFlow(request.realm.stored, execution);
  return ok({
    ...members,
    id,
    parentFlow: flow['id'],
    ...(config === undefined ? {} : { authenticatorConfig: config['id'] ?? config['alias'] }),
    ...(inner === undefined ? {} : { flowId: inner['id'] }),
  });
}

const OF_FLOW = '/authentication/flows/:flow/executions';
const EXECUTION = '/authentication/executions/:execution';

export const AUTHENTICATION_EXECUTION_ROWS: readonly RealmRow[] = [
  viewRow(OF_FLOW, VIEW, (request) => ok(listExecutions(request.realm.stored, flowInPath(request)))),
  changeRow('PUT', OF_FLOW, MANAGE, 'Change execution of authentication flow', update),
  changeRow('POST', `${OF_FLOW}/execution`, MANAGE, 'Add execution to authentication flow', addExecution),
  changeRow('POST', `${OF_FLOW}/flow`, MANAGE, 'Add flow to authentication flow', addSubFlow),
  changeRow(
    'POST',
    '/authentication/executions',
    MANAGE,
    'Add execution to authentication flow',
    addByParent,
  ),
  viewRow(EXECUTION, VIEW, read),
  changeRow('DELETE', EXECUTION, MANAGE, 'Remove execution of authentication flow', remove),
  changeRow('POST', `${EXECUTION}/raise-priority`, MANAGE, 'Raise execution', (request) => move(request, -1)),
  changeRow('POST', `${EXECUTION}/lower-priority`, MANAGE, 'Lower execution', (request) => move(request, 1)),
];
