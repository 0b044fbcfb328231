// The admin API's route table: every row of every resource.
import type { Route } from '#protocol/http/exchange.ts';
import { keyedRoute, realmRoute, serverRoute } from './admin-route.ts';
import { ATTACK_DETECTION_ROWS } from './attack-detection.ts';
import { CERTIFICATE_ROWS, CLIENT_CERTIFICATE_ROWS } from './client-certificates.ts';
import { CLIENT_DESCRIPTION_ROWS } from './client-description.ts';
import { CLIENT_INSTALLATION_ROWS } from './client-installation.ts';
import { CLIENT_SCOPE_ROWS } from './client-scopes.ts';
import { CLIENT_ROWS } from './clients.ts';
import { COMPONENT_ROWS } from './components.ts';
import { CONSENT_ROWS } from './consents.ts';
import type { AdminDeps } from './deps.ts';
import { DEVICE_ANSWER_ROWS, DEVICE_ROWS } from './device.ts';
import { EMULATOR_ROWS } from './emulator.ts';
import { GROUP_MEMBER_ROWS } from './group-members.ts';
import { GROUP_ROWS } from './groups.ts';
import { INITIAL_ACCESS_ROWS } from './initial-access.ts';
import { KEY_ROTATION_ROWS } from './key-rotation.ts';
import { LOG_ROWS } from './logs.ts';
import { PROTOCOL_MAPPER_ROWS } from './protocol-mappers.ts';
import { PUSH_REVOCATION_ROWS } from './push-revocation.ts';
import { REALM_CERTIFICATE_ROWS } from './realm-certificates.ts';
import { REALM_CONSENT_ROWS } from './realm-consents.ts';
import { REALM_SESSION_ROWS } from './realm-sessions.ts';
import { REALM_ROWS, REALMS_ROWS } from './realms.ts';
import { ROLE_MAPPING_ROWS } from './role-mappings.ts';
import { ROLE_ROWS } from './roles.ts';
import { SESSION_ROWS } from './sessions.ts';
import { SETTINGS_ROWS } from './settings.ts';
import { CREDENTIAL_ROWS } from './user-credentials.ts';
import { USER_ROWS } from './users.ts';

/** Rows below `/admin/realms/{realm}`. */
const REALM_ROUTES = [
  ...REALM_ROWS,
  ...COMPONENT_ROWS,
  ...CLIENT_ROWS,
  ...CLIENT_CERTIFICATE_ROWS,
  ...CLIENT_DESCRIPTION_ROWS,
  ...CLIENT_INSTALLATION_ROWS,
  ...INITIAL_ACCESS_ROWS,
  ...CLIENT_SCOPE_ROWS,
  ...PROTOCOL_MAPPER_ROWS,
  ...ROLE_ROWS,
  ...USER_ROWS,
  ...CREDENTIAL_ROWS,
  ...ROLE_MAPPING_ROWS,
  ...GROUP_ROWS,
  ...GROUP_MEMBER_ROWS,
  ...SESSION_ROWS,
  ...CONSENT_ROWS,
  ...PUSH_REVOCATION_ROWS,
  ...ATTACK_DETECTION_ROWS,
] as const;

/** Routes of the admin API and of `/emulator/v1`. */
export function createAdminRoutes(deps: AdminDeps): readonly Route[] {
  return [
    ...[
      ...REALMS_ROWS,
      ...EMULATOR_ROWS,
      ...REALM_CERTIFICATE_ROWS,
      ...SETTINGS_ROWS,
      ...LOG_ROWS,
      ...CERTIFICATE_ROWS,
      ...KEY_ROTATION_ROWS,
      ...REALM_SESSION_ROWS,
      ...REALM_CONSENT_ROWS,
      ...DEVICE_ROWS,
    ].map((row) => serverRoute(deps, row)),
    ...DEVICE_ANSWER_ROWS.map((row) => keyedRoute(deps, row)),
    ...REALM_ROUTES.map((row) => realmRoute(deps, row)),
  ];
}
