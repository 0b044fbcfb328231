// Understudy's own paths under /emulator/v1: server, Activity, sample applications.
import type { ActivityRecorder } from '#protocol/activity/activity-recorder.ts';
import { toIsoText } from '#protocol/clock.ts';
import type {
  NamedUserWire,
  RealmOutOfServiceWire,
  RealmOverviewWire,
  SampleApplicationWire,
  ServerInfoWire,
} from '#protocol/contract/admin-api.ts';
import { ONE_CLICK_ATTRIBUTE } from '#protocol/contract/server-attributes.ts';
import type { Reply } from '#protocol/http/exchange.ts';
import { type DemoPasswords, MAX_NAMED_USERS } from '#protocol/realm/users/demo-passwords.ts';
import { displayName } from '#protocol/realm/users/users.ts';
import {
  type RealmOutOfService,
  RealmOutOfServiceError,
  type StoredRealm,
  type StoredUser,
} from '#protocol/store/store.ts';
import { notFound } from '../admin-error.ts';
import { type AdminRequest, DONE, ok } from '../admin-route.ts';
import type { EmulatorHandlers, EmulatorRequest } from '../emulator-route.ts';
import { describeCertificates } from '../keycloak-api/client-certificates.ts';
import { activityStreamReply } from './activity-stream.ts';
import { explainUnavailable, placeApplication, readApplicationSettings } from './application-settings.ts';
import { readOpenApi } from './openapi.ts';
import {
  isSampleApplicationId,
  SAMPLE_APPLICATIONS,
  type SampleApplicationId,
} from './sample-applications.ts';
import type { SharedApplications } from './shared-applications.ts';

/** Facts about the server; URLs and realms are added per request. */
export type ServerFacts = Pick<
  ServerInfoWire,
  'version' | 'addresses' | 'features' | 'dataDir' | 'store' | 'runtime'
>;

export interface EmulatorDeps {
  readonly activity: ActivityRecorder;
  readonly applications: SharedApplications;
  /** Passwords from realm files, shown on Overview. */
  readonly demoPasswords: DemoPasswords;
  readonly serverInfo: () => ServerFacts;
}

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
  const query = { isServiceAccount: false, enabled: true };
  const named = await request.store.users.search(realm.id, query, { first: 0, max: MAX_NAMED_USERS });
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
  const clock = request.clocks(realm.realm);
  return {
    realm: realm.realm,
    displayName: realm.displayName ?? realm.realm,
    issuer,
    discovery: `${issuer}/.well-known/openid-configuration`,
    clockOffsetMs: clock.offsetMs,
    ...(clock.isFrozen ? { clockFrozenAt: toIsoText(clock.now()) } : {}),
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
  const { version, addresses, features, dataDir, store: stateStore, runtime } = deps.serverInfo();
  const info: ServerInfoWire = {
    product: 'Understudy',
    version,
    baseUrl: request.exchange.baseUrl,
    addresses,
    features,
    dataDir,
    store: stateStore,
    runtime,
    realms: realms.filter((realm) => realm !== undefined),
    outOfService: store.realms.listOutOfService().map(outOfServiceWire),
  };
  return ok(info);
}

async function activityRecord(
  { path, query }: EmulatorRequest<'GET /activity/{id}'>,
  activity: ActivityRecorder,
): Promise<Reply> {
  await activity.sync();
  const record = activity.find(path.id, query);
  if (record === undefined) throw notFound('Exchange not found: it was cleared or replaced by newer ones');
  return ok(record);
}

function checkApplicationId(id: string): SampleApplicationId {
  if (!isSampleApplicationId(id))
    throw notFound(`Application not found; use one of: ${Object.keys(SAMPLE_APPLICATIONS).join(', ')}`);
  return id;
}

async function listApplications(
  realm: StoredRealm,
  applications: SharedApplications,
): Promise<readonly SampleApplicationWire[]> {
  return (await applications.list(realm.realm)).map((row) => {
    const unavailable = explainUnavailable(realm, checkApplicationId(row.id));
    return unavailable === undefined ? row : { ...row, unavailable };
  });
}

async function startApplication(
  request: EmulatorRequest<'POST /realms/{realm}/applications/{id}'>,
  applications: SharedApplications,
): Promise<Reply> {
  const { store, realm, path } = request;
  const id = checkApplicationId(path.id);
  const settings = readApplicationSettings(realm, id, issuerOf(request, realm.realm));
  const shown = await applications.start(realm.realm, id, settings);
  const { url } = shown;
  if (url !== undefined && placeApplication(realm, id, url) !== undefined)
    await store.realms.update(realm.realm, (current) => placeApplication(current, id, url) ?? current);
  return ok(shown);
}

export function createServerHandlers(deps: EmulatorDeps): EmulatorHandlers<'server'> {
  return {
    'GET /server': (request) => server(request, deps),
    'GET /openapi.json': readOpenApi,
    'POST /certificates': ({ exchange }) => ok(describeCertificates(exchange.text)),
  };
}

export function createActivityHandlers({ activity }: EmulatorDeps): EmulatorHandlers<'activity'> {
  return {
    'GET /activity': async ({ query }) => {
      await activity.sync();
      return ok(activity.list(query));
    },
    'GET /activity/{id}': (request) => activityRecord(request, activity),
    'DELETE /activity': async () => {
      await activity.clear();
      return DONE;
    },
    'POST /activity/seen': () => {
      activity.markSeen();
      return DONE;
    },
    'GET /activity/stream': (request) => activityStreamReply(request, activity),
  };
}

export function createApplicationHandlers({ applications }: EmulatorDeps): EmulatorHandlers<'applications'> {
  return {
    'GET /realms/{realm}/applications': async ({ realm }) => ok(await listApplications(realm, applications)),
    'POST /realms/{realm}/applications/{id}': (request) => startApplication(request, applications),
    'DELETE /realms/{realm}/applications/{id}': async ({ realm, path }) =>
      ok(await applications.stop(realm.realm, checkApplicationId(path.id))),
  };
}
