// The table of every route below /emulator/v1. The server serves it, docs/reference/emulator-api.md shows it and
// openapi.json describes it.
import { ACTIVITY_ROUTES } from './activity-routes.ts';
import { APPLICATION_ROUTES } from './application-routes.ts';
import { CLOCK_ROUTES } from './clock-routes.ts';
import { CLONE_ROUTES } from './clone-routes.ts';
import { DELEGATION_ROUTES } from './delegation-routes.ts';
import { DEVICE_ROUTES } from './device-routes.ts';
import { EVIDENCE_ROUTES } from './evidence-routes.ts';
import { EXPORT_ROUTES } from './export-routes.ts';
import { FAULT_ROUTES } from './fault-routes.ts';
import { FIX_ROUTES } from './fix-routes.ts';
import { FLOW_ROUTES } from './flow-routes.ts';
import { GROUP_ROUTES } from './group-routes.ts';
import { HOLD_ROUTES } from './hold-routes.ts';
import { KEY_ROUTES } from './key-routes.ts';
import { LOG_ROUTES } from './log-routes.ts';
import { MAIL_ROUTES } from './mail-routes.ts';
import { PERSONA_ROUTES } from './persona-routes.ts';
import { PROVIDER_ROUTES } from './provider-routes.ts';
import { REALM_ROUTES } from './realm-routes.ts';
import { ROLE_ROUTES } from './role-routes.ts';
import type { RouteKey, RouteMethod, RouteSubject } from './route-row.ts';
import { SERVER_ROUTES } from './server-routes.ts';
import { SESSION_ROUTES } from './session-routes.ts';
import { SETTINGS_ROUTES } from './settings-routes.ts';
import { SNAPSHOT_ROUTES } from './snapshot-routes.ts';
import { TOKEN_ROUTES } from './token-routes.ts';

/** The subjects, in the order of the reference. */
export interface EmulatorSubjects {
  readonly server: typeof SERVER_ROUTES;
  readonly settings: typeof SETTINGS_ROUTES;
  readonly activity: typeof ACTIVITY_ROUTES;
  readonly fixes: typeof FIX_ROUTES;
  readonly logs: typeof LOG_ROUTES;
  readonly realms: typeof REALM_ROUTES;
  readonly clones: typeof CLONE_ROUTES;
  readonly snapshots: typeof SNAPSHOT_ROUTES;
  readonly personas: typeof PERSONA_ROUTES;
  readonly clock: typeof CLOCK_ROUTES;
  readonly roles: typeof ROLE_ROUTES;
  readonly flows: typeof FLOW_ROUTES;
  readonly providers: typeof PROVIDER_ROUTES;
  readonly sessions: typeof SESSION_ROUTES;
  readonly groups: typeof GROUP_ROUTES;
  readonly tokens: typeof TOKEN_ROUTES;
  readonly keys: typeof KEY_ROUTES;
  readonly exports: typeof EXPORT_ROUTES;
  readonly applications: typeof APPLICATION_ROUTES;
  readonly evidence: typeof EVIDENCE_ROUTES;
  readonly mail: typeof MAIL_ROUTES;
  readonly faults: typeof FAULT_ROUTES;
  readonly holds: typeof HOLD_ROUTES;
  readonly device: typeof DEVICE_ROUTES;
  readonly delegations: typeof DELEGATION_ROUTES;
}

export const EMULATOR_SUBJECTS: EmulatorSubjects = {
  server: SERVER_ROUTES,
  settings: SETTINGS_ROUTES,
  activity: ACTIVITY_ROUTES,
  fixes: FIX_ROUTES,
  logs: LOG_ROUTES,
  realms: REALM_ROUTES,
  clones: CLONE_ROUTES,
  snapshots: SNAPSHOT_ROUTES,
  personas: PERSONA_ROUTES,
  clock: CLOCK_ROUTES,
  roles: ROLE_ROUTES,
  flows: FLOW_ROUTES,
  providers: PROVIDER_ROUTES,
  sessions: SESSION_ROUTES,
  groups: GROUP_ROUTES,
  tokens: TOKEN_ROUTES,
  keys: KEY_ROUTES,
  exports: EXPORT_ROUTES,
  applications: APPLICATION_ROUTES,
  evidence: EVIDENCE_ROUTES,
  mail: MAIL_ROUTES,
  faults: FAULT_ROUTES,
  holds: HOLD_ROUTES,
  device: DEVICE_ROUTES,
  delegations: DELEGATION_ROUTES,
};
EMULATOR_SUBJECTS satisfies Readonly<Record<keyof EmulatorSubjects, RouteSubject>>;

type Subject = EmulatorSubjects[keyof EmulatorSubjects];
type KeyOf<One> = One extends { readonly routes: infer Routes } ? keyof Routes & RouteKey : never;

/** The key of any row. */
export type EmulatorRouteKey = KeyOf<Subject>;

/** The row of a key. */
export type EmulatorRow<Key extends EmulatorRouteKey> = {
  [Name in keyof EmulatorSubjects]: Key extends keyof EmulatorSubjects[Name]['routes']
    ? EmulatorSubjects[Name]['routes'][Key]
    : never;
}[keyof EmulatorSubjects];

export const EMULATOR_BASE_PATH = '/emulator/v1';

/** Method and complete path of a route, path parameters with a colon: `/emulator/v1/realms/:realm/clock`. */
export function locateRoute(key: EmulatorRouteKey): { readonly method: RouteMethod; readonly path: string } {
  const [method, path = ''] = key.split(' ');
  return {
    // The type of the key says that it begins with a method.
    method: method as RouteMethod,
    path: EMULATOR_BASE_PATH + path.replaceAll(/\{(\w+)\}/g, ':$1'),
  };
}
