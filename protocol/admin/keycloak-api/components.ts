// Components of a realm: keys take effect; user directories and the like are kept as they are.

import type { ComponentRepresentation } from '#protocol/contract/realm-representation.ts';
import { KEY_PROVIDER } from '#protocol/contract/settings/component.ts';
import { COMPONENT_SETTINGS } from '#protocol/contract/settings/shared.ts';
import { name, text } from '#protocol/contract/settings/value-type.ts';
import { createUuid } from '#protocol/crypto/identifiers.ts';
import {
  changeKeyComponent,
  checkKeyComponent,
  fillKeyComponent,
  KeyComponentError,
  shownKeyConfig,
} from '#protocol/crypto/key-components.ts';
import { badRequest, conflict, invalid, notFound } from '../admin-error.ts';
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
import {
  addComponent,
  editComponent,
  findComponent,
  listComponents,
  type PlacedComponent,
} from './component-tree.ts';
import { keepSecrets } from './realm-secrets.ts';
import { maskedComponent } from './realm-settings.ts';

/** What this endpoint accepts besides a component's own members. */
const COMPONENT_WIRE = {
  ...COMPONENT_SETTINGS,
  name: { type: name },
  providerType: { type: text },
  parentId: { type: text },
};

/** A component as this endpoint shows and accepts it: with its provider type and its parent, the realm. */
interface ComponentWire extends ComponentRepresentation {
  providerType?: string;
  parentId?: string;
}

/** @throws {AdminError} 404. */
function findPlace(request: RealmRequest): PlacedComponent {
  const place = findComponent(request.realm.stored, parameter(request, 'component'));
  if (place === undefined) throw notFound('Could not find component');
  return place;
}

function toWire({ type, component, parentId }: PlacedComponent): ComponentWire {
  const { subComponents, ...own } = component;
  const shown = type === KEY_PROVIDER ? { ...own, config: shownKeyConfig(component) } : maskedComponent(own);
  return { ...shown, providerType: type, parentId };
}

function list({ realm, exchange }: RealmRequest) {
  const wanted = (name: string): string | undefined => exchange.query.get(name) || undefined;
  const [type, parent, name] = [wanted('type'), wanted('parent'), wanted('name')];
  const isWanted = (place: PlacedComponent): boolean =>
    (type === undefined || type === place.type) &&
    (name === undefined || name === place.component.name) &&
    (parent === undefined || parent === place.parentId);
  return ok(listComponents(realm.stored).filter(isWanted).map(toWire));
}

function read(request: RealmRequest) {
  return ok(toWire(findPlace(request)));
}

/** Turns errors of key components into 400 responses. */
async function asBadRequest<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof KeyComponentError) throw invalid(error.message);
    throw error;
  }
}

type Config = Readonly<Record<string, string[]>>;

/** Compat: settings that are not sent stay, those that are sent empty go. */
function mergeConfig(stored: Config, sent: Config): Record<string, string[]> {
  const merged = new Map(Object.entries(stored));
  for (const [name, values] of Object.entries(sent)) {
    const filled = values.filter((value) => value.trim() !== '');
    if (filled.length === 0) merged.delete(name);
    else merged.set(name, filled);
  }
  return Object.fromEntries(merged);
}

/** A component without effect here, as it was sent; a mask is no secret. */
function keptComponent(
  current: ComponentRepresentation,
  sent: Partial<ComponentRepresentation>,
): ComponentRepresentation {
  const changes = keepSecrets(current, sent) as Partial<ComponentRepresentation>;
  return { ...current, ...changes, config: mergeConfig(current.config ?? {}, changes.config ?? {}) };
}

/** The parent of a new component: the realm, by its id or name, or a component. @throws {AdminError} 400. */
function readParent({ realm }: RealmRequest, type: string, parentId: string | undefined): string {
  if (parentId === undefined || parentId === realm.id || parentId === realm.name) return realm.id;
  if (type === KEY_PROVIDER) throw badRequest('parentId must be the id of the realm');
  if (findComponent(realm.stored, parentId) !== undefined) return parentId;
  throw badRequest('parentId must be the id of the realm or of a component');
}

async function create(request: RealmRequest) {
  const { realm, clocks, exchange } = request;
  const { providerType, parentId, ...input } = readObject<ComponentWire>(exchange.json, COMPONENT_WIRE, [
    'name',
    'providerId',
  ]);
  if (providerType === undefined || providerType === '')
    throw badRequest('Invalid provider type or no such provider');
  const parent = readParent(request, providerType, parentId);
  const now = clocks(realm.name).now();
  const filled =
    providerType === KEY_PROVIDER
      ? await asBadRequest(() => fillKeyComponent(input, { realmName: realm.name, now }))
      : keptComponent({ providerId: input.providerId }, input);
  const component = { ...filled, id: input.id ?? createUuid() };
  await request.updateRealm((current) => {
    if (findComponent(current, component.id) !== undefined)
      throw conflict(`Component ${component.id} already exists`);
    return addComponent(current, { type: providerType, component, parentId: parent });
  });
  return created(exchange, component.id);
}

/** Replaces a component unless it was removed in the meantime. @throws {AdminError} 404. */
async function replace(
  request: RealmRequest,
  { component: { id = '' } }: PlacedComponent,
  change: (current: ComponentRepresentation) => ComponentRepresentation | undefined,
): Promise<void> {
  await request.updateRealm((realm) => {
    if (findComponent(realm, id) === undefined) throw notFound('Could not find component');
    return editComponent(realm, id, change);
  });
}

async function updateKey(request: RealmRequest, place: PlacedComponent, sent: ComponentRepresentation) {
  const { realm, clocks } = request;
  const { component, reshaped } = changeKeyComponent(place.component, sent);
  await asBadRequest(() => checkKeyComponent(component));
  const owner = { realmName: realm.name, now: clocks(realm.name).now() };
  const filled = reshaped ? await asBadRequest(() => fillKeyComponent(component, owner)) : component;
  await replace(request, place, () => filled);
}

async function update(request: RealmRequest) {
  const place = findPlace(request);
  const sent = readObject<ComponentWire>(request.exchange.json, COMPONENT_WIRE);
  if (place.type === KEY_PROVIDER) await updateKey(request, place, sent);
  else {
    const { id, providerType, parentId, ...changes } = sent;
    await replace(request, place, (current) => keptComponent(current, changes));
  }
  return DONE;
}

async function remove(request: RealmRequest) {
  const place = findPlace(request);
  await replace(request, place, () => undefined);
  return DONE;
}

const VIEW = ['view-realm', 'manage-realm'] as const;
const MANAGE = ['manage-realm'] as const;

/** The types of components below one: those of user directories and extensions, which do not run here. */
function listSubTypes(request: RealmRequest) {
  if (findComponent(request.realm.stored, parameter(request, 'component')) === undefined)
    throw notFound('Could not find parent component');
  if ((request.exchange.query.get('type') ?? '') === '') throw badRequest('must specify a subtype');
  return ok([]);
}

export const COMPONENT_ROWS: readonly RealmRow[] = [
  viewRow('/components', VIEW, list),
  changeRow('POST', '/components', MANAGE, 'Create component', create),
  viewRow('/components/:component', VIEW, read),
  changeRow('PUT', '/components/:component', MANAGE, 'Change component', update),
  changeRow('DELETE', '/components/:component', MANAGE, 'Remove component', remove),
  viewRow('/components/:component/sub-component-types', VIEW, listSubTypes),
];
