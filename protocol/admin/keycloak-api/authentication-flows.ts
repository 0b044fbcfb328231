// Authentication flows of a realm as in the realm file, and the settings of their authenticators, which can be changed.

import { createHash } from 'node:crypto';
import { AUTHENTICATOR_CONFIG_SETTINGS } from '#protocol/contract/settings/shared.ts';
import { identifier } from '#protocol/contract/settings/value-type.ts';
import { createUuid } from '#protocol/crypto/identifiers.ts';
import type { Reply } from '#protocol/http/exchange.ts';
import type { StoredRealm } from '#protocol/store/store.ts';
import { conflict, notFound } from '../admin-error.ts';
import {
  changeRow,
  created,
  DONE,
  ok,
  parameter,
  type RealmRequest,
  type RealmRow,
  viewRow,
} from '../admin-route.ts';
import { readObject } from '../members.ts';
import { addKept, changeKept, type KeptObject, listKept } from './kept-lists.ts';
import { keepSecrets, maskSecrets } from './realm-secrets.ts';

const FLOWS = 'authenticationFlows';
const CONFIGS = 'authenticatorConfig';
const VIEW = ['view-realm', 'manage-realm'] as const;
const MANAGE = ['manage-realm'] as const;

const CONFIG_WIRE = { ...AUTHENTICATOR_CONFIG_SETTINGS, id: { type: identifier } };

/** An execution of a flow with its place in the flow. */
interface PlacedExecution {
  readonly id: string;
  readonly flow: KeptObject;
  readonly index: number;
  readonly execution: KeptObject;
}

