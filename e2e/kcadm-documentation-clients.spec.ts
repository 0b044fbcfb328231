// Command lines of Keycloak's documentation about roles and clients, with what they print and do here. Identifiers of the page are
// variables; what cannot work is in the table with its message.
import { test } from '@playwright/test';
import {
  created,
  type Expected,
  findId,
  json,
  missing,
  openSession,
  printed,
} from './support/kcadm-table.ts';

const session = openSession();

test('kcadm.sh, roles: of the realm, of clients and of composite roles', async () => {
  await session.createDemoRealm({ clients: [{ clientId: 'test-client' }] });
  await session.runAll([
    [
      `kcadm.sh create roles -r demorealm -s name=user -s 'description=Regular user with a limited set of permissions'`,
      created('role', 'user'),
    ],
    ['kcadm.sh get clients -r demorealm --fields id,clientId', json(/"clientId" : "test-client"/)],
    findId('clients', 'clientId=test-client', 'CLIENT'),
    [
      `kcadm.sh create clients/$CLIENT/roles -r demorealm -s name=editor -s 'description=Editor can edit, and publish any article'`,
      created('role', 'editor'),
    ],
    ['kcadm.sh get roles -r demorealm', json(/"name" : "user"/)],
    ['kcadm.sh get-roles -r demorealm', json(/"name" : "user"/)],
    ['kcadm.sh get-roles -r demorealm --cclientid realm-management', json(/"name" : "realm-admin"/)],
    ['kcadm.sh get roles/user -r demorealm', json(/^\{\n[\s\S]*"name" : "user"/)],
    ['kcadm.sh get-roles -r demorealm --rolename user', json(/^\{\n[\s\S]*"name" : "user"/)],
    [
      'kcadm.sh get-roles -r demorealm --cclientid realm-management --rolename manage-clients',
      json(/"name" : "manage-clients"/),
    ],
    [`kcadm.sh update roles/user -r demorealm -s 'description=Role representing a regular user'`],
    [
      'kcadm.sh get roles/user -r demorealm --fields description --format csv',
      { out: '"Role representing a regular user"\n' },
    ],
    [
      `kcadm.sh update clients/$CLIENT/roles/editor -r demorealm -s 'description=User that can edit, and publish articles'`,
    ],
    ['kcadm.sh delete roles/user -r demorealm'],
    ['kcadm.sh get roles/user -r demorealm', missing('/roles/user')],
    ['kcadm.sh delete clients/$CLIENT/roles/editor -r demorealm'],
  ]);
});

test('kcadm.sh, composite roles: list, add and remove', async () => {
  const roles = {
    realm: [{ name: 'testrole' }, { name: 'user' }],
    client: { 'test-client': [{ name: 'operations' }, { name: 'support' }] },
  };
  await session.createDemoRealm({ clients: [{ clientId: 'test-client' }], roles });
  // The page shows --effective and --available for composite roles; Keycloak's tool refuses them.
  const unsupported = (option: string): Expected => ({
    code: 2,
    err: new RegExp(`^Option ${option} not supported with composite roles\\.`),
  });
  await session.runAll([
    ['kcadm.sh get-roles -r demorealm --rname testrole', json('[ ]')],
    ['kcadm.sh get-roles -r demorealm --rname testrole --effective', unsupported('--effective')],
    ['kcadm.sh get-roles -r demorealm --rname testrole --available', unsupported('--available')],
    ['kcadm.sh get-roles -r demorealm --rname testrole --cclientid realm-management', json('[ ]')],
    [
      'kcadm.sh get-roles -r demorealm --rname testrole --cclientid realm-management --effective',
      unsupported('--effective'),
    ],
    [
      'kcadm.sh get-roles -r demorealm --rname testrole --cclientid realm-management --available',
      unsupported('--available'),
    ],
    ['kcadm.sh add-roles --rname testrole --rolename user -r demorealm'],
    [
      'kcadm.sh get-roles -r demorealm --rname testrole --fields name --format csv --noquotes',
      { out: 'user\n' },
    ],
    ['kcadm.sh remove-roles --rname testrole --rolename user -r demorealm'],
    [
      'kcadm.sh add-roles -r demorealm --rname testrole --cclientid realm-management --rolename create-client --rolename view-users',
    ],
    [
      'kcadm.sh get-roles -r demorealm --rname testrole --cclientid realm-management --fields name --format csv --noquotes',
      { out: /^(create-client\nview-users|view-users\ncreate-client)\n$/ },
    ],
    [
      'kcadm.sh get-roles -r demorealm --cclientid test-client --rolename operations',
      json(/"name" : "operations"/),
    ],
    ['kcadm.sh get roles/testrole -r demorealm --fields id --format csv --noquotes', printed('ROLE_ID')],
    ['kcadm.sh add-roles -r demorealm --cclientid test-client --rid $ROLE_ID --rolename support'],
    // Without -r, the role is looked up in the realm of the login.
    ['kcadm.sh get-roles --rid $ROLE_ID --all', missing('/admin/realms/master/roles-by-id/.*/composites')],
    ['kcadm.sh get-roles -r demorealm --rid $ROLE_ID --all', json(/"name" : "support"/)],
    [
      'kcadm.sh remove-roles -r demorealm --rname testrole --cclientid realm-management --rolename create-client --rolename view-users',
    ],
    [
      'kcadm.sh get-roles -r demorealm --rid $ROLE_ID --all --fields name --format csv --noquotes',
      { out: 'support\n' },
    ],
  ]);
});

test('kcadm.sh, clients: create, secret, installation files, change, delete', async () => {
  await session.createDemoRealm({ clients: [{ clientId: 'registry', protocol: 'docker-v2' }] });
  await session.runAll([
    ['kcadm.sh create clients -r demorealm -s clientId=myapp -s enabled=true', created('client')],
    findId('clients', 'clientId=myapp', 'CLIENT'),
    ['kcadm.sh delete clients/$CLIENT -r demorealm'],
    [
      'kcadm.sh create clients -r demorealm -s clientId=myapp -s enabled=true -s clientAuthenticatorType=client-secret -s secret=d0b8122f-8dfb-46b7-b68a-f5cc4e25d000',
      created('client'),
    ],
    findId('clients', 'clientId=myapp', 'CLIENT'),
    ['kcadm.sh get clients/$CLIENT -r demorealm', json(/"secret" : "d0b8122f-8dfb-46b7-b68a-f5cc4e25d000"/)],
  ]);
  session.shell().variables['CID'] = session.shell().variables['CLIENT'] ?? '';
  await session.runAll([
    ['kcadm.sh get clients/$CID/client-secret -r demorealm', json(/"value" : "d0b8122f/)],
    ['kcadm.sh create clients/$CID/client-secret -r demorealm'],
    ['kcadm.sh get clients/$CID/client-secret -r demorealm', json(/"value" : "\w{32}"/)],
    ['kcadm.sh update clients/$CID -s "secret=newSecret" -r demorealm'],
    ['kcadm.sh get clients/$CID/client-secret -r demorealm', json(/"value" : "newSecret"/)],
    [
      'kcadm.sh get clients/$CLIENT/installation/providers/keycloak-oidc-keycloak-json -r demorealm',
      json(/"realm" : "demorealm"/),
    ],
    [
      'kcadm.sh get clients/$CLIENT/installation/providers/keycloak-oidc-jboss-subsystem -r demorealm',
      missing('/keycloak-oidc-jboss-subsystem'),
    ],
    findId('clients', 'clientId=registry', 'REGISTRY'),
    [
      'kcadm.sh get http://localhost:8080/admin/realms/demorealm/clients/$REGISTRY/installation/providers/docker-v2-compose-yaml -r demorealm > keycloak-docker-compose-yaml.zip',
      { err: '\n' },
    ],
    ['head -c 2 keycloak-docker-compose-yaml.zip', { out: 'PK' }],
    [
      `kcadm.sh update clients/$CLIENT -r demorealm -s enabled=false -s publicClient=true -s 'redirectUris=["http://localhost:8080/myapp/*"]' -s baseUrl=http://localhost:8080/myapp -s adminUrl=http://localhost:8080/myapp`,
    ],
    [
      'kcadm.sh get clients/$CLIENT -r demorealm --fields enabled,publicClient',
      json('{\n  "enabled" : false,\n  "publicClient" : true\n}'),
    ],
    ['kcadm.sh delete clients/$CLIENT -r demorealm'],
    ['kcadm.sh get clients/$CLIENT -r demorealm', missing('/clients/.*')],
  ]);
});
