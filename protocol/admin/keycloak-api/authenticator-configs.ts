// The settings of authenticators in a realm's flows: create for an execution, read, change, remove.
import { AUTHENTICATOR_CONFIG_SETTINGS } from '#protocol/contract/settings/shared.ts';
import { identifier } from '#protocol/contract/settings/value-type.ts';
import { createUuid } from '#protocol/crypto/identifiers.ts';
import type { Reply } from '#protocol/http/exchange.ts';
import { CONFIGS, findConfig, listConfigs } from '#protocol/realm/flows/realm-flows.ts';
import { addKept, changeKept } from '#protocol/realm/kept-lists.ts';
import type { KeptObject } from '#protocol/realm/kept-objects.ts';
import { followInRealm } from '#protocol/realm/references/follow-references.ts';
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
import { executionInPath, withMembers } from './authentication-executions.ts';
import { changeFlow, withWrittenFlows } from './authentication-model.ts';
import { keepSecrets, maskSecrets } from './realm-secrets.ts';

const VIEW = ['view-realm', 'manage-realm'] as const;
const MANAGE = ['manage-realm'] as const;

const CONFIG_WIRE = { ...AUTHENTICATOR_CONFIG_SETTINGS, id: { type: identifier } };

/** A setting by its ID; those of old realm files have only an alias. */
const isConfig =
  (id: string) =>
  (config: KeptObject): boolean =>
    (config['id'] ?? config['alias']) === id;

/** @throws {AdminError} 404. */
function configInPath(request: RealmRequest): KeptObject {
  const found = listConfigs(request.realm.stored).find(isConfig(parameter(request, 'config')));
  if (found === undefined) throw notFound('Could not find authenticator config');
  return found;
}

async function create(request: RealmRequest): Promise<Reply> {
  const placed = executionInPath(request);
  const input = readObject<KeptObject>(request.exchange.json, CONFIG_WIRE, ['alias']);
  const { alias } = input;
  const id = createUuid();
  await request.updateRealm((realm) => {
    if (findConfig(realm, alias) !== undefined)
      throw conflict(`Authentication execution configuration ${alias} already exists`);
    const config = { ...(keepSecrets({}, input) as KeptObject), id };
    const changed = changeFlow(realm, placed.flow['alias'], (flow) =>
      withMembers(flow, placed.id, { authenticatorConfig: alias }),
    );
    return addKept(changed, CONFIGS, config);
  });
  return created(request.exchange, id);
}

async function update(request: RealmRequest): Promise<Reply> {
  const { id, alias } = configInPath(request);
  const { id: _id, ...input } = readObject<KeptObject>(request.exchange.json, CONFIG_WIRE);
  const next = input['alias'] ?? alias;
  await request.updateRealm((realm) => {
    if (next !== alias && findConfig(realm, next) !== undefined)
      throw conflict(`Authentication execution configuration ${next} already exists`);
    const isChanged = isConfig(parameter(request, 'config'));
    const changed = changeKept(withWrittenFlows(realm), CONFIGS, isChanged, (config) => ({
      ...config,
      ...(keepSecrets(config, input) as KeptObject),
      ...(id === undefined ? {} : { id }),
    }));
    return followInRealm(changed, { kind: 'authenticator config', from: String(alias), to: String(next) });
  });
  return DONE;
}

async function remove(request: RealmRequest): Promise<Reply> {
  const { alias } = configInPath(request);
  await request.updateRealm((realm) => {
    const isRemoved = isConfig(parameter(request, 'config'));
    const changed = changeKept(withWrittenFlows(realm), CONFIGS, isRemoved, () => undefined);
    return followInRealm(changed, { kind: 'authenticator config', from: String(alias), to: undefined });
  });
  return DONE;
}

const OF_EXECUTION = '/authentication/executions/:execution/config';
const CONFIG = '/authentication/config/:config';

export const AUTHENTICATOR_CONFIG_ROWS: readonly RealmRow[] = [
  changeRow('POST', OF_EXECUTION, MANAGE, 'Configure authenticator', create),
  viewRow(`${OF_EXECUTION}/:config`, VIEW, (request) => ok(maskSecrets(configInPath(request)))),
  viewRow(CONFIG, VIEW, (request) => ok(maskSecrets(configInPath(request)))),
  changeRow('PUT', CONFIG, MANAGE, 'Change configuration of authenticator', update),
  changeRow('DELETE', CONFIG, MANAGE, 'Remove configuration of authenticator', remove),
];
