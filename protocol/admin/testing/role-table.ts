// The permission matrix: every route of the admin API with the callers it admits and the status they get.

/**
 * Management roles, each of which alone admits to a route. The administrator of the server and realm-admin
 * may call all of these.
 */
export const ROLE_GROUPS: Readonly<Record<string, readonly string[]>> = {
  'realm:view': ['view-realm', 'manage-realm'],
  realm: ['manage-realm'],
  'users:view': ['view-users', 'manage-users'],
  users: ['manage-users'],
  'groups:view': ['view-users', 'manage-users', 'query-groups'],
  'clients:view': ['view-clients', 'manage-clients'],
  'clients:create': ['create-client', 'manage-clients'],
  clients: ['manage-clients'],
  'roles:view': [
    'view-realm',
    'manage-realm',
    'view-users',
    'manage-users',
    'view-clients',
    'manage-clients',
  ],
  'client-roles:view': ['view-users', 'manage-users', 'view-clients', 'manage-clients'],
  'realm+clients': ['manage-realm', 'manage-clients'],
  'providers:view': ['view-identity-providers', 'manage-identity-providers'],
  providers: ['manage-identity-providers'],
  'events:view': ['view-events', 'manage-events'],
  events: ['manage-events'],
};

/**
 * One route per line: method, path, admitted callers and their status; all other callers are rejected. `any`:
 * any management role of the realm; `administrator`: any management role of any realm; `server`: only the
 * administrator of the server. Reads address existing objects. Writes are sent without a body to objects that
 * do not exist, so that admitted ones end with 400 or 404 and change nothing; write-guard.test.ts tests what
 * writes change.
 */
