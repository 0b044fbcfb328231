// Command lines of Keycloak's documentation about what Understudy keeps without effect, and password policies, with what they print and do here. Identifiers of the page are
// variables; what cannot work is in the table with its message.
import { test } from '@playwright/test';
import {
  created,
  findId,
  json,
  missing,
  openSession,
  printed,
  type Row,
  refused,
} from './support/kcadm-table.ts';

const session = openSession();

const provider = (alias: string, config: string, providerId = alias): string =>
  `kcadm.sh create identity-provider/instances -r demorealm -s alias=${alias} -s providerId=${providerId} -s enabled=true  -s 'config.useJwksUrl="true"' ${config}`;
const social = (alias: string, name: string): Row => [
  provider(alias, `-s config.clientId=${name}_CLIENT_ID -s config.clientSecret=${name}_CLIENT_SECRET`),
  created('instance', alias),
];

const LDAP_MAPPER = 'org.keycloak.storage.ldap.mappers.LDAPStorageMapper';
const mapper = (name: string, config = ''): Row => [
  `kcadm.sh create components -r demorealm -s name=${name} -s providerId=${name} -s providerType=${LDAP_MAPPER} -s parentId=$LDAP ${config}`,
  created('component'),
];

/** The refusal of everything that would connect to a directory. */
const NO_DIRECTORIES = {
  code: 1,
  err: /^Understudy reads no external directories; .*\n$/,
};

