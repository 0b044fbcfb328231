// Command lines of Keycloak's documentation about signing in and realms, with what they print and do here. Identifiers of the page are
// variables; what cannot work is in the table with its message.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from '@playwright/test';
import {
  created,
  type Expected,
  json,
  LOGIN,
  missing,
  openSession,
  printed,
  refused,
} from './support/kcadm-table.ts';

const session = openSession();

const LOGIN_AND_RESULT: Expected = { err: /^Logging into .* as user admin of realm master\n\n$/ };

test('kcadm.sh, using and authenticating: help, sign-in by option and environment, truststore', async () => {
  writeFileSync(join(session.shell().folder, 'truststore.jks'), 'any');
  session.shell().variables['PASSWORD'] = 'secret';
  await session.runAll([
    ['kcadm.sh', { code: 2, out: /^Keycloak Admin CLI\n/ }],
    ['kcadm.sh help', { out: /^Keycloak Admin CLI\n/ }],
    [
      'kcadm.sh config credentials --help',
      { out: /^Usage: kcadm\.sh config credentials --server SERVER_URL/ },
    ],
    [
      'cp truststore.jks ~/.keycloak; kcadm.sh config truststore --trustpass $PASSWORD ~/.keycloak/truststore.jks',
    ],
    [
      'kcadm.sh config credentials --server http://localhost:8080 --realm master --user admin',
      { code: 1, err: /\nConsole is not active, but password is required\./ },
    ],
    [
      'kcadm.sh config credentials --server http://localhost:8080 --realm master --user admin --password admin',
      LOGIN,
    ],
    [
      'kcadm.sh get realms --no-config --server http://localhost:8080 --realm master --user admin --password admin',
      { ...LOGIN_AND_RESULT, out: /^\[ \{\n[\s\S]*"realm" : "demo"/ },
    ],
  ]);
  session.shell().variables['KC_CLI_PASSWORD'] = 'admin';
  await session.runAll([
    ['kcadm.sh config credentials --server http://localhost:8080 --realm master --user admin', LOGIN],
    [
      'kcadm.sh get realms --no-config --server http://localhost:8080 --realm master --user admin',
      { ...LOGIN_AND_RESULT, out: /"realm" : "master"/ },
    ],
  ]);
});

test("kcadm.sh, first example: a realm's own administrator with a client of its own", async () => {
  await session.runAll([
    [
      'kcadm.sh create clients -r demo -s clientId=admin -s publicClient=true -s directAccessGrantsEnabled=true',
      created('client'),
    ],
    ['kcadm.sh create users -r demo -s username=admin -s enabled=true', created('user')],
    ['kcadm.sh set-password -r demo --username admin --new-password boss'],
    ['kcadm.sh add-roles -r demo --uusername admin --cclientid realm-management --rolename realm-admin'],
    [
      'kcadm.sh create realms -s realm=demorealm -s enabled=true -o',
      json(/^\{\n[\s\S]*"realm" : "demorealm"/),
    ],
    [
      `CID=$(kcadm.sh create clients -r demorealm -s clientId=my_client -s 'redirectUris=["http://localhost:8980/myapp/*"]' -i); echo $CID`,
      { out: /^[\w-]{36}\n$/, keep: 'CID' },
    ],
    // With the realm of the login, the client is not found.
    [
      'kcadm.sh get clients/$CID/installation/providers/keycloak-oidc-keycloak-json',
      missing('/admin/realms/master/clients/.*'),
    ],
    ['kcadm.sh delete realms/demorealm'],
  ]);
  session.shell().variables['KC_CLI_PASSWORD'] = 'boss';
  await session.runAll([
    [
      'kcadm.sh config credentials --server http://localhost:8080 --realm demo --user admin --client admin',
      { err: /^Logging into http:\/\/localhost:\d+ as user admin of realm demo\n$/ },
    ],
    [
      `CID=$(kcadm.sh create clients -s clientId=my_client -s 'redirectUris=["http://localhost:8980/myapp/*"]' -i); echo $CID`,
      { out: /^[\w-]{36}\n$/, keep: 'CID' },
    ],
    [
      'kcadm.sh get clients/$CID/installation/providers/keycloak-oidc-keycloak-json',
      json(/"resource" : "my_client"/),
    ],
    ['kcadm.sh create realms -s realm=other', refused(/^null \[HTTP 403 Forbidden\]\n$/)],
  ]);
});

test('kcadm.sh, basic operations and realms: create, read, write back, change, delete', async () => {
  await session.createDemoRealm();
  await session.runAll([
    [
      'kcadm.sh create users -s username=testuser -s enabled=true -r demorealm',
      created('user', '[\\w-]{36}'),
    ],
    ['kcadm.sh get realms/demorealm > demorealm.json', { err: '\n' }],
    ['kcadm.sh update realms/demorealm -f demorealm.json'],
    ['kcadm.sh update realms/demorealm -s enabled=false'],
    ['kcadm.sh get realms/demorealm --fields enabled', json('{\n  "enabled" : false\n}')],
    [
      'kcadm.sh create realms -s realm=demorealm -s enabled=true',
      refused('Conflict detected. See logs for details\n'),
    ],
    ['kcadm.sh delete realms/demorealm'],
    ['kcadm.sh create realms -s realm=demorealm -s enabled=true', created('realm', 'demorealm')],
    ['kcadm.sh delete realms/demorealm'],
    ['kcadm.sh create realms -f demorealm.json', created('realm', 'demorealm')],
    ['kcadm.sh get realms/demorealm --fields enabled', json('{\n  "enabled" : true\n}')],
    ['kcadm.sh delete realms/demorealm'],
    [
      `echo '{ "realm": "demorealm", "enabled": true }' | kcadm.sh create realms -f -`,
      created('realm', 'demorealm'),
    ],
    ['kcadm.sh get realms', json(/^\[ \{\n[\s\S]*"realm" : "demorealm"[\s\S]*\n\} \]$/)],
    [
      'kcadm.sh get realms --fields realm,enabled',
      json(/\{\n {2}"enabled" : true,\n {2}"realm" : "demorealm"\n\}/),
    ],
    [
      'kcadm.sh get realms --fields realm --format csv --noquotes',
      { out: /^([\w-]+\n)*demorealm\n([\w-]+\n)*$/ },
    ],
    ['kcadm.sh get realms/master', json(/"realm" : "master"/)],
    [
      'kcadm.sh update realms/demorealm -s registrationAllowed=true -s registrationEmailAsUsername=true -s rememberMe=true -s verifyEmail=true -s resetPasswordAllowed=true -s editUsernameAllowed=true',
    ],
    ['kcadm.sh get realms/demorealm --fields rememberMe,verifyEmail --format csv', { out: 'true,true\n' }],
    ['kcadm.sh delete realms/demorealm'],
    ['kcadm.sh delete realms/demorealm', missing('/admin/realms/demorealm')],
  ]);
});

test('kcadm.sh, realms: keys and their providers', async () => {
  await session.createDemoRealm();
  await session.runAll([
    ['kcadm.sh get keys -r demorealm', json(/"active" : \{[\s\S]*"RS256" : /)],
    ['kcadm.sh get realms/demorealm --fields id --format csv --noquotes', printed('REALM_ID')],
    [
      `kcadm.sh create components -r demorealm -s name=rsa-generated -s providerId=rsa-generated -s providerType=org.keycloak.keys.KeyProvider -s parentId=$REALM_ID -s 'config.priority=["101"]' -s 'config.enabled=["true"]' -s 'config.active=["true"]' -s 'config.keySize=["2048"]'`,
      created('component'),
    ],
    [
      `kcadm.sh create components -r demorealm -s name=java-keystore -s providerId=java-keystore -s providerType=org.keycloak.keys.KeyProvider -s parentId=$REALM_ID -s 'config.priority=["101"]' -s 'config.enabled=["true"]' -s 'config.active=["true"]' -s 'config.keystore=["/opt/keycloak/keystore.jks"]' -s 'config.keystorePassword=["secret"]' -s 'config.keyPassword=["secret"]' -s 'config.keyAlias=["localhost"]'`,
      refused(/^Key provider java-keystore is not offered here because it reads Java keystores/),
    ],
    // A realm has a key provider of this name already; the new one comes last.
    [
      'kcadm.sh get components -r demorealm -q name=rsa-generated --fields id --format csv --noquotes | tail -n 1',
      printed('PROVIDER_ID'),
    ],
    [`kcadm.sh update components/$PROVIDER_ID -r demorealm -s 'config.active=["false"]'`],
    [
      'kcadm.sh get components/$PROVIDER_ID -r demorealm --fields "config(active)" -c',
      { err: /the response is compressed/ },
    ],
    ['kcadm.sh get components/$PROVIDER_ID -r demorealm', json(/"active" : \[ "false" \]/)],
    ['kcadm.sh delete components/$PROVIDER_ID -r demorealm'],
    ['kcadm.sh get components/$PROVIDER_ID -r demorealm', missing('/components/.*')],
  ]);
});

test('kcadm.sh, realms: events, caches and partial import', async () => {
  await session.createDemoRealm();
  await session.runAll([
    [`kcadm.sh update events/config -r demorealm -s 'eventsListeners=["jboss-logging"]'`],
    [
      `kcadm.sh update events/config -r demorealm -s eventsEnabled=true -s 'enabledEventTypes=["LOGIN_ERROR","REGISTER_ERROR","LOGOUT_ERROR","CODE_TO_TOKEN_ERROR","CLIENT_LOGIN_ERROR","FEDERATED_IDENTITY_LINK_ERROR","REMOVE_FEDERATED_IDENTITY_ERROR","UPDATE_EMAIL_ERROR","UPDATE_PROFILE_ERROR","UPDATE_PASSWORD_ERROR","UPDATE_TOTP_ERROR","VERIFY_EMAIL_ERROR","REMOVE_TOTP_ERROR","SEND_VERIFY_EMAIL_ERROR","SEND_RESET_PASSWORD_ERROR","SEND_IDENTITY_PROVIDER_LINK_ERROR","RESET_PASSWORD_ERROR","IDENTITY_PROVIDER_FIRST_LOGIN_ERROR","IDENTITY_PROVIDER_POST_LOGIN_ERROR","CUSTOM_REQUIRED_ACTION_ERROR","EXECUTE_ACTIONS_ERROR","CLIENT_REGISTER_ERROR","CLIENT_UPDATE_ERROR","CLIENT_DELETE_ERROR"]' -s eventsExpiration=172800`,
    ],
    ['kcadm.sh get events/config -r demorealm', json(/"eventsExpiration" : 172800/)],
    ['kcadm.sh update events/config -r demorealm -s enabledEventTypes=[]'],
    [
      'kcadm.sh update events/config -r demorealm -s adminEventsEnabled=true -s adminEventsDetailsEnabled=true',
    ],
    [
      'kcadm.sh get events/config -r demorealm --fields eventsEnabled,enabledEventTypes,adminEventsEnabled -c -H',
      { out: /^HTTP\/1\.1 200 OK\n/, err: /the response is compressed/ },
    ],
    [
      'kcadm.sh get events/config -r demorealm',
      json(/"enabledEventTypes" : \[ "LOGIN",[\s\S]*"adminEventsEnabled" : true/),
    ],
    ['kcadm.sh get events --offset 0 --limit 100', json('[ ]')],
    ['kcadm delete events'],
    ['kcadm.sh create clear-realm-cache -r demorealm -s realm=demorealm'],
    ['kcadm.sh create clear-user-cache -r demorealm -s realm=demorealm'],
    ['kcadm.sh create clear-keys-cache -r demorealm -s realm=demorealm'],
    ['kcadm.sh create realms -s realm=demorealm2 -s enabled=true', created('realm', 'demorealm2')],
  ]);
  writeFileSync(
    join(session.shell().folder, 'demorealm.json'),
    JSON.stringify({ realm: 'demorealm', users: [{ username: 'zoe' }] }),
  );
  await session.runAll([
    [
      'kcadm.sh create partialImport -r demorealm2 -s ifResourceExists=FAIL -o -f demorealm.json',
      json(/"added" : 1,[\s\S]*"resourceName" : "zoe"/),
    ],
    [
      'kcadm.sh create partialImport -r demorealm2 -s ifResourceExists=FAIL -o -f demorealm.json',
      refused(/^User 'zoe' already exists/),
    ],
    ['kcadm.sh get users -r demorealm2 --fields username --format csv --noquotes', { out: 'zoe\n' }],
    ['kcadm.sh delete realms/demorealm2'],
  ]);
});
