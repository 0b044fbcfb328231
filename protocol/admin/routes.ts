// The admin API's route table: every row of every resource.
import type { Route } from '#protocol/http/exchange.ts';
import { keyedRoute, realmRoute, serverRoute } from './admin-route.ts';
import type { AdminDeps } from './deps.ts';
import { DEVICE_ANSWER_ROWS, DEVICE_ROWS } from './emulator-api/device.ts';
import { EMULATOR_ROWS } from './emulator-api/emulator.ts';
import { KEY_ROTATION_ROWS } from './emulator-api/key-rotation.ts';
import { LOG_ROWS } from './emulator-api/logs.ts';
import { REALM_CERTIFICATE_ROWS } from './emulator-api/realm-certificates.ts';
import { REALM_CONSENT_ROWS } from './emulator-api/realm-consents.ts';
import { REALM_SESSION_ROWS } from './emulator-api/realm-sessions.ts';
import { SETTINGS_ROWS } from './emulator-api/settings.ts';
import { ATTACK_DETECTION_ROWS } from './keycloak-api/attack-detection.ts';
import { CERTIFICATE_ROWS, CLIENT_CERTIFICATE_ROWS } from './keycloak-api/client-certificates.ts';
import { CLIENT_DESCRIPTION_ROWS } from './keycloak-api/client-description.ts';
import { CLIENT_INSTALLATION_ROWS } from './keycloak-api/client-installation.ts';
import { CLIENT_SCOPE_ROWS } from './keycloak-api/client-scopes.ts';
import { CLIENT_ROWS } from './keycloak-api/clients.ts';
import { COMPONENT_ROWS } from './keycloak-api/components.ts';
import { CONSENT_ROWS } from './keycloak-api/consents.ts';
import { GROUP_MEMBER_ROWS } from './keycloak-api/group-members.ts';
import { GROUP_ROWS } from './keycloak-api/groups.ts';
import { INITIAL_ACCESS_ROWS } from './keycloak-api/initial-access.ts';
import { PROTOCOL_MAPPER_ROWS } from './keycloak-api/protocol-mappers.ts';
import { PUSH_REVOCATION_ROWS } from './keycloak-api/push-revocation.ts';
import { REALM_ROWS, REALMS_ROWS } from './keycloak-api/realms.ts';
import { ROLE_MAPPING_ROWS } from './keycloak-api/role-mappings.ts';
import { ROLE_ROWS } from './keycloak-api/roles.ts';
import { SESSION_ROWS } from './keycloak-api/sessions.ts';
import { CREDENTIAL_ROWS } from './keycloak-api/user-credentials.ts';
import { USER_ROWS } from './keycloak-api/users.ts';

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