test('kcadm.sh, identity providers: kept as they are sent', async () => {
  await session.createDemoRealm();
  await session.runAll([
    [
      "kcadm.sh get serverinfo -r demorealm --fields 'identityProviders(*)'",
      json(/"id" : "google",\s+"name" : "Google"/),
    ],
    ['kcadm.sh get identity-provider/instances -r demorealm --fields alias,providerId,enabled', json('[ ]')],
    social('facebook', 'FACEBOOK'),
    ['kcadm.sh get identity-provider/instances/facebook -r demorealm', json(/"clientSecret" : "\*{10}"/)],
    ['kcadm.sh delete identity-provider/instances/facebook -r demorealm'],
    ['kcadm.sh get identity-provider/instances/facebook -r demorealm', missing('/instances/facebook')],
    [
      provider(
        'keycloak-oidc',
        '-s config.authorizationUrl=http://localhost:8180/realms/demorealm/protocol/openid-connect/auth -s config.tokenUrl=http://localhost:8180/realms/demorealm/protocol/openid-connect/token -s config.clientId=demo-oidc-provider -s config.clientSecret=secret',
      ),
      created('instance', 'keycloak-oidc'),
    ],
    [
      provider(
        'saml',
        '-s config.singleSignOnServiceUrl=http://localhost:8180/realms/saml-broker-realm/protocol/saml -s config.nameIDPolicyFormat=urn:oasis:names:tc:SAML:2.0:nameid-format:persistent -s config.signatureAlgorithm=RSA_SHA256',
      ),
      created('instance', 'saml'),
    ],
    social('google', 'GOOGLE'),
    // The page shows Twitter under the alias of Google.
    [
      provider('google', '-s config.clientId=TWITTER_API_KEY -s config.clientSecret=TWITTER_API_SECRET'),
      refused('Identity Provider google already exists\n'),
    ],
    social('github', 'GITHUB'),
    social('linkedin', 'LINKEDIN'),
    [
      provider('microsoft', '-s config.clientId=MICROSOFT_APP_ID -s config.clientSecret=MICROSOFT_PASSWORD'),
      created('instance', 'microsoft'),
    ],
    [
      provider(
        'stackoverflow',
        '-s config.clientId=STACKAPPS_CLIENT_ID -s config.clientSecret=STACKAPPS_CLIENT_SECRET -s config.key=STACKAPPS_KEY',
      ),
      created('instance', 'stackoverflow'),
    ],
    [
      'kcadm.sh get identity-provider/instances -r demorealm --fields alias,providerId,enabled',
      json(
        /^\[ \{\n {2}"enabled" : true,\n {2}"alias" : "keycloak-oidc",\n {2}"providerId" : "keycloak-oidc"\n\}, \{/,
      ),
    ],
    ['kcadm.sh update identity-provider/instances/saml -r demorealm -s enabled=false'],
    [
      'kcadm.sh get identity-provider/instances/saml -r demorealm',
      json(/"signatureAlgorithm" : "RSA_SHA256"/),
    ],
  ]);
});

test('kcadm.sh, user storage: directories and mappers are kept as they are sent; nothing connects to them', async () => {
  await session.createDemoRealm();
  const storage = 'org.keycloak.storage.UserStorageProvider';
  await session.runAll([
    ['kcadm.sh get realms/demorealm --fields id --format csv --noquotes', printed('REALM_ID')],
    [
      `kcadm.sh create components -r demorealm -s parentId=$REALM_ID -s id=demokerberos -s name=demokerberos -s providerId=kerberos -s providerType=${storage} -s 'config.priority=["0"]' -s 'config.debug=["false"]' -s 'config.allowPasswordAuthentication=["true"]' -s 'config.editMode=["UNSYNCED"]' -s 'config.updateProfileFirstLogin=["true"]' -s 'config.allowKerberosAuthentication=["true"]' -s 'config.kerberosRealm=["KEYCLOAK.ORG"]' -s 'config.keyTab=["http.keytab"]' -s 'config.serverPrincipal=["HTTP/localhost@KEYCLOAK.ORG"]' -s 'config.cachePolicy=["DEFAULT"]'`,
      created('component', 'demokerberos'),
    ],
    [
      `kcadm.sh create components -r demorealm -s name=kerberos-ldap-provider -s providerId=ldap -s providerType=${storage} -s parentId=$REALM_ID  -s 'config.priority=["1"]' -s 'config.fullSyncPeriod=["-1"]' -s 'config.changedSyncPeriod=["-1"]' -s 'config.cachePolicy=["DEFAULT"]' -s config.evictionDay=[] -s config.evictionHour=[] -s config.evictionMinute=[] -s config.maxLifespan=[] -s 'config.batchSizeForSync=["1000"]' -s 'config.editMode=["WRITABLE"]' -s 'config.syncRegistrations=["false"]' -s 'config.vendor=["other"]' -s 'config.usernameLDAPAttribute=["uid"]' -s 'config.rdnLDAPAttribute=["uid"]' -s 'config.uuidLDAPAttribute=["entryUUID"]' -s 'config.userObjectClasses=["inetOrgPerson, organizationalPerson"]' -s 'config.connectionUrl=["ldap://localhost:10389"]'  -s 'config.usersDn=["ou=People,dc=keycloak,dc=org"]' -s 'config.authType=["simple"]' -s 'config.bindDn=["uid=admin,ou=system"]' -s 'config.bindCredential=["secret"]' -s 'config.searchScope=["1"]' -s 'config.useTruststoreSpi=["always"]' -s 'config.connectionPooling=["true"]' -s 'config.pagination=["true"]' -s 'config.allowKerberosAuthentication=["true"]' -s 'config.serverPrincipal=["HTTP/localhost@KEYCLOAK.ORG"]' -s 'config.keyTab=["http.keytab"]' -s 'config.kerberosRealm=["KEYCLOAK.ORG"]' -s 'config.debug=["true"]' -s 'config.useKerberosForPasswordAuthentication=["true"]'`,
      created('component'),
    ],
    findId('components', 'name=kerberos-ldap-provider', 'LDAP'),
    ['kcadm.sh get components/$LDAP -r demorealm', json(/"bindCredential" : \[ "\*{10}" \]/)],
    mapper('hardcoded-ldap-role-mapper', `-s 'config.role=["realm-management.create-client"]'`),
    mapper('msad-user-account-control-mapper'),
    mapper(
      'user-attribute-ldap-mapper',
      `-s 'config."user.model.attribute"=["email"]' -s 'config."ldap.attribute"=["mail"]' -s 'config."read.only"=["false"]' -s 'config."always.read.value.from.ldap"=["false"]' -s 'config."is.mandatory.in.ldap"=["false"]'`,
    ),
    mapper(
      'group-ldap-mapper',
      `-s 'config."groups.dn"=[]' -s 'config."group.name.ldap.attribute"=["cn"]' -s 'config."group.object.classes"=["groupOfNames"]' -s 'config."preserve.group.inheritance"=["true"]' -s 'config."membership.ldap.attribute"=["member"]' -s 'config."membership.attribute.type"=["DN"]' -s 'config."groups.ldap.filter"=[]' -s 'config.mode=["LDAP_ONLY"]' -s 'config."user.roles.retrieve.strategy"=["LOAD_GROUPS_BY_MEMBER_ATTRIBUTE"]' -s 'config."mapped.group.attributes"=["admins-group"]' -s 'config."drop.non.existing.groups.during.sync"=["false"]' -s 'config.roles=["admins"]' -s 'config.groups=["admins-group"]' -s 'config.group=[]' -s 'config.preserve=["true"]' -s 'config.membership=["member"]'`,
    ),
    mapper(
      'full-name-ldap-mapper',
      `-s 'config."ldap.full.name.attribute"=["cn"]' -s 'config."read.only"=["false"]' -s 'config."write.only"=["true"]'`,
    ),
    [
      'kcadm.sh get components -r demorealm -q parent=$LDAP -q name=user-attribute-ldap-mapper',
      json(/"user\.model\.attribute" : \[ "email" \]/),
    ],
    ['kcadm.sh create user-storage/$LDAP/sync?action=triggerFullSync', NO_DIRECTORIES],
    ['kcadm.sh create user-storage/$LDAP/sync?action=triggerChangedUsersSync', NO_DIRECTORIES],
    [
      'kcadm.sh create testLDAPConnection -s action=testConnection -s bindCredential=secret -s bindDn=uid=admin,ou=system -s connectionUrl=ldap://localhost:10389 -s useTruststoreSpi=always',
      NO_DIRECTORIES,
    ],
    [
      'kcadm.sh create testLDAPConnection -s action=testAuthentication -s bindCredential=secret -s bindDn=uid=admin,ou=system -s connectionUrl=ldap://localhost:10389 -s useTruststoreSpi=always',
      NO_DIRECTORIES,
    ],
    ['kcadm.sh delete components/$LDAP -r demorealm'],
    ['kcadm.sh get components -r demorealm -q parent=$LDAP', json('[ ]')],
  ]);
});

test('kcadm.sh, password policies', async () => {
  await session.createDemoRealm();
  const policy =
    'hashIterations(300000) and specialChars(2) and upperCase(2) and lowerCase(2) and digits(2) and length(9) and notUsername and passwordHistory(4)';
  await session.runAll([
    [
      `kcadm.sh update realms/demorealm -s 'passwordPolicy="hashIterations and specialChars and upperCase and digits and notUsername and length"'`,
    ],
    [`kcadm.sh update realms/demorealm -s 'passwordPolicy="${policy}"'`],
    ['kcadm.sh get realms/demorealm --fields passwordPolicy', json(`{\n  "passwordPolicy" : "${policy}"\n}`)],
  ]);
});

test('kcadm.sh, authentication flows: those of the realm file, and the settings of authenticators', async () => {
  await session.createDemoRealm({
    authenticationFlows: [
      {
        id: 'febfd772-e1a1-42fb-b8ae-00c0566fafb8',
        alias: 'Copy of browser',
        providerId: 'basic-flow',
        topLevel: true,
        builtIn: false,
        authenticationExecutions: [
          {
            authenticator: 'auth-x509-client-username-form',
            requirement: 'REQUIRED',
            priority: 10,
            authenticatorFlow: false,
          },
        ],
      },
    ],
  });
  const settings = (checking: string): string =>
    `"x509-cert-auth.mapping-source-selection":"Match SubjectDN using regular expression","x509-cert-auth.regular-expression":"(.*?)(?:$)","x509-cert-auth.mapper-selection":"Custom Attribute Mapper","x509-cert-auth.mapper-selection.user-attribute-name":"usercertificate","x509-cert-auth.crl-checking-enabled":"${checking}","x509-cert-auth.crldp-checking-enabled":false,"x509-cert-auth.crl-relative-path":"crl.pem","x509-cert-auth.ocsp-checking-enabled":"","x509-cert-auth.ocsp-responder-uri":"","x509-cert-auth.keyusage":"","x509-cert-auth.extendedkeyusage":"","x509-cert-auth.confirmation-page-disallowed":""`;
  await session.runAll([
    ['kcadm.sh get authentication/flows -r demorealm', json(/"alias" : "Copy of browser"/)],
    [
      'kcadm.sh get authentication/flows/febfd772-e1a1-42fb-b8ae-00c0566fafb8 -r demorealm',
      json(/"alias" : "Copy of browser"/),
    ],
    [
      'kcadm.sh get authentication/flows/Copy%20of%20browser/executions -r demorealm',
      json(/"providerId" : "auth-x509-client-username-form"/),
    ],
    [
      'kcadm.sh get authentication/flows/Copy%20of%20browser/executions -r demorealm --fields id --format csv --noquotes',
      printed('EXECUTION'),
    ],
    [
      `kcadm.sh create "authentication/executions/$EXECUTION/config" -r demorealm -b '{"config":{${settings('')}},"alias":"my_otp_config"}'`,
      created('config'),
    ],
    [
      `kcadm.sh get authentication/flows/Copy%20of%20browser/executions -r demorealm --fields authenticationConfig --format csv --noquotes`,
      printed('CONFIG'),
    ],
    [
      'kcadm get "authentication/config/$CONFIG" -r demorealm',
      json(/"x509-cert-auth\.crldp-checking-enabled" : "false"/),
    ],
    [
      `kcadm update "authentication/config/$CONFIG" -r demorealm -b '{"id":"'$CONFIG'","alias":"my_otp_config","config":{${settings('true')}}}'`,
    ],
    [
      'kcadm get "authentication/config/$CONFIG" -r demorealm',
      json(/"x509-cert-auth\.crl-checking-enabled" : "true"/),
    ],
    ['kcadm delete "authentication/config/$CONFIG" -r demorealm'],
    ['kcadm get "authentication/config/$CONFIG" -r demorealm', missing('/authentication/config/.*')],
  ]);
});
