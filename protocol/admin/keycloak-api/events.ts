// User events and admin events of a realm, and their configuration.
import { EVENT_TYPES, OPERATION_TYPES, RESOURCE_TYPES } from '#protocol/contract/events.ts';
import { flag, integer, texts } from '#protocol/contract/settings/value-type.ts';
import { enabledTypes, eventsConfigOf } from '#protocol/events/realm-events.ts';
import type { Exchange, Reply } from '#protocol/http/exchange.ts';
import type { StoredRealm } from '#protocol/store/store.ts';
import { badRequest } from '../admin-error.ts';
import { changeRow, DONE, ok, type RealmRequest, type RealmRow, slicePage, viewRow } from '../admin-route.ts';
import { readObject } from '../members.ts';
import { readChoices, readDay, readDirection } from './event-filters.ts';

const VIEW = ['view-events', 'manage-events'] as const;
const MANAGE = ['manage-events'] as const;

const CONFIG_WIRE = {
  eventsEnabled: { type: flag },
  eventsExpiration: { type: integer },
  eventsListeners: { type: texts },
  enabledEventTypes: { type: texts },
  adminEventsEnabled: { type: flag },
  adminEventsDetailsEnabled: { type: flag },
};

const DEFAULT_MAX = 100;

type EventsConfig = Pick<StoredRealm, keyof typeof CONFIG_WIRE>;

/** Compat: a realm that chooses no types has the list of those that are kept. */
function readConfig({ realm: { stored } }: RealmRequest): Reply {
  return ok({ ...eventsConfigOf(stored), enabledEventTypes: enabledTypes(stored) });
}

async function updateConfig(request: RealmRequest): Promise<Reply> {
  const sent = readObject<EventsConfig>(request.exchange.json, CONFIG_WIRE);
  const config = Object.fromEntries(
    Object.entries(sent).filter(([member]) => Object.hasOwn(CONFIG_WIRE, member)),
  );
  const unknown = sent.enabledEventTypes?.find((type) => !EVENT_TYPES.some((known) => known === type));
  if (unknown !== undefined) throw badRequest(`enabledEventTypes: there is no event type "${unknown}"`);
  await request.updateRealm((realm) => ({ ...realm, ...config }));
  return DONE;
}

/** Whether a value is the one of a parameter; absent and empty parameters fit everything. */
function fits(exchange: Exchange, parameter: string, value: string | undefined): boolean {
  const wanted = exchange.query.get(parameter) ?? '';
  return wanted === '' || wanted === value;
}

/** Compat: `*` stands for any text. */
function fitsPath(pattern: string, path: string): boolean {
  const parts = pattern.split('*').map((part) => part.replaceAll(/[\\^$.|?+()[\]{}]/g, '\\$&'));
  return pattern === '' || new RegExp(`^${parts.join('.*')}$`, 's').test(path);
}

function readPeriod(exchange: Exchange): (event: { readonly time: number }) => boolean {
  const from = readDay(exchange, 'dateFrom', 'start');
  const to = readDay(exchange, 'dateTo', 'end');
  return ({ time }) => time >= from && time <= to;
}

/** The requested page of events that are newest first. */
function pageOf<Event>(exchange: Exchange, newestFirst: readonly Event[]): Reply {
  const isOldestFirst = readDirection(exchange) === 'asc';
  return ok(slicePage(exchange, isOldestFirst ? newestFirst.toReversed() : newestFirst, DEFAULT_MAX));
}

async function listUserEvents({ exchange, realm, events }: RealmRequest): Promise<Reply> {
  const types = readChoices(exchange, 'type', EVENT_TYPES);
  const isInPeriod = readPeriod(exchange);
  const all = await events.listUserEvents(realm.stored);
  const found = all.filter(
    (event) =>
      (types.length === 0 || types.includes(event.type)) &&
      isInPeriod(event) &&
      fits(exchange, 'client', event.clientId) &&
      fits(exchange, 'user', event.userId) &&
      fits(exchange, 'ipAddress', event.ipAddress),
  );
  return pageOf(exchange, found);
}

async function listAdminEvents({ exchange, realm, events }: RealmRequest): Promise<Reply> {
  const operations = readChoices(exchange, 'operationTypes', OPERATION_TYPES);
  const resources = readChoices(exchange, 'resourceTypes', RESOURCE_TYPES);
  const isInPeriod = readPeriod(exchange);
  const path = exchange.query.get('resourcePath') ?? '';
  const all = await events.listAdminEvents(realm.stored);
  const found = all.filter((event) => {
    const { authDetails } = event;
    return (
      (operations.length === 0 || operations.includes(event.operationType)) &&
      (resources.length === 0 || resources.includes(event.resourceType)) &&
      isInPeriod(event) &&
      fits(exchange, 'authRealm', authDetails.realmId) &&
      fits(exchange, 'authClient', authDetails.clientId) &&
      fits(exchange, 'authUser', authDetails.userId) &&
      fits(exchange, 'authIpAddress', authDetails.ipAddress) &&
      fitsPath(path, event.resourcePath ?? '')
    );
  });
  return pageOf(exchange, found);
}

async function clearUserEvents({ realm, events }: RealmRequest): Promise<Reply> {
  await events.clearUserEvents(realm.id);
  return DONE;
}

async function clearAdminEvents({ realm, events }: RealmRequest): Promise<Reply> {
  await events.clearAdminEvents(realm.id);
  return DONE;
}

export const EVENT_ROWS: readonly RealmRow[] = [
  viewRow('/events/config', VIEW, readConfig),
  changeRow('PUT', '/events/config', MANAGE, 'Change configuration of events', updateConfig),
  viewRow('/events', VIEW, listUserEvents),
  changeRow('DELETE', '/events', MANAGE, 'Clear user events', clearUserEvents),
  viewRow('/admin-events', VIEW, listAdminEvents),
  changeRow('DELETE', '/admin-events', MANAGE, 'Clear admin events', clearAdminEvents),
];
