// Command lines of Keycloak's documentation about users and groups, with what they print and do here. Identifiers of the page are
// variables; what cannot work is in the table with its message.
import { expect, test } from '@playwright/test';
import { created, findId, json, missing, openSession, printed } from './support/kcadm-table.ts';

const session = openSession();

test('kcadm.sh, users: search, change, password, sessions, logout', async () => {
  await session.createDemoRealm();
  await session.runAll([
    ['kcadm.sh create users -r demorealm -s username=testuser -s enabled=true', created('user')],
    ['kcadm.sh get users -r demorealm --offset 0 --limit 1000', json(/"username" : "testuser"/)],
    // q searches attributes, which are free; the properties of a user have parameters of their own.
    ['kcadm.sh get users -r demorealm -q q=email:google.com', json('[ ]')],
    ['kcadm.sh get users -r demorealm -q q=username:testuser', json('[ ]')],
    findId('users', 'username=testuser', 'USER_ID'),
    ['kcadm.sh get users/$USER_ID -r demorealm', json(/"username" : "testuser"/)],
    [
      `kcadm.sh update users/$USER_ID -r demorealm -s 'requiredActions=["VERIFY_EMAIL","UPDATE_PROFILE","CONFIGURE_TOTP","UPDATE_PASSWORD"]'`,
    ],
    [
      'kcadm.sh get users/$USER_ID -r demorealm',
      json(/"requiredActions" : \[ "VERIFY_EMAIL", "UPDATE_PROFILE"/),
    ],
    ['kcadm.sh set-password -r demorealm --username testuser --new-password NEWPASSWORD --temporary'],
    [
      'kcadm.sh update users/$USER_ID/reset-password -r demorealm -s type=password -s value=NEWPASSWORD -s temporary=true -n',
    ],
    ['kcadm.sh get users/$USER_ID/sessions -r demorealm', json('[ ]')],
  ]);
  const form = {
    grant_type: 'password',
    client_id: 'admin-cli',
    username: 'testuser',
    password: 'NEWPASSWORD',
  };
  const signIn = () =>
    fetch(`${session.server().url}/realms/demorealm/protocol/openid-connect/token`, {
      method: 'POST',
      body: new URLSearchParams(form),
    });
  expect((await signIn()).status).toBe(400);
  await session.runAll([[`kcadm.sh update users/$USER_ID -r demorealm -s 'requiredActions=[]'`]]);
  expect((await signIn()).status).toBe(200);
  await session.runAll([
    [
      'kcadm.sh get users/$USER_ID/sessions -r demorealm --fields id --format csv --noquotes',
      printed('SESSION'),
    ],
    ['kcadm.sh delete sessions/$SESSION -r demorealm'],
    ['kcadm.sh delete sessions/$SESSION -r demorealm', missing('/sessions/.*')],
    ['kcadm.sh get users/$USER_ID/sessions -r demorealm', json('[ ]')],
  ]);
  expect((await signIn()).status).toBe(200);
  await session.runAll([
    ['kcadm.sh create users/$USER_ID/logout -r demorealm -s realm=demorealm -s user=$USER_ID'],
    ['kcadm.sh get users/$USER_ID/sessions -r demorealm', json('[ ]')],
    ['kcadm.sh delete users/$USER_ID -r demorealm'],
    ['kcadm.sh get users/$USER_ID -r demorealm', missing('/users/.*')],
  ]);
});

test("kcadm.sh, users' roles: of the realm and of clients", async () => {
  await session.createDemoRealm({ roles: { realm: [{ name: 'user' }] }, users: [{ username: 'testuser' }] });
  const roles = (options: string): string => `kcadm.sh get-roles -r demorealm --uusername testuser${options}`;
  await session.runAll([
    [roles(''), json('[ ]')],
    [roles(' --effective'), json('[ ]')],
    [roles(' --available'), json(/"name" : "user"/)],
    [roles(' --cclientid realm-management'), json('[ ]')],
    [roles(' --cclientid realm-management --effective'), json('[ ]')],
    [roles(' --cclientid realm-management --available'), json(/"name" : "view-users"/)],
    ['kcadm.sh add-roles --uusername testuser --rolename user -r demorealm'],
    [roles(' --fields name --format csv --noquotes'), { out: 'user\n' }],
    ['kcadm.sh remove-roles --uusername testuser --rolename user -r demorealm'],
    [roles(''), json('[ ]')],
    [
      'kcadm.sh add-roles -r demorealm --uusername testuser --cclientid realm-management --rolename create-client --rolename view-users',
    ],
    [roles(' --cclientid realm-management --effective'), json(/"name" : "query-users"/)],
    [
      'kcadm.sh remove-roles -r demorealm --uusername testuser --cclientid realm-management --rolename create-client --rolename view-users',
    ],
    [roles(' --cclientid realm-management'), json('[ ]')],
  ]);
});

test('kcadm.sh, groups: create, move, change, membership, roles', async () => {
  await session.createDemoRealm({ users: [{ username: 'testuser' }], groups: [{ name: 'Loose' }] });
  const roles = (options: string): string => `kcadm.sh get-roles -r demorealm --gname Group${options}`;
  await session.runAll([
    ['kcadm.sh create groups -r demorealm -s name=Group', created('group')],
    ['kcadm.sh get groups -r demorealm', json(/"name" : "Group"/)],
    findId('groups', 'search=Group', 'GROUP'),
    findId('groups', 'search=Loose', 'LOOSE'),
    findId('users', 'username=testuser', 'USER_ID'),
    ['kcadm.sh get groups/$GROUP -r demorealm', json(/"path" : "\/Group"/)],
    [`kcadm.sh update groups/$GROUP -s 'attributes.email=["group@example.com"]' -r demorealm`],
    ['kcadm.sh get groups/$GROUP -r demorealm', json(/"email" : \[ "group@example\.com" \]/)],
    ['kcadm.sh create groups/$GROUP/children -r demorealm -s name=SubGroup', created('children')],
    ['kcadm.sh create groups/$GROUP/children -r demorealm -s id=$LOOSE -s name=Loose'],
    [
      'kcadm.sh get groups/$LOOSE -r demorealm --fields path --format csv --noquotes',
      { out: '/Group/Loose\n' },
    ],
    ['kcadm.sh get users/$USER_ID/groups -r demorealm', json('[ ]')],
    [
      'kcadm.sh update users/$USER_ID/groups/$GROUP -r demorealm -s realm=demorealm -s userId=$USER_ID -s groupId=$GROUP -n',
    ],
    ['kcadm.sh get users/$USER_ID/groups -r demorealm', json(/"name" : "Group"/)],
    ['kcadm.sh delete users/$USER_ID/groups/$GROUP -r demorealm'],
    ['kcadm.sh get users/$USER_ID/groups -r demorealm', json('[ ]')],
    [roles(''), json('[ ]')],
    [roles(' --effective'), json('[ ]')],
    [roles(' --available'), json(/"name" : "offline_access"/)],
    [roles(' --cclientid realm-management'), json('[ ]')],
    [roles(' --cclientid realm-management --effective'), json('[ ]')],
    [roles(' --cclientid realm-management --available'), json(/"name" : "view-users"/)],
    [
      'kcadm.sh add-roles -r demorealm --gname Group --cclientid realm-management --rolename create-client --rolename view-users',
    ],
    [roles(' --cclientid realm-management'), json(/"name" : "create-client"/)],
    [
      'kcadm.sh remove-roles -r demorealm --gname Group --cclientid realm-management --rolename create-client --rolename view-users',
    ],
    [roles(' --cclientid realm-management'), json('[ ]')],
    ['kcadm.sh get-roles -r demorealm --gpath /Group/SubGroup', json('[ ]')],
    ['kcadm.sh delete groups/$GROUP -r demorealm'],
    ['kcadm.sh get groups/$GROUP -r demorealm', missing('/groups/.*')],
  ]);
});
