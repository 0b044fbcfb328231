// Keeps an admin event for each change that an administrator makes, if the realm saves admin events.
import type { AdminEventWire, OperationType, ResourceType } from '#protocol/contract/events.ts';
import { createUuid } from '#protocol/crypto/identifiers.ts';
import type { RealmEvents } from '#protocol/events/realm-events.ts';
import type { Exchange, Reply } from '#protocol/http/exchange.ts';
import { maskJson, MASK as SHOWN_MASK } from '#protocol/http/masking.ts';
import type { RealmClocks } from '#protocol/realm/realm-clocks.ts';
import type { RealmStore, StoredRealm } from '#protocol/store/store.ts';
import { adminEventKind } from './admin-event-table.ts';
import type { Administrator } from './administrator.ts';
import { maskSecrets, MASK as SENT_MASK } from './keycloak-api/realm-secrets.ts';

/** Keycloak cuts nothing; here, longer representations are left out. In characters. */
const MAX_REPRESENTATION = 64 * 1024;

/** A change as a row of the admin API has made it. */
export interface AdminChange {
  readonly exchange: Exchange;
  readonly administrator: Administrator;
  readonly clocks: RealmClocks;
  readonly events: Pick<RealmEvents, 'addAdminEvent' | 'addUserEvent'>;
  readonly row: { readonly method: string; readonly path: string };
  readonly reply: Reply;
}

type Made = Pick<AdminEventWire, 'operationType' | 'resourceType' | 'resourcePath'>;

/** The path of a row with the values of the request, without the slash in front. */
function fillPath(path: string, { pathParameters }: Exchange): string {
  return path.slice(1).replace(/:(\w+)/g, (_whole, name: string) => pathParameters[name] ?? '');
}

/** The last segment of the new resource's address; undefined if the reply has no Location. */
function createdSegment({ status, headers }: Reply): string | undefined {
  const location = headers?.['location'];
  if (status !== 201 || typeof location !== 'string') return undefined;
  return decodeURIComponent(location.slice(location.lastIndexOf('/') + 1));
}

/** What a partial import has created or replaced; Keycloak reports each with an event of its own. */
function importedParts({ body }: Reply): readonly Made[] {
  const { results = [] } = JSON.parse(String(body)) as {
    readonly results?: readonly { action: string; resourceType: string; id?: string; resourceName: string }[];
  };
  const operations: Readonly<Record<string, OperationType>> = { ADDED: 'CREATE', OVERWRITTEN: 'UPDATE' };
  return results.flatMap(({ action, resourceType, id, resourceName }) => {
    const operationType = operations[action];
    const kind = IMPORTED[resourceType];
    if (operationType === undefined || kind === undefined) return [];
    const segment = kind.byName === true ? resourceName : (id ?? resourceName);
    return [{ operationType, resourceType: kind.type, resourcePath: `${kind.path}/${segment}` }];
  });
}

interface ImportedKind {
  readonly type: ResourceType;
  readonly path: string;
  readonly byName?: true;
}

/** By the names in the answer to a partial import. */
const IMPORTED: Readonly<Record<string, ImportedKind>> = {
  USER: { type: 'USER', path: 'users' },
  CLIENT: { type: 'CLIENT', path: 'clients' },
  GROUP: { type: 'GROUP', path: 'groups' },
  IDP: { type: 'IDENTITY_PROVIDER', path: 'identity-provider/instances', byName: true },
  REALM_ROLE: { type: 'REALM_ROLE', path: 'roles', byName: true },
  CLIENT_ROLE: { type: 'CLIENT_ROLE', path: 'roles', byName: true },
};

function listMade({ exchange, row, reply }: AdminChange): readonly Made[] {
  if (row.path === '/partialImport') return importedParts(reply);
  const kind = adminEventKind(row.method, row.path);
  if (kind === undefined) return [];
  const segment = createdSegment(reply);
  const path = fillPath(row.path, exchange);
  const resourcePath = segment === undefined ? path : `${path}/${segment}`;
  return [
    {
      operationType: kind.operation,
      resourceType: kind.resource,
      ...(resourcePath === '' ? {} : { resourcePath }),
    },
  ];
}

/** What was sent, as JSON text without secrets; undefined if there is nothing to show. */
function representationOf({ json }: Exchange): string | undefined {
  if (json === undefined) return undefined;
  const text = JSON.stringify(maskJson(maskSecrets(json))).replaceAll(SHOWN_MASK, SENT_MASK);
  return text.length > MAX_REPRESENTATION ? undefined : text;
}

/** The realm as it is after the change, whatever its name; undefined if it is gone. */
function findAfter(realms: Pick<RealmStore, 'find' | 'list'>, { id, realm }: StoredRealm) {
  const found = realms.find(realm);
  return found?.id === id ? found : realms.list().find((each) => each.id === id);
}

/** Compat: an impersonation is an event of the user, not of the administrator. */
function addImpersonation(change: AdminChange, realm: StoredRealm): void {
  const { exchange, administrator, clocks, events } = change;
  events.addUserEvent(realm, {
    id: createUuid(),
    time: clocks(realm.realm).now(),
    type: 'IMPERSONATE',
    realmId: realm.id,
    userId: exchange.pathParameters['user'] ?? '',
    ipAddress: exchange.remoteAddress,
    details: { impersonator_realm: administrator.realm.name, impersonator: administrator.username },
    activityId: exchange.id,
  });
}

/** `before` is the realm as it was when the request came. Refused changes leave no event, as in Keycloak. */
export async function recordAdminChange(
  change: AdminChange,
  realms: Pick<RealmStore, 'find' | 'list'>,
  before: StoredRealm,
): Promise<void> {
  const { exchange, administrator, clocks, events, row, reply } = change;
  if (reply.status >= 400) return;
  if (row.path === '/users/:user/impersonation') addImpersonation(change, before);
  const after = findAfter(realms, before);
  // Compat: switching admin events on or off is an event, too.
  if (after === undefined || !(after.adminEventsEnabled === true || before.adminEventsEnabled === true))
    return;
  const { clientUuid, userId, realm } = administrator;
  const representation = after.adminEventsDetailsEnabled === true ? representationOf(exchange) : undefined;
  for (const made of listMade(change))
    await events.addAdminEvent(after, {
      id: createUuid(),
      time: clocks(after.realm).now(),
      realmId: after.id,
      authDetails: {
        realmId: realm.id,
        ...(clientUuid === undefined ? {} : { clientId: clientUuid }),
        userId,
        ipAddress: exchange.remoteAddress,
      },
      ...made,
      ...(representation === undefined ? {} : { representation }),
      activityId: exchange.id,
    });
}