/** Realm files contain no IDs of executions: they follow from the flow and the position. */
function executionId(flow: KeptObject, index: number): string {
  const hash = createHash('sha256').update(`${flow['id']} ${flow['alias']} ${index}`).digest('hex');
  return hash.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

function executionsOf(flow: KeptObject): readonly PlacedExecution[] {
  return listKept(flow, 'authenticationExecutions').map((execution, index) => ({
    id: typeof execution['id'] === 'string' ? execution['id'] : executionId(flow, index),
    flow,
    index,
    execution,
  }));
}

const flowsOf = (realm: StoredRealm): readonly KeptObject[] => listKept(realm, FLOWS);

/** @throws {AdminError} 404. */
function findFlow(request: RealmRequest, member: 'id' | 'alias'): KeptObject {
  const wanted = parameter(request, 'flow');
  const flow = flowsOf(request.realm.stored).find((each) => each[member] === wanted);
  if (flow === undefined) throw notFound(`Could not find flow with ${member} ${wanted}`);
  return flow;
}

function list({ realm }: RealmRequest): Reply {
  return ok(flowsOf(realm.stored).filter(({ topLevel }) => topLevel !== false));
}

/** One execution as Keycloak lists it. */
function describe(realm: StoredRealm, placed: PlacedExecution, level: number): KeptObject {
  const { id, index, execution } = placed;
  const alias = execution['authenticatorConfig'];
  const config = listKept(realm, CONFIGS).find((each) => alias !== undefined && each['alias'] === alias);
  const subFlow = findSubFlow(realm, execution);
  return {
    id,
    requirement: execution['requirement'],
    displayName: execution['flowAlias'] ?? execution['authenticator'],
    ...(execution['authenticator'] === undefined ? {} : { providerId: execution['authenticator'] }),
    ...(subFlow === undefined ? {} : { authenticationFlow: true, flowId: subFlow['id'] }),
    ...(config === undefined ? {} : { alias, authenticationConfig: config['id'] ?? alias }),
    level,
    index,
    priority: execution['priority'],
  };
}

function findSubFlow(realm: StoredRealm, execution: KeptObject): KeptObject | undefined {
  const alias = execution['flowAlias'];
  return alias === undefined ? undefined : flowsOf(realm).find((flow) => flow['alias'] === alias);
}

/** The executions of a flow, each sub-flow followed by its own. A flow that contains itself is listed once. */
function listExecutions(
  realm: StoredRealm,
  flow: KeptObject,
  parents: readonly KeptObject[] = [],
): readonly KeptObject[] {
  return executionsOf(flow).flatMap((placed) => {
    const subFlow = findSubFlow(realm, placed.execution);
    const isKnown = subFlow === undefined || subFlow === flow || parents.includes(subFlow);
    const inner = isKnown ? [] : listExecutions(realm, subFlow, [...parents, flow]);
    return [describe(realm, placed, parents.length), ...inner];
  });
}

/** A setting by its ID; those of old realm files have only an alias. */
const isConfig =
  (id: string) =>
  (config: KeptObject): boolean =>
    (config['id'] ?? config['alias']) === id;

/** @throws {AdminError} 404. */
function findConfig(request: RealmRequest): KeptObject {
  const found = listKept(request.realm.stored, CONFIGS).find(isConfig(parameter(request, 'config')));
  if (found === undefined) throw notFound('Could not find authenticator config');
  return found;
}

async function createConfig(request: RealmRequest): Promise<Reply> {
  const wanted = parameter(request, 'execution');
  const placed = flowsOf(request.realm.stored)
    .flatMap(executionsOf)
    .find(({ id }) => id === wanted);
  if (placed === undefined) throw notFound('Could not find execution');
  const input = readObject<KeptObject>(request.exchange.json, CONFIG_WIRE, ['alias']);
  const { alias } = input;
  const id = createUuid();
  await request.updateRealm((realm) => {
    if (listKept(realm, CONFIGS).some((config) => config['alias'] === alias))
      throw conflict(`Authentication execution configuration ${alias} already exists`);
    const config = { ...(keepSecrets({}, input) as KeptObject), id };
    const isFlow = (flow: KeptObject): boolean => flow['alias'] === placed.flow['alias'];
    const inFlow = changeKept(realm, FLOWS, isFlow, (flow) => withConfig(flow, placed, alias));
    return addKept(inFlow, CONFIGS, config);
  });
  return created(request.exchange, id);
}

/** The flow with an execution that uses the configuration. */
function withConfig(flow: KeptObject, placed: PlacedExecution, alias: unknown): KeptObject {
  const executions = executionsOf(flow).map(({ id, execution }) =>
    id === placed.id ? { ...execution, authenticatorConfig: alias } : execution,
  );
  return { ...flow, authenticationExecutions: executions };
}

async function updateConfig(request: RealmRequest): Promise<Reply> {
  const { id, alias } = findConfig(request);
  const { id: _id, ...input } = readObject<KeptObject>(request.exchange.json, CONFIG_WIRE);
  const next = input['alias'] ?? alias;
  await request.updateRealm((realm) => {
    const changed = changeKept(realm, CONFIGS, isConfig(parameter(request, 'config')), (config) => ({
      ...config,
      ...(keepSecrets(config, input) as KeptObject),
      ...(id === undefined ? {} : { id }),
    }));
    return followConfig(changed, alias, next);
  });
  return DONE;
}

/** Executions name their configuration by its alias. */
function followConfig(realm: StoredRealm, before: unknown, after: unknown): StoredRealm {
  if (before === after) return realm;
  const uses = ({ execution }: PlacedExecution): boolean => execution['authenticatorConfig'] === before;
  return changeKept(
    realm,
    FLOWS,
    (flow) => executionsOf(flow).some(uses),
    (flow) => ({
      ...flow,
      authenticationExecutions: executionsOf(flow).map((placed) => {
        if (!uses(placed)) return placed.execution;
        const { authenticatorConfig, ...others } = placed.execution;
        return after === undefined ? others : { ...others, authenticatorConfig: after };
      }),
    }),
  );
}

async function removeConfig(request: RealmRequest): Promise<Reply> {
  const { alias } = findConfig(request);
  await request.updateRealm((realm) =>
    followConfig(
      changeKept(realm, CONFIGS, isConfig(parameter(request, 'config')), () => undefined),
      alias,
      undefined,
    ),
  );
  return DONE;
}

const CONFIG = '/authentication/config/:config';

export const AUTHENTICATION_FLOW_ROWS: readonly RealmRow[] = [
  viewRow('/authentication/flows', VIEW, list),
  viewRow('/authentication/flows/:flow', VIEW, (request) => ok(findFlow(request, 'id'))),
  viewRow('/authentication/flows/:flow/executions', VIEW, (request) =>
    ok(listExecutions(request.realm.stored, findFlow(request, 'alias'))),
  ),
  changeRow(
    'POST',
    '/authentication/executions/:execution/config',
    MANAGE,
    'Configure authenticator',
    createConfig,
  ),
  viewRow(CONFIG, VIEW, (request) => ok(maskSecrets(findConfig(request)))),
  changeRow('PUT', CONFIG, MANAGE, 'Change configuration of authenticator', updateConfig),
  changeRow('DELETE', CONFIG, MANAGE, 'Remove configuration of authenticator', removeConfig),
];
