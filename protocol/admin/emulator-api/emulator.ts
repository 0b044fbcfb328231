// Understudy's own paths under /emulator/v1: server, Activity, realm clocks, sample applications.
import type { ActivityRecorder } from '#protocol/activity/activity-recorder.ts';
import { type MovableClock, toIsoText } from '#protocol/clock.ts';
import type { ActivityOutcome } from '#protocol/contract/activity.ts';
import type {
  ClockWire,
  NamedUserWire,
  RealmOutOfServiceWire,
  RealmOverviewWire,
  ServerInfoWire,
} from '#protocol/contract/admin-api.ts';
import { ONE_CLICK_ATTRIBUTE } from '#protocol/contract/server-attributes.ts';
import { integer } from '#protocol/contract/settings/value-type.ts';
import type { Reply } from '#protocol/http/exchange.ts';
import { type DemoPasswords, MAX_NAMED_USERS } from '#protocol/realm/users/demo-passwords.ts';
import { displayName } from '#protocol/realm/users/users.ts';
import {
  type RealmOutOfService,
  RealmOutOfServiceError,
  type StoredRealm,
  type StoredUser,
} from '#protocol/store/store.ts';
import { badRequest, notFound, unreadable } from '../admin-error.ts';
import {
  type AdminRequest,
  DONE,
  emulatorRow,
  namedRealm,
  ok,
  parameter,
  readSwitch,
  type ServerRow,
} from '../admin-route.ts';
import { checkIsAdministrator } from '../administrator.ts';
import { readObject } from '../members.ts';
import { activityStreamReply } from './activity-stream.ts';
import { placeApplication, readApplicationSettings } from './application-settings.ts';
import { describeMapperTypes } from './protocol-mapper-types.ts';
import {
  isSampleApplicationId,
  SAMPLE_APPLICATIONS,
  type SampleApplicationId,
  type SampleApplications,
} from './sample-applications.ts';

/** Facts about the server; URLs and realms are added per request. */
export type ServerFacts = Pick<ServerInfoWire, 'version' | 'addresses' | 'features' | 'dataDir' | 'runtime'>;

export interface EmulatorDeps {
  readonly activity: ActivityRecorder;
  readonly applications: SampleApplications;
  /** Passwords from realm files, shown on Overview. */
  readonly demoPasswords: DemoPasswords;
  readonly serverInfo: () => ServerFacts;
}

const OUTCOMES: readonly ActivityOutcome[] = ['accepted', 'refused', 'asked', 'failed'];
const MAX_LIMIT = 2000;
/** How far a realm's clock can be moved, in milliseconds: a hundred years. */
const MAX_OFFSET_MS = 100 * 365 * 24 * 60 * 60 * 1000;

async function namedUser(
  realm: StoredRealm,
  user: StoredUser,
  { demoPasswords }: EmulatorDeps,
): Promise<NamedUserWire> {
  const password = await demoPasswords.find(realm.realm, user);
  const roles = (user.realmRoles ?? []).filter((role) => !role.startsWith('default-roles-'));
  return {
    username: user.username,
    name: displayName(user),
    ...(password === undefined ? {} : { password }),
    roles,
  };
}

async function namedUsers(
  request: AdminRequest,
  realm: StoredRealm,
  deps: EmulatorDeps,
): Promise<NamedUserWire[]> {
  if (realm.attributes?.[ONE_CLICK_ATTRIBUTE] !== 'true') return [];
  const users = await request.store.users.list(realm.id);
  const named: StoredUser[] = [];
  for (const user of users) {
    if (named.length === MAX_NAMED_USERS) break;
    if (user.serviceAccountClientId === undefined && user.enabled !== false) named.push(user);
  }
  return Promise.all(named.map((user) => namedUser(realm, user, deps)));
}

function issuerOf(request: AdminRequest, realmName: string): string {
  return `${request.exchange.baseUrl}/realms/${encodeURIComponent(realmName)}`;
}

async function overview(
  request: AdminRequest,
  realm: StoredRealm,
  deps: EmulatorDeps,
): Promise<RealmOverviewWire> {
  const issuer = issuerOf(request, realm.realm);
  return {
    realm: realm.realm,
    displayName: realm.displayName ?? realm.realm,
    issuer,
    discovery: `${issuer}/.well-known/openid-configuration`,
    clockOffsetMs: request.clocks(realm.realm).offsetMs,
    namedUsers: await namedUsers(request, realm, deps),
  };
}

/** Undefined for a realm whose users turn out to be damaged. */
async function overviewIfServed(
  request: AdminRequest,
  realm: StoredRealm,
  deps: EmulatorDeps,
): Promise<RealmOverviewWire | undefined> {
  try {
    return await overview(request, realm, deps);
  } catch (error) {
    if (error instanceof RealmOutOfServiceError) return undefined;
    throw error;
  }
}

function outOfServiceWire({ realm, path, problem }: RealmOutOfService): RealmOutOfServiceWire {
  return { ...(realm === undefined ? {} : { realm }), path, problem };
}

async function server(request: AdminRequest, deps: EmulatorDeps): Promise<Reply> {
  const { store } = request;
  const realms = await Promise.all(
    store.realms.list().map((realm) => overviewIfServed(request, realm, deps)),
  );
  const { version, addresses, features, dataDir, runtime } = deps.serverInfo();
  const info: ServerInfoWire = {
    product: 'Understudy',
    version,
    baseUrl: request.exchange.baseUrl,
    addresses,
    features,
    dataDir,
    runtime,
    realms: realms.filter((realm) => realm !== undefined),
    outOfService: store.realms.listOutOfService().map(outOfServiceWire),
  };
  return ok(info);
}

