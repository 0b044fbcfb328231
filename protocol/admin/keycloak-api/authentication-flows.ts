// Authentication flows of a realm: list, create, copy, change, remove. A sign-in does not follow them.
import { flag, name, oneOf, text } from '#protocol/contract/settings/value-type.ts';
import { createUuid } from '#protocol/crypto/identifiers.ts';
import type { Reply } from '#protocol/http/exchange.ts';
import { NO_STORE } from '#protocol/http/replies.ts';
import {
  CONFIGS,
  executionsOf,
  findConfig,
  findSubFlow,
  listFlows,
  type PlacedExecution,
} from '#protocol/realm/flows/realm-flows.ts';
import { addKept } from '#protocol/realm/kept-lists.ts';
import type { KeptObject } from '#protocol/realm/kept-objects.ts';
import { followInRealm } from '#protocol/realm/references/follow-references.ts';
import type { StoredRealm } from '#protocol/store/store.ts';
import { badRequest, conflict, invalid, notFound } from '../admin-error.ts';
import {
  answer,
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
import {
  addFlow,
  changeFlow,
  findFlow,
  innerFlows,
  shownFlow,
  withExecutions,
  withWrittenFlows,
} from './authentication-model.ts';

const VIEW = ['view-realm', 'manage-realm'] as const;
const MANAGE = ['manage-realm'] as const;

const FLOW_WIRE = {
  id: { type: text },
  alias: { type: text },
  description: { type: text },
  providerId: { type: oneOf(['basic-flow', 'client-flow', 'form-flow']) },
  topLevel: { type: flag },
  builtIn: { type: flag },
};

/** Compat: Keycloak does not list the flow of SAML enhanced clients. */
const UNLISTED = 'saml ecp';

function list({ realm }: RealmRequest): Reply {
  const flows = listFlows(realm.stored).filter(
    ({ topLevel, alias }) => topLevel !== false && alias !== UNLISTED,
  );
  return ok(flows.map(shownFlow));
}

/** @throws {AdminError} 400 for characters that do not work in paths. */
function checkAlias(alias: string): void {
  const found = /[:/?#@!$&()*+,;=[\]\\]/.exec(alias)?.[0];
  if (found !== undefined) throw badRequest(`Character '${found}' not allowed.`);
}

const hasAlias = (realm: StoredRealm, alias: unknown): boolean =>
  listFlows(realm).some((flow) => flow['alias'] === alias);

async function create(request: RealmRequest): Promise<Reply> {
  const input = readObject<KeptObject>(request.exchange.json, FLOW_WIRE);
  const alias = String(input['alias'] ?? '');
  if (alias === '') throw conflict('Failed to create flow with empty alias name');
  checkAlias(alias);
  const id = createUuid();
  await request.updateRealm((realm) => {
    if (hasAlias(realm, alias)) throw conflict(`Flow ${alias} already exists`);
    return addFlow(realm, {
      description: '',
      providerId: 'basic-flow',
      topLevel: false,
      builtIn: false,
      ...input,
      id,
      authenticationExecutions: [],
    });
  });
  return created(request.exchange, id);
}

async function update(request: RealmRequest): Promise<Reply> {
  const before = findFlow(request.realm.stored, 'id', parameter(request, 'flow'));
  const { authenticationExecutions: _executions, ...input } = readObject<KeptObject>(
    request.exchange.json,
    FLOW_WIRE,
  );
  const alias = String(input['alias'] ?? '');
  if (alias === '') throw conflict('Failed to update flow with empty alias name');
  checkAlias(alias);
  const { id, alias: oldAlias } = before;
  await request.updateRealm((realm) => {
    if (alias !== oldAlias && hasAlias(realm, alias)) throw conflict('Flow alias name already exists');
    const changed = changeFlow(realm, oldAlias, (flow) => ({ ...flow, ...input, id }));
    return followInRealm(changed, { kind: 'flow', from: String(oldAlias), to: alias });
  });
  return answer(202, { ...before, ...input, id, authenticationExecutions: undefined });
}

/** Where a realm names the flows that it uses. */
const BINDINGS = {
  browserFlow: 'browser',
  registrationFlow: 'registration',
  directGrantFlow: 'direct grant',
  resetCredentialsFlow: 'reset credentials',
  clientAuthenticationFlow: 'clients',
  dockerAuthenticationFlow: 'docker auth',
  firstBrokerLoginFlow: 'first broker login',
} as const;

/** @throws {AdminError} 400 when the realm, a client or an identity provider uses the flow. */
function checkIsUnused(realm: StoredRealm, { alias, id }: KeptObject): void {
  const isBound = Object.entries(BINDINGS).some(
    ([member, usual]) => (realm[member as keyof typeof BINDINGS] ?? usual) === alias,
  );
  const isOfClient = realm.clients?.some((client) =>
    Object.values(client.authenticationFlowBindingOverrides ?? {}).some((bound) => bound === id),
  );
  const providers = JSON.stringify(realm['identityProviders'] ?? []);
  const isOfProvider = ['first', 'post'].some((when) =>
    providers.includes(`"${when}BrokerLoginFlowAlias":${JSON.stringify(alias)}`),
  );
  if (isBound || isOfClient === true || isOfProvider)
    throw invalid('Cannot remove authentication flow, it is currently in use');
}

async function remove(request: RealmRequest): Promise<Reply> {
  const id = parameter(request, 'flow');
  const flow = listFlows(request.realm.stored).find((each) => each['id'] === id);
  if (flow === undefined) throw notFound('Flow not found');
  if (flow['builtIn'] === true) throw badRequest("Can't delete built in flow");
  await request.updateRealm((realm) => {
    checkIsUnused(realm, flow);
    return removeFlow(realm, flow);
  });
  return DONE;
}

/** The realm without the flow, the flows in it and their settings. */
export function removeFlow(realm: StoredRealm, flow: KeptObject): StoredRealm {
  return [flow, ...innerFlows(realm, flow)].reduce<StoredRealm>((current, { alias }) => {
    const removed = changeFlow(current, alias, () => undefined);
    return followInRealm(removed, { kind: 'flow', from: String(alias), to: undefined });
  }, realm);
}

async function copy(request: RealmRequest): Promise<Reply> {
  const { newName } = readObject<{ newName: string }>(request.exchange.json, { newName: { type: name } }, [
    'newName',
  ]);
  checkAlias(newName);
  const from = findFlow(request.realm.stored, 'alias', parameter(request, 'flow'));
  await request.updateRealm((realm) => {
    if (hasAlias(realm, newName)) throw conflict('New flow alias name already exists');
    return copyFlow(withWrittenFlows(realm), from, newName, newName);
  });
  return { status: 201, headers: { ...NO_STORE } };
}

/** Compat: copies of the flows and settings within have the new name in front of theirs. */
function copyFlow(realm: StoredRealm, from: KeptObject, alias: string, newName: string): StoredRealm {
  if (hasAlias(realm, alias)) throw conflict('New flow alias name already exists');
  const executions = executionsOf(from);
  const renamed = executions.map((placed) => copyExecution(realm, placed, newName));
  const flow = { ...from, id: createUuid(), alias, builtIn: false };
  const withFlow = addFlow(realm, withExecutions(flow, renamed));
  return executions.reduce((next, { execution }) => {
    const withSettings = copyConfig(next, execution['authenticatorConfig'], newName);
    const inner = findSubFlow(realm, execution);
    const innerAlias = `${newName} ${String(inner?.['alias'])}`;
    // A flow that contains itself is copied once.
    return inner === undefined || hasAlias(withSettings, innerAlias)
      ? withSettings
      : copyFlow(withSettings, inner, innerAlias, newName);
  }, withFlow);
}

function copyExecution(realm: StoredRealm, placed: PlacedExecution, newName: string): PlacedExecution {
  const { execution } = placed;
  const inner = findSubFlow(realm, execution);
  const config = findConfig(realm, execution['authenticatorConfig']);
  return {
    ...placed,
    id: createUuid(),
    execution: {
      ...execution,
      ...(inner === undefined ? {} : { flowAlias: `${newName} ${String(inner['alias'])}` }),
      ...(config === undefined ? {} : { authenticatorConfig: `${newName} ${String(config['alias'])}` }),
    },
  };
}

function copyConfig(realm: StoredRealm, alias: unknown, newName: string): StoredRealm {
  const config = findConfig(realm, alias);
  const copied = `${newName} ${String(alias)}`;
  if (config === undefined || findConfig(realm, copied) !== undefined) return realm;
  return addKept(realm, CONFIGS, { ...config, id: createUuid(), alias: copied });
}

const FLOW = '/authentication/flows/:flow';

export const AUTHENTICATION_FLOW_ROWS: readonly RealmRow[] = [
  viewRow('/authentication/flows', VIEW, list),
  changeRow('POST', '/authentication/flows', MANAGE, 'Create authentication flow', create),
  viewRow(FLOW, VIEW, (request) =>
    ok(shownFlow(findFlow(request.realm.stored, 'id', parameter(request, 'flow')))),
  ),
  changeRow('PUT', FLOW, MANAGE, 'Change authentication flow', update),
  changeRow('DELETE', FLOW, MANAGE, 'Remove authentication flow', remove),
  changeRow('POST', `${FLOW}/copy`, MANAGE, 'Copy authentication flow', copy),
];
