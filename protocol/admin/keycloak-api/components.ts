// Components of a realm: keys can be created and changed, components of other kinds only viewed and removed.

import type {
  ComponentRepresentation,
  RealmRepresentation,
} from '#protocol/contract/realm-representation.ts';
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
import type { StoredRealm } from '#protocol/store/store.ts';
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

interface Place {
  readonly type: string;
  readonly component: ComponentRepresentation;
}

function* listPlaces({ components = {} }: Pick<RealmRepresentation, 'components'>): Iterable<Place> {
  for (const [type, list] of Object.entries(components))
    for (const component of list) yield { type, component };
}

function findPlace(request: RealmRequest): Place {
  const id = parameter(request, 'component');
  for (const place of listPlaces(request.realm.stored)) if (place.component.id === id) return place;
  throw notFound('Could not find component');
}

function toWire({ type, component }: Place, parentId: string): ComponentWire {
  const shown =
    type === KEY_PROVIDER ? { ...component, config: shownKeyConfig(component) } : maskedComponent(component);
  return { ...shown, providerType: type, parentId };
}

function list({ realm, exchange }: RealmRequest) {
  const wanted = (name: string): string | undefined => exchange.query.get(name) || undefined;
  const [type, parent, name] = [wanted('type'), wanted('parent'), wanted('name')];
  const isWanted = (place: Place): boolean =>
    (type === undefined || type === place.type) &&
    (name === undefined || name === place.component.name) &&
    (parent === undefined || parent === realm.id);
  const found = [...listPlaces(realm.stored)].filter(isWanted);
  return ok(found.map((place) => toWire(place, realm.id)));
}

function read(request: RealmRequest) {
  return ok(toWire(findPlace(request), request.realm.id));
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

async function create(request: RealmRequest) {
  const { realm, clocks, exchange } = request;
  const { providerType, parentId, ...input } = readObject<ComponentWire>(exchange.json, COMPONENT_WIRE, [
    'name',
    'providerId',
  ]);
  if (providerType !== KEY_PROVIDER) throw badRequest('Invalid provider type or no such provider');
  if (parentId !== undefined && parentId !== realm.id && parentId !== realm.name)
    throw badRequest('parentId must be the id of the realm');
  const now = clocks(realm.name).now();
  const filled = await asBadRequest(() => fillKeyComponent(input, { realmName: realm.name, now }));
  const component = { ...filled, id: input.id ?? createUuid() };
  await request.updateRealm((current) => {
    for (const place of listPlaces(current))
      if (place.component.id === component.id) throw conflict(`Component ${component.id} already exists`);
    const keys = current.components?.[KEY_PROVIDER] ?? [];
    return { ...current, components: { ...current.components, [KEY_PROVIDER]: [...keys, component] } };
  });
  return created(exchange, component.id);
}

function replaceComponent(
  realm: StoredRealm,
  { type, component }: Place,
  change: (current: ComponentRepresentation) => readonly ComponentRepresentation[],
): StoredRealm {
  const before = realm.components?.[type] ?? [];
  if (!before.some((each) => each.id === component.id)) throw notFound('Could not find component');
  const after = before.flatMap((each) => (each.id === component.id ? change(each) : [each]));
  return { ...realm, components: { ...realm.components, [type]: after } };
}

async function update(request: RealmRequest) {
  const place = findPlace(request);
  const sent = readObject<ComponentWire>(request.exchange.json, COMPONENT_WIRE);
  if (place.type !== KEY_PROVIDER)
    throw badRequest(
      `Only key components can be changed; components of type ${place.type} are stored without effect`,
    );
  const { realm, clocks } = request;
  const { component, reshaped } = changeKeyComponent(place.component, sent);
  await asBadRequest(() => checkKeyComponent(component));
  const owner = { realmName: realm.name, now: clocks(realm.name).now() };
  const filled = reshaped ? await asBadRequest(() => fillKeyComponent(component, owner)) : component;
  await request.updateRealm((current) => replaceComponent(current, place, () => [filled]));
  return DONE;
}

async function remove(request: RealmRequest) {
  const place = findPlace(request);
  await request.updateRealm((current) => replaceComponent(current, place, () => []));
  return DONE;
}

const VIEW = ['view-realm', 'manage-realm'] as const;
const MANAGE = ['manage-realm'] as const;

export const COMPONENT_ROWS: readonly RealmRow[] = [
  viewRow('/components', VIEW, list),
  changeRow('POST', '/components', MANAGE, 'Create component', create),
  viewRow('/components/:component', VIEW, read),
  changeRow('PUT', '/components/:component', MANAGE, 'Change component', update),
  changeRow('DELETE', '/components/:component', MANAGE, 'Remove component', remove),
];
