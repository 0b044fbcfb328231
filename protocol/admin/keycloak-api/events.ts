// The configuration of a realm's events, as in the realm file. Events are not recorded; Activity shows what happened.

import { flag, integer, texts } from '#protocol/contract/settings/value-type.ts';
import type { Reply } from '#protocol/http/exchange.ts';
import { changeRow, DONE, ok, type RealmRequest, type RealmRow, viewRow } from '../admin-route.ts';
import { readObject } from '../members.ts';

const VIEW = ['view-events', 'manage-events'] as const;
const MANAGE = ['manage-events'] as const;

/** Keycloak's defaults. */
const DEFAULTS = {
  eventsEnabled: false,
  eventsListeners: ['jboss-logging'],
  enabledEventTypes: [],
  adminEventsEnabled: false,
  adminEventsDetailsEnabled: false,
};

const CONFIG_WIRE = {
  eventsEnabled: { type: flag },
  eventsExpiration: { type: integer },
  eventsListeners: { type: texts },
  enabledEventTypes: { type: texts },
  adminEventsEnabled: { type: flag },
  adminEventsDetailsEnabled: { type: flag },
};

type EventsConfig = Readonly<Record<string, unknown>>;

/** The members of an object that belong to the configuration of events. */
function pickConfig(source: EventsConfig): EventsConfig {
  return Object.fromEntries(Object.entries(source).filter(([member]) => Object.hasOwn(CONFIG_WIRE, member)));
}

function read({ realm }: RealmRequest): Reply {
  return ok({ ...DEFAULTS, ...pickConfig(realm.stored) });
}

async function update(request: RealmRequest): Promise<Reply> {
  const config = pickConfig(readObject<EventsConfig>(request.exchange.json, CONFIG_WIRE));
  await request.updateRealm((realm) => ({ ...realm, ...config }));
  return DONE;
}

/** Rows of one kind of event: there are none to show, and none to remove. */
function unrecorded(path: string, title: string): readonly RealmRow[] {
  return [viewRow(path, VIEW, () => ok([])), changeRow('DELETE', path, MANAGE, title, () => DONE)];
}

export const EVENT_ROWS: readonly RealmRow[] = [
  viewRow('/events/config', VIEW, read),
  changeRow('PUT', '/events/config', MANAGE, 'Change configuration of events', update),
  ...unrecorded('/events', 'Remove events'),
  ...unrecorded('/admin-events', 'Remove admin events'),
];
