// The events that realms keep, as each realm's configuration says.
import type { Clock } from '#protocol/clock.ts';
import {
  type AdminEventWire,
  DEFAULT_EVENT_TYPES,
  type EventsConfigWire,
  type EventType,
  type UserEventWire,
} from '#protocol/contract/events.ts';
import type { RecordedExchange } from '#protocol/http/recorded-exchange.ts';
import type { Logger } from '#protocol/log/logger.ts';
import type { Realm } from '#protocol/realm/view/realm.ts';
import { viewRealm } from '#protocol/realm/view/view-realm.ts';
import type { Store, StoredRealm, UserSession } from '#protocol/store/store.ts';
import {
  attemptedUsername,
  describeExpiredSession,
  describeUserEvents,
  typeOf,
} from './describe-user-event.ts';
import { type UserEvent, userEventsOf } from './user-events.ts';

export interface RealmEventsDeps {
  readonly store: Pick<Store, 'realms' | 'users' | 'createRecordList'>;
  /** A realm's clock by the realm's name. */
  readonly clocks: (realmName: string) => Clock;
  readonly log: Logger;
}

/** What a snapshot keeps of a realm's events. */
export interface CapturedRealmEvents {
  /** Oldest first. */
  readonly users: readonly UserEventWire[];
  readonly admins: readonly AdminEventWire[];
}

export const NO_EVENTS: CapturedRealmEvents = { users: [], admins: [] };

export interface RealmEvents {
  /** Keeps the user events of an exchange that has ended, if its realm saves them. */
  record(recorded: RecordedExchange): void;
  /** Keeps a user event that an administrator has caused, if the realm saves it. */
  addUserEvent(realm: StoredRealm, event: UserEventWire): void;
  /** Keeps the event of a session that has expired, if the realm saves it. */
  addExpiredSession(realm: StoredRealm, session: Pick<UserSession, 'id' | 'userId'>): void;
  /** Keeps an admin event; the caller has checked that the realm saves admin events. */
  addAdminEvent(realm: StoredRealm, event: AdminEventWire): Promise<void>;
  /** Newest first; includes those of all exchanges that have ended. */
  listUserEvents(realm: StoredRealm): Promise<readonly UserEventWire[]>;
  /** Newest first. */
  listAdminEvents(realm: StoredRealm): Promise<readonly AdminEventWire[]>;
  clearUserEvents(realmId: string): Promise<void>;
  clearAdminEvents(realmId: string): Promise<void>;
  capture(realmId: string): Promise<CapturedRealmEvents>;
  restore(realmId: string, captured: CapturedRealmEvents): Promise<void>;
}

/** Keycloak's defaults. */
const DEFAULTS: EventsConfigWire = {
  eventsEnabled: false,
  eventsListeners: ['jboss-logging'],
  enabledEventTypes: [],
  adminEventsEnabled: false,
  adminEventsDetailsEnabled: false,
};

/** The configuration of a realm's events. */
export function eventsConfigOf({
  eventsEnabled = DEFAULTS.eventsEnabled,
  eventsExpiration,
  eventsListeners,
  enabledEventTypes = DEFAULTS.enabledEventTypes,
  adminEventsEnabled = DEFAULTS.adminEventsEnabled,
  adminEventsDetailsEnabled = DEFAULTS.adminEventsDetailsEnabled,
}: StoredRealm): EventsConfigWire {
  return {
    eventsEnabled,
    ...(eventsExpiration === undefined ? {} : { eventsExpiration }),
    eventsListeners: Array.isArray(eventsListeners) ? eventsListeners.map(String) : DEFAULTS.eventsListeners,
    enabledEventTypes,
    adminEventsEnabled,
    adminEventsDetailsEnabled,
  };
}

/** The types of user events that a realm keeps. */
export function enabledTypes({ enabledEventTypes = [] }: StoredRealm): readonly string[] {
  return enabledEventTypes.length === 0 ? DEFAULT_EVENT_TYPES : enabledEventTypes;
}

function keepsUserEvent(realm: StoredRealm, type: EventType): boolean {
  return realm.eventsEnabled === true && enabledTypes(realm).includes(type);
}

/** The time up to which events have expired; undefined: they do not expire. */
function expiredBefore(seconds: number | undefined, clock: Clock): number | undefined {
  return seconds === undefined || seconds <= 0 ? undefined : clock.now() - seconds * 1000;
}