function readLimit(request: AdminRequest): number {
  const limit = request.exchange.query.get('limit') ?? '200';
  if (!/^\d{1,4}$/.test(limit) || Number(limit) < 1 || Number(limit) > MAX_LIMIT)
    throw badRequest(`limit must be a whole number from 1 to ${MAX_LIMIT}`);
  return Number(limit);
}

function readOutcome(request: AdminRequest): ActivityOutcome | undefined {
  const value = request.exchange.query.get('outcome');
  if (value === undefined || value === '') return undefined;
  const outcome = OUTCOMES.find((known) => known === value);
  if (outcome === undefined) throw badRequest(`outcome must be one of ${OUTCOMES.join(', ')}`);
  return outcome;
}

function activityList(request: AdminRequest, activity: ActivityRecorder): Reply {
  const { query } = request.exchange;
  const page = activity.list({
    realm: query.get('realm'),
    flow: query.get('flow'),
    text: query.get('text'),
    before: query.get('before'),
    since: query.get('since'),
    outcome: readOutcome(request),
    limit: readLimit(request),
  });
  return ok(page);
}

function activityRecord(request: AdminRequest, activity: ActivityRecorder): Reply {
  const record = activity.find(parameter(request, 'id'), {
    reveal: readSwitch(request.exchange, 'reveal') === true,
  });
  if (record === undefined) throw notFound('Exchange not found: it was cleared or replaced by newer ones');
  return ok(record);
}

function clockWire(clock: MovableClock): ClockWire {
  return { offsetMs: clock.offsetMs, now: toIsoText(clock.now()) };
}

function moveClock(request: AdminRequest): Reply {
  const realm = namedRealm(request);
  const { offsetMs } = readObject<{ offsetMs: number }>(
    request.exchange.json,
    { offsetMs: { type: integer } },
    ['offsetMs'],
  );
  if (Math.abs(offsetMs) > MAX_OFFSET_MS)
    throw unreadable(
      `offsetMs must be a whole number of milliseconds from -${MAX_OFFSET_MS} to ${MAX_OFFSET_MS}`,
    );
  const clock = request.clocks(realm.realm);
  clock.setOffsetMs(offsetMs);
  return ok(clockWire(clock));
}

function readApplication(request: AdminRequest): SampleApplicationId {
  const id = parameter(request, 'id');
  if (!isSampleApplicationId(id))
    throw notFound(`Application not found; use one of: ${Object.keys(SAMPLE_APPLICATIONS).join(', ')}`);
  return id;
}

async function startApplication(request: AdminRequest, applications: SampleApplications): Promise<Reply> {
  const realm = namedRealm(request);
  const id = readApplication(request);
  const { store } = request;
  const settings = readApplicationSettings(realm, id, issuerOf(request, realm.realm));
  const shown = await applications.start(realm.realm, id, settings);
  const { url } = shown;
  if (url !== undefined && placeApplication(realm, id, url) !== undefined)
    await store.realms.update(realm.realm, (current) => placeApplication(current, id, url) ?? current);
  return ok(shown);
}

async function stopApplication(request: AdminRequest, applications: SampleApplications): Promise<Reply> {
  const realm = namedRealm(request);
  return ok(await applications.stop(realm.realm, readApplication(request)));
}

/** Keycloak's own server info, from which clients read the version. */
function serverInfo(request: AdminRequest, deps: EmulatorDeps): Reply {
  checkIsAdministrator(request.administrator, request.exchange);
  const { version } = deps.serverInfo();
  // Compat: libraries derive from this version which paths exist; we follow the latest 26.x.
  return ok({
    systemInfo: { version: '26.7.4', product: `Understudy ${version}` },
    profileInfo: { disabledFeatures: [], previewFeatures: [], experimentalFeatures: [] },
    protocolMapperTypes: describeMapperTypes(),
  });
}

export function createEmulatorRows(deps: EmulatorDeps): readonly ServerRow[] {
  const { activity, applications } = deps;
  return [
    {
      method: 'GET',
      path: '/admin/serverinfo',
      needs: 'any',
      handle: (request) => serverInfo(request, deps),
    },
    emulatorRow('GET', '/server', (request) => server(request, deps)),
    emulatorRow('GET', '/activity', (request) => activityList(request, activity)),
    emulatorRow('DELETE', '/activity', () => {
      activity.clear();
      return DONE;
    }),
    emulatorRow('POST', '/activity/seen', () => {
      activity.markSeen();
      return DONE;
    }),
    emulatorRow('GET', '/activity/stream', (request) => activityStreamReply(request, activity)),
    emulatorRow('GET', '/activity/:id', (request) => activityRecord(request, activity)),
    emulatorRow('GET', '/realms/:realm/clock', (request) =>
      ok(clockWire(request.clocks(namedRealm(request).realm))),
    ),
    emulatorRow('PUT', '/realms/:realm/clock', moveClock),
    emulatorRow('GET', '/realms/:realm/applications', (request) =>
      ok(applications.list(namedRealm(request).realm)),
    ),
    emulatorRow('POST', '/realms/:realm/applications/:id', (request) =>
      startApplication(request, applications),
    ),
    emulatorRow('DELETE', '/realms/:realm/applications/:id', (request) =>
      stopApplication(request, applications),
    ),
  ];
}