export const ROLE_TABLE = `
GET    /admin/realms                                                                     administrator     200
POST   /admin/realms                                                                     server            400
GET    /admin/serverinfo                                                                 administrator     200
GET    /emulator/v1/server                                                               server            200
GET    /emulator/v1/openapi.json                                                         anyone            200
GET    /emulator/v1/activity                                                             server            200
DELETE /emulator/v1/activity                                                             server            204
POST   /emulator/v1/activity/seen                                                        server            204
GET    /emulator/v1/activity/stream                                                      server            200
GET    /emulator/v1/activity/:id                                                         server            404
GET    /emulator/v1/realms/:realm/activity/:id/fix                                       server            404
POST   /emulator/v1/realms/:realm/activity/:id/fix                                       server            404
GET    /emulator/v1/realms/:realm/fixes                                                  server            200
DELETE /emulator/v1/realms/:realm/fixes/:fix                                             server            404
GET    /emulator/v1/realms/:realm/clock                                                  server            200
PUT    /emulator/v1/realms/:realm/clock                                                  server            404
POST   /emulator/v1/realms/:realm/clones                                                 server            404
DELETE /emulator/v1/realms/:realm                                                        server            404
PUT    /emulator/v1/realms/:realm/personas/:username                                     server            404
POST   /emulator/v1/realms/:realm/reset                                                  server            404
GET    /emulator/v1/realms/:realm/snapshots                                              server            200
POST   /emulator/v1/realms/:realm/snapshots                                              server            404
POST   /emulator/v1/realms/:realm/snapshots/:id/restore                                  server            404
DELETE /emulator/v1/realms/:realm/snapshots/:id                                          server            404
POST   /emulator/v1/realms/:realm/sessions                                               server            404
POST   /emulator/v1/realms/:realm/tokens                                                 server            404
GET    /emulator/v1/realms/:realm/users/:username/otp                                    server            404
GET    /emulator/v1/realms/:realm/applications                                           server            200
POST   /emulator/v1/realms/:realm/applications/:id                                       server            404
DELETE /emulator/v1/realms/:realm/applications/:id                                       server            404
GET    /emulator/v1/realms/:realm/export                                                 server            200
GET    /emulator/v1/realms/:realm/export-report                                          server            200
GET    /emulator/v1/realms/:realm/certificates                                           server            200
GET    /emulator/v1/settings                                                             server            200
PUT    /emulator/v1/settings                                                             server            400
GET    /emulator/v1/logs                                                                 server            200
GET    /emulator/v1/logs/stream                                                          server            200
POST   /emulator/v1/certificates                                                         administrator     200
POST   /emulator/v1/realms/:realm/keys/rotation                                          server            404
DELETE /emulator/v1/realms/:realm/keys/:kid                                              server            404
GET    /emulator/v1/realms/:realm/sessions                                               server            200
DELETE /emulator/v1/realms/:realm/sessions                                               server            404
GET    /emulator/v1/realms/:realm/consents                                               server            200
GET    /emulator/v1/realms/:realm/import-report                                          server            200
GET    /emulator/v1/realms/:realm/activity/query                                         server            200
GET    /emulator/v1/realms/:realm/calls                                                  server            200
GET    /emulator/v1/realms/:realm/trace.html                                             server            200
GET    /emulator/v1/realms/:realm/trace.har                                              server            200
POST   /emulator/v1/realms/:realm/faults                                                 server            404
GET    /emulator/v1/realms/:realm/faults                                                 server            200
DELETE /emulator/v1/realms/:realm/faults                                                 server            404
GET    /emulator/v1/realms/:realm/faults/:fault                                          server            404
DELETE /emulator/v1/realms/:realm/faults/:fault                                          server            404
POST   /emulator/v1/realms/:realm/holds                                                  server            404
GET    /emulator/v1/realms/:realm/holds                                                  server            200
GET    /emulator/v1/realms/:realm/holds/:hold                                            server            404
PATCH  /emulator/v1/realms/:realm/holds/:hold                                            server            404
POST   /emulator/v1/realms/:realm/holds/:hold/release                                    server            404
DELETE /emulator/v1/realms/:realm/holds/:hold                                            server            404
GET    /emulator/v1/realms/:realm/device                                                 server            200
POST   /emulator/v1/realms/:realm/device/prompts/:prompt                                 server            404
POST   /emulator/v1/realms/:realm/device/wait                                            server            404
DELETE /emulator/v1/realms/:realm/device/answered                                        server            404
PUT    /emulator/v1/realms/:realm/device/rules                                           server            404
GET    /emulator/v1/device/stream                                                        server            200
GET    /emulator/v1/realms/:realm/device/answer                                          server            400
POST   /emulator/v1/realms/:realm/device/answer                                          server            404
GET    /admin/realms/:realm                                                              any               200
PUT    /admin/realms/:realm                                                              realm             400
DELETE /admin/realms/:realm                                                              realm             204
GET    /admin/realms/:realm/keys                                                         realm:view        200
POST   /admin/realms/:realm/partial-export                                               realm             200
GET    /admin/realms/:realm/components                                                   realm:view        200
POST   /admin/realms/:realm/components                                                   realm             400
GET    /admin/realms/:realm/components/:component                                        realm:view        200
PUT    /admin/realms/:realm/components/:component                                        realm             404
DELETE /admin/realms/:realm/components/:component                                        realm             404
GET    /admin/realms/:realm/clients                                                      clients:view      200
POST   /admin/realms/:realm/clients                                                      clients:create    400
GET    /admin/realms/:realm/clients/:client                                              clients:view      200
PUT    /admin/realms/:realm/clients/:client                                              clients           404
DELETE /admin/realms/:realm/clients/:client                                              clients           404
GET    /admin/realms/:realm/clients/:client/client-secret                                clients           200
POST   /admin/realms/:realm/clients/:client/client-secret                                clients           404
GET    /admin/realms/:realm/clients/:client/service-account-user                         clients:view      200
GET    /admin/realms/:realm/clients/:client/certificates/:attribute                      clients:view      200
POST   /admin/realms/:realm/clients/:client/certificates/:attribute/generate             clients           404
POST   /admin/realms/:realm/client-description-converter                                 clients:create    400
GET    /admin/realms/:realm/clients/:client/installation/providers/:provider             clients           200
GET    /admin/realms/:realm/clients-initial-access                                       clients:view      200
POST   /admin/realms/:realm/clients-initial-access                                       clients:create    201
DELETE /admin/realms/:realm/clients-initial-access/:id                                   clients           404
POST   /admin/realms/:realm/clients/:client/registration-access-token                    clients           404
GET    /admin/realms/:realm/client-scopes                                                clients:view      200
POST   /admin/realms/:realm/client-scopes                                                clients           400
GET    /admin/realms/:realm/client-scopes/:scope                                         clients:view      200
PUT    /admin/realms/:realm/client-scopes/:scope                                         clients           404
DELETE /admin/realms/:realm/client-scopes/:scope                                         clients           404
GET    /admin/realms/:realm/clients/:client/default-client-scopes                        clients:view      200
PUT    /admin/realms/:realm/clients/:client/default-client-scopes/:scope                 clients           404
DELETE /admin/realms/:realm/clients/:client/default-client-scopes/:scope                 clients           404
GET    /admin/realms/:realm/default-default-client-scopes                                clients:view      200
PUT    /admin/realms/:realm/default-default-client-scopes/:scope                         realm+clients     404
DELETE /admin/realms/:realm/default-default-client-scopes/:scope                         realm+clients     404
GET    /admin/realms/:realm/clients/:client/optional-client-scopes                       clients:view      200
PUT    /admin/realms/:realm/clients/:client/optional-client-scopes/:scope                clients           404
DELETE /admin/realms/:realm/clients/:client/optional-client-scopes/:scope                clients           404
GET    /admin/realms/:realm/default-optional-client-scopes                               clients:view      200
PUT    /admin/realms/:realm/default-optional-client-scopes/:scope                        realm+clients     404
DELETE /admin/realms/:realm/default-optional-client-scopes/:scope                        realm+clients     404
GET    /admin/realms/:realm/clients/:client/protocol-mappers/models                      clients:view      200
GET    /admin/realms/:realm/clients/:client/protocol-mappers/protocol/:protocol          clients:view      200
POST   /admin/realms/:realm/clients/:client/protocol-mappers/models                      clients           400
POST   /admin/realms/:realm/clients/:client/protocol-mappers/add-models                  clients           400
GET    /admin/realms/:realm/clients/:client/protocol-mappers/models/:mapper              clients:view      404
PUT    /admin/realms/:realm/clients/:client/protocol-mappers/models/:mapper              clients           404
DELETE /admin/realms/:realm/clients/:client/protocol-mappers/models/:mapper              clients           404
GET    /admin/realms/:realm/client-scopes/:scope/protocol-mappers/models                 clients:view      200
GET    /admin/realms/:realm/client-scopes/:scope/protocol-mappers/protocol/:protocol     clients:view      200
POST   /admin/realms/:realm/client-scopes/:scope/protocol-mappers/models                 clients           400
POST   /admin/realms/:realm/client-scopes/:scope/protocol-mappers/add-models             clients           400
GET    /admin/realms/:realm/client-scopes/:scope/protocol-mappers/models/:mapper         clients:view      404
PUT    /admin/realms/:realm/client-scopes/:scope/protocol-mappers/models/:mapper         clients           404
DELETE /admin/realms/:realm/client-scopes/:scope/protocol-mappers/models/:mapper         clients           404
GET    /admin/realms/:realm/roles                                                        roles:view        200
POST   /admin/realms/:realm/roles                                                        realm             400
GET    /admin/realms/:realm/roles/:role/users                                            roles:view        200
GET    /admin/realms/:realm/roles/:role/groups                                           roles:view        200
GET    /admin/realms/:realm/roles/:role                                                  roles:view        200
PUT    /admin/realms/:realm/roles/:role                                                  realm             404
DELETE /admin/realms/:realm/roles/:role                                                  realm             404
GET    /admin/realms/:realm/roles/:role/composites                                       roles:view        200
GET    /admin/realms/:realm/roles/:role/composites/realm                                 roles:view        200
GET    /admin/realms/:realm/roles/:role/composites/clients/:owner                        roles:view        200
POST   /admin/realms/:realm/roles/:role/composites                                       realm             404
DELETE /admin/realms/:realm/roles/:role/composites                                       realm             404
GET    /admin/realms/:realm/clients/:client/roles                                        client-roles:view 200
POST   /admin/realms/:realm/clients/:client/roles                                        clients           404
GET    /admin/realms/:realm/clients/:client/roles/:role/users                            client-roles:view 404
GET    /admin/realms/:realm/clients/:client/roles/:role/groups                           client-roles:view 404
GET    /admin/realms/:realm/clients/:client/roles/:role                                  client-roles:view 404
PUT    /admin/realms/:realm/clients/:client/roles/:role                                  clients           404
DELETE /admin/realms/:realm/clients/:client/roles/:role                                  clients           404
GET    /admin/realms/:realm/clients/:client/roles/:role/composites                       client-roles:view 404
GET    /admin/realms/:realm/clients/:client/roles/:role/composites/realm                 client-roles:view 404
GET    /admin/realms/:realm/clients/:client/roles/:role/composites/clients/:owner        client-roles:view 404
POST   /admin/realms/:realm/clients/:client/roles/:role/composites                       clients           404
DELETE /admin/realms/:realm/clients/:client/roles/:role/composites                       clients           404
GET    /admin/realms/:realm/roles-by-id/:role                                            roles:view        200
PUT    /admin/realms/:realm/roles-by-id/:role                                            realm+clients     404
DELETE /admin/realms/:realm/roles-by-id/:role                                            realm+clients     404
GET    /admin/realms/:realm/roles-by-id/:role/composites                                 roles:view        200
GET    /admin/realms/:realm/roles-by-id/:role/composites/realm                           roles:view        200
GET    /admin/realms/:realm/roles-by-id/:role/composites/clients/:owner                  roles:view        200
POST   /admin/realms/:realm/roles-by-id/:role/composites                                 realm+clients     404
DELETE /admin/realms/:realm/roles-by-id/:role/composites                                 realm+clients     404
GET    /admin/realms/:realm/users                                                        users:view        200
GET    /admin/realms/:realm/users/count                                                  users:view        200
POST   /admin/realms/:realm/users                                                        users             400
GET    /admin/realms/:realm/users/:user                                                  users:view        200
PUT    /admin/realms/:realm/users/:user                                                  users             404
DELETE /admin/realms/:realm/users/:user                                                  users             404
PUT    /admin/realms/:realm/users/:user/reset-password                                   users             404
GET    /admin/realms/:realm/users/:user/credentials                                      users:view        200
DELETE /admin/realms/:realm/users/:user/credentials/:credential                          users             404
PUT    /admin/realms/:realm/users/:user/credentials/:credential/userLabel                users             404
GET    /admin/realms/:realm/users/:user/role-mappings                                    users:view        200
GET    /admin/realms/:realm/users/:user/role-mappings/realm                              users:view        200
GET    /admin/realms/:realm/users/:user/role-mappings/realm/available                    users:view        200
GET    /admin/realms/:realm/users/:user/role-mappings/realm/composite                    users:view        200
POST   /admin/realms/:realm/users/:user/role-mappings/realm                              users             404
DELETE /admin/realms/:realm/users/:user/role-mappings/realm                              users             404
GET    /admin/realms/:realm/users/:user/role-mappings/clients/:owner                     users:view        200
GET    /admin/realms/:realm/users/:user/role-mappings/clients/:owner/available           users:view        200
GET    /admin/realms/:realm/users/:user/role-mappings/clients/:owner/composite           users:view        200
POST   /admin/realms/:realm/users/:user/role-mappings/clients/:owner                     users             404
DELETE /admin/realms/:realm/users/:user/role-mappings/clients/:owner                     users             404
GET    /admin/realms/:realm/groups/:group/role-mappings                                  users:view        200
GET    /admin/realms/:realm/groups/:group/role-mappings/realm                            users:view        200
GET    /admin/realms/:realm/groups/:group/role-mappings/realm/available                  users:view        200
GET    /admin/realms/:realm/groups/:group/role-mappings/realm/composite                  users:view        200
POST   /admin/realms/:realm/groups/:group/role-mappings/realm                            users             404
DELETE /admin/realms/:realm/groups/:group/role-mappings/realm                            users             404
GET    /admin/realms/:realm/groups/:group/role-mappings/clients/:owner                   users:view        200
GET    /admin/realms/:realm/groups/:group/role-mappings/clients/:owner/available         users:view        200
GET    /admin/realms/:realm/groups/:group/role-mappings/clients/:owner/composite         users:view        200
POST   /admin/realms/:realm/groups/:group/role-mappings/clients/:owner                   users             404
DELETE /admin/realms/:realm/groups/:group/role-mappings/clients/:owner                   users             404
GET    /admin/realms/:realm/clients/:client/scope-mappings                               clients:view      200
GET    /admin/realms/:realm/clients/:client/scope-mappings/realm                         clients:view      200
GET    /admin/realms/:realm/clients/:client/scope-mappings/realm/available               clients:view      200
GET    /admin/realms/:realm/clients/:client/scope-mappings/realm/composite               clients:view      200
POST   /admin/realms/:realm/clients/:client/scope-mappings/realm                         clients           404
DELETE /admin/realms/:realm/clients/:client/scope-mappings/realm                         clients           404
GET    /admin/realms/:realm/clients/:client/scope-mappings/clients/:owner                clients:view      200
GET    /admin/realms/:realm/clients/:client/scope-mappings/clients/:owner/available      clients:view      200
GET    /admin/realms/:realm/clients/:client/scope-mappings/clients/:owner/composite      clients:view      200
POST   /admin/realms/:realm/clients/:client/scope-mappings/clients/:owner                clients           404
DELETE /admin/realms/:realm/clients/:client/scope-mappings/clients/:owner                clients           404
GET    /admin/realms/:realm/client-scopes/:scope/scope-mappings                          clients:view      200
GET    /admin/realms/:realm/client-scopes/:scope/scope-mappings/realm                    clients:view      200
GET    /admin/realms/:realm/client-scopes/:scope/scope-mappings/realm/available          clients:view      200
GET    /admin/realms/:realm/client-scopes/:scope/scope-mappings/realm/composite          clients:view      200
POST   /admin/realms/:realm/client-scopes/:scope/scope-mappings/realm                    clients           404
DELETE /admin/realms/:realm/client-scopes/:scope/scope-mappings/realm                    clients           404
GET    /admin/realms/:realm/client-scopes/:scope/scope-mappings/clients/:owner           clients:view      200
GET    /admin/realms/:realm/client-scopes/:scope/scope-mappings/clients/:owner/available clients:view      200
GET    /admin/realms/:realm/client-scopes/:scope/scope-mappings/clients/:owner/composite clients:view      200
POST   /admin/realms/:realm/client-scopes/:scope/scope-mappings/clients/:owner           clients           404
DELETE /admin/realms/:realm/client-scopes/:scope/scope-mappings/clients/:owner           clients           404
GET    /admin/realms/:realm/groups                                                       groups:view       200
GET    /admin/realms/:realm/groups/count                                                 groups:view       200
POST   /admin/realms/:realm/groups                                                       users             400
GET    /admin/realms/:realm/groups/:group                                                groups:view       200
PUT    /admin/realms/:realm/groups/:group                                                users             404
DELETE /admin/realms/:realm/groups/:group                                                users             404
GET    /admin/realms/:realm/groups/:group/children                                       groups:view       200
POST   /admin/realms/:realm/groups/:group/children                                       users             404
GET    /admin/realms/:realm/group-by-path/*groupPath                                     groups:view       200
GET    /admin/realms/:realm/groups/:group/members                                        users:view        200
GET    /admin/realms/:realm/default-groups                                               realm:view        200
PUT    /admin/realms/:realm/default-groups/:group                                        realm             404
DELETE /admin/realms/:realm/default-groups/:group                                        realm             404
GET    /admin/realms/:realm/users/:user/groups                                           users:view        200
GET    /admin/realms/:realm/users/:user/groups/count                                     users:view        200
PUT    /admin/realms/:realm/users/:user/groups/:group                                    users             404
DELETE /admin/realms/:realm/users/:user/groups/:group                                    users             404
GET    /admin/realms/:realm/users/:user/sessions                                         users:view        200
GET    /admin/realms/:realm/users/:user/offline-sessions/:client                         users:view        200
POST   /admin/realms/:realm/users/:user/logout                                           users             404
GET    /admin/realms/:realm/clients/:client/user-sessions                                clients:view      200
GET    /admin/realms/:realm/clients/:client/offline-sessions                             clients:view      200
GET    /admin/realms/:realm/clients/:client/session-count                                clients:view      200
GET    /admin/realms/:realm/clients/:client/offline-session-count                        clients:view      200
GET    /admin/realms/:realm/client-session-stats                                         realm:view        200
DELETE /admin/realms/:realm/sessions/:session                                            users             404
POST   /admin/realms/:realm/logout-all                                                   users             200
GET    /admin/realms/:realm/users/:user/consents                                         users:view        200
DELETE /admin/realms/:realm/users/:user/consents/:client                                 users             404
POST   /admin/realms/:realm/push-revocation                                              realm             200
POST   /admin/realms/:realm/clients/:client/push-revocation                              clients           404
GET    /admin/realms/:realm/attack-detection/brute-force/users/:user                     users:view        200
DELETE /admin/realms/:realm/attack-detection/brute-force/users/:user                     users             204
DELETE /admin/realms/:realm/attack-detection/brute-force/users                           users             204
POST   /admin/realms/:realm/partialImport                                                realm             400
GET    /admin/realms/:realm/identity-provider/instances                                  providers:view    200
POST   /admin/realms/:realm/identity-provider/instances                                  providers         400
GET    /admin/realms/:realm/identity-provider/instances/:alias                           providers:view    200
PUT    /admin/realms/:realm/identity-provider/instances/:alias                           providers         404
DELETE /admin/realms/:realm/identity-provider/instances/:alias                           providers         404
GET    /admin/realms/:realm/identity-provider/instances/:alias/mappers                   providers:view    200
POST   /admin/realms/:realm/identity-provider/instances/:alias/mappers                   providers         404
GET    /admin/realms/:realm/identity-provider/instances/:alias/mappers/:mapper           providers:view    404
PUT    /admin/realms/:realm/identity-provider/instances/:alias/mappers/:mapper           providers         404
DELETE /admin/realms/:realm/identity-provider/instances/:alias/mappers/:mapper           providers         404
GET    /admin/realms/:realm/authentication/flows                                         realm:view        200
GET    /admin/realms/:realm/authentication/flows/:flow                                   realm:view        404
GET    /admin/realms/:realm/authentication/flows/:flow/executions                        realm:view        404
POST   /admin/realms/:realm/authentication/executions/:execution/config                  realm             404
GET    /admin/realms/:realm/authentication/config/:config                                realm:view        404
PUT    /admin/realms/:realm/authentication/config/:config                                realm             404
DELETE /admin/realms/:realm/authentication/config/:config                                realm             404
GET    /admin/realms/:realm/authentication/required-actions                              realm:view        200
GET    /admin/realms/:realm/authentication/required-actions/:alias                       realm:view        404
PUT    /admin/realms/:realm/authentication/required-actions/:alias                       realm             404
POST   /admin/realms/:realm/authentication/register-required-action                      realm             400
GET    /admin/realms/:realm/authentication/unregistered-required-actions                 realm:view        200
GET    /admin/realms/:realm/client-policies/policies                                     realm:view        200
PUT    /admin/realms/:realm/client-policies/policies                                     realm             400
GET    /admin/realms/:realm/client-policies/profiles                                     realm:view        200
PUT    /admin/realms/:realm/client-policies/profiles                                     realm             400
GET    /admin/realms/:realm/events/config                                                events:view       200
PUT    /admin/realms/:realm/events/config                                                events            400
GET    /admin/realms/:realm/events                                                       events:view       200
DELETE /admin/realms/:realm/events                                                       events            204
GET    /admin/realms/:realm/admin-events                                                 events:view       200
DELETE /admin/realms/:realm/admin-events                                                 events            204
GET    /admin/realms/:realm/users/profile                                                any               200
PUT    /admin/realms/:realm/users/profile                                                realm             400
GET    /admin/realms/:realm/users/profile/metadata                                       any               200
POST   /admin/realms/:realm/clear-realm-cache                                            realm             204
POST   /admin/realms/:realm/clear-user-cache                                             realm             204
POST   /admin/realms/:realm/clear-keys-cache                                             realm             204
`;