/** What Keycloak's listener `jboss-logging` writes; refusals are warnings of category `http.refusal`. */
function logEvent(log: Logger, realm: string, event: UserEventWire): void {
  const { type, clientId, userId, sessionId, ipAddress, error, details, activityId } = event;
  log.debug(type, {
    ...details,
    realm,
    clientId,
    userId,
    sessionId,
    ipAddress,
    error,
    exchange: activityId,
  });
}

async function findUserId(
  users: RealmEventsDeps['store']['users'],
  { id }: Realm,
  recorded: RecordedExchange,
): Promise<string | undefined> {
  const username = attemptedUsername(recorded);
  if (username === undefined) return undefined;
  const found = await users.findByUsername(id, username);
  return (found ?? (await users.findByEmail(id, username)))?.id;
}

/** Runs work one after another. A failure is logged, because what caused the event has happened. */
function createQueue(log: Logger) {
  let last: Promise<void> = Promise.resolve();
  return {
    settled: () => last,
    enqueue(realm: string, work: () => Promise<void>): Promise<void> {
      last = last
        .then(work)
        .catch((error: unknown) => log.error('Event could not be kept', { realm }, error));
      return last;
    },
  };
}

export function createRealmEvents({ store, clocks, log }: RealmEventsDeps): RealmEvents {
  const users = store.createRecordList<UserEventWire>('user-event');
  const admins = store.createRecordList<AdminEventWire>('admin-event');
  // Users are looked up one after another, so that events stay in their order.
  const { enqueue, settled } = createQueue(log);

  /** Logs events, and keeps those that the realm saves. */
  async function add(realm: StoredRealm, events: readonly UserEventWire[]): Promise<void> {
    if (log.isEnabled('DEBUG')) for (const event of events) logEvent(log, realm.realm, event);
    await users.add(events.filter(({ type }) => keepsUserEvent(realm, type)));
  }

  async function addAll(
    recorded: RecordedExchange,
    events: readonly UserEvent[],
    realm: Realm,
    time: number,
  ) {
    const userId = await findUserId(store.users, realm, recorded);
    // The realm may have been removed meanwhile.
    if (store.realms.find(realm.name)?.id !== realm.id) return;
    const client = realm.clients.get(recorded.clientId ?? '');
    await add(realm.stored, [...describeUserEvents(recorded, events, { realm, client, userId, time })]);
  }

  return {
    record(recorded) {
      const { realmName } = recorded;
      const stored = realmName === undefined ? undefined : store.realms.find(realmName);
      const isLogged = log.isEnabled('DEBUG');
      if (stored === undefined || !(isLogged || stored.eventsEnabled === true)) return;
      const realm = viewRealm(stored);
      const events = userEventsOf(recorded, realm.clients.get(recorded.clientId ?? ''));
      const used = isLogged ? events : events.filter((event) => keepsUserEvent(stored, typeOf(event)));
      if (used.length === 0) return;
      const time = clocks(realm.name).now();
      void enqueue(realm.name, () => addAll(recorded, used, realm, time));
    },
    addUserEvent(realm, event) {
      void enqueue(realm.realm, () => add(realm, [event]));
    },
    addExpiredSession(realm, { id: sessionId, userId }) {
      const time = clocks(realm.realm).now();
      const event = describeExpiredSession(realm.id, { sessionId, userId, time });
      void enqueue(realm.realm, () => add(realm, [event]));
    },
    addAdminEvent: (realm, event) => enqueue(realm.realm, () => admins.add([event])),
    async listUserEvents(realm) {
      await settled();
      return users.list(realm.id, expiredBefore(realm.eventsExpiration, clocks(realm.realm)));
    },
    async listAdminEvents(realm) {
      await settled();
      const seconds = Number(realm.attributes?.['adminEventsExpiration'] ?? 0);
      return admins.list(realm.id, expiredBefore(seconds, clocks(realm.realm)));
    },
    async clearUserEvents(realmId) {
      await settled();
      await users.replace(realmId, []);
    },
    clearAdminEvents: (realmId) => admins.replace(realmId, []),
    async capture(realmId) {
      const captured = await Promise.all([users.list(realmId), admins.list(realmId)]);
      return { users: captured[0].toReversed(), admins: captured[1].toReversed() };
    },
    async restore(realmId, captured) {
      await Promise.all([users.replace(realmId, captured.users), admins.replace(realmId, captured.admins)]);
    },
  };
}
