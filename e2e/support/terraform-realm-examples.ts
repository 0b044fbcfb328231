// The examples of Terraform's provider for Keycloak: the realm and what belongs to it, flows and required actions.
import type { Json } from './replay.ts';
import { type Example, item, type Resource, singleton } from './terraform.ts';
import { keystore, openidScope, readPem } from './terraform-bodies.ts';
import {
  execution,
  executionConfig,
  flow,
  listed,
  localization,
  requiredAction,
  subflow,
} from './terraform-kinds.ts';
import { bindings, realmResource } from './terraform-realm.ts';
import { scopes } from './terraform-sets.ts';

const keys = (
  name: string,
  providerId: string,
  config: Record<string, string>,
  hidden: readonly string[] = [],
): Resource => {
  const sent = keystore(name, providerId, config);
  const plain = item('/components', sent, { change: { name: 'renamed' } });
  const readable = Object.entries(sent['config'] as Json).filter(([key]) => !hidden.includes(key));
  return {
    ...plain,
    update: (api, id, changed) =>
      api.put(`/components/${id}`, { id, ...sent, ...changed, config: sent['config'] }),
    values: { ...sent, config: Object.fromEntries(readable) },
  };
};

const myFlow = () => flow({ alias: 'my-flow-alias' }, { description: 'changed' });

const PROFILE: Json = {
  attributes: [
    { name: 'username' },
    { name: 'email' },
    {
      name: 'field1',
      displayName: 'Field 1',
      defaultValue: 'default field1 value',
      group: 'group1',
      selector: { scopes: ['offline_access'] },
      required: { roles: ['user'], scopes: ['offline_access'] },
      permissions: { view: ['admin', 'user'], edit: ['admin', 'user'] },
      validations: {
        'person-name-prohibited-characters': {},
        pattern: { pattern: '^[a-z0-9 ]+$', 'error-message': 'Nope' },
      },
      annotations: { foo: 'bar' },
    },
    { name: 'field2', validations: { options: { options: ['opt1'] } }, annotations: { foo: { key: 'val' } } },
  ],
  groups: [
    {
      name: 'group1',
      displayHeader: 'Group 1',
      displayDescription: 'A first group',
      annotations: { foo: 'bar', foo2: { key: 'val' } },
    },
    { name: 'group2' },
  ],
  unmanagedAttributePolicy: 'ENABLED',
};

const events = (values: Json): Json => ({
  adminEventsDetailsEnabled: false,
  adminEventsEnabled: false,
  enabledEventTypes: null,
  eventsEnabled: false,
  eventsExpiration: 0,
  ...values,
});

const policyProfile = (configuration: Json): Resource =>
  listed(
    '/client-policies/profiles',
    'profiles',
    '?include-global-profiles=true',
    {
      name: 'my-profile',
      description: 'Some desc',
      executors: [
        { executor: 'intent-client-bind-checker', configuration: { 'auto-configure': 'true' } },
        { executor: 'secure-session', configuration },
      ],
    },
    { description: 'changed' },
  );

const registrationPolicy = (name: string, providerId: string, config: Json): Resource =>
  item(
    '/components',
    {
      name,
      providerId,
      providerType: 'org.keycloak.services.clientregistration.policy.ClientRegistrationPolicy',
      parentId: 'my-realm',
      subType: 'anonymous',
      config,
    },
    { change: { name: 'renamed' } },
  );

/** The realm of the first page; it is made and removed with the example. */
export const REALM_EXAMPLE: Example = {
  realm: () =>
    realmResource(
      {
        displayName: 'my realm',
        displayNameHtml: '<b>my realm</b>',
        loginTheme: 'keycloak',
        accessCodeLifespan: 3600,
        passwordPolicy: 'upperCase(1) and length(8) and forceExpiredPasswordChange(365) and notUsername',
        attributes: { mycustomAttribute: 'myCustomValue' },
        smtpServer: {
          host: 'smtp.example.com',
          from: 'example@example.com',
          auth: 'true',
          authType: 'basic',
          user: 'tom',
        },
        internationalizationEnabled: true,
        supportedLocales: ['en', 'de', 'es'],
        defaultLocale: 'en',
        browserSecurityHeaders: {
          contentSecurityPolicy: "frame-src 'self'; frame-ancestors 'self'; object-src 'none';",
          contentSecurityPolicyReportOnly: '',
          strictTransportSecurity: 'max-age=31536000; includeSubDomains',
          xContentTypeOptions: 'nosniff',
          xFrameOptions: 'DENY',
          xRobotsTag: 'none',
          xXSSProtection: '1; mode=block',
          referrerPolicy: 'no-referrer',
        },
        bruteForceProtected: true,
        webAuthnPolicyRpEntityName: 'Example',
        webAuthnPolicyRpId: 'keycloak.example.com',
        webAuthnPolicySignatureAlgorithms: ['ES256', 'RS256'],
        webAuthnPolicyAttestationConveyancePreference: 'not specified',
        webAuthnPolicyAuthenticatorAttachment: 'not specified',
        webAuthnPolicyRequireResidentKey: 'not specified',
        webAuthnPolicyUserVerificationRequirement: 'not specified',
      },
      { displayName: '', rememberMe: true, ssoSessionIdleTimeout: 600 },
    ),
};

/** Examples by the page's resource. */
export const REALM_EXAMPLES: Readonly<Record<string, Example>> = {
  keycloak_realm_events: {
    realm_events: () =>
      singleton(
        '/events/config',
        events({
          eventsEnabled: true,
          eventsExpiration: 3600,
          adminEventsEnabled: true,
          adminEventsDetailsEnabled: true,
          enabledEventTypes: ['LOGIN', 'LOGOUT'],
          eventsListeners: ['jboss-logging'],
        }),
        events({}),
        { eventsExpiration: 0 },
      ),
  },
  keycloak_realm_localization: {
    german_texts: () => localization('de', { Hello: 'Hallo' }, { Bye: 'Tschüss' }),
  },
  keycloak_realm_user_profile: {
    userprofile: () =>
      singleton(
        '/users/profile',
        PROFILE,
        { attributes: [{ name: 'username' }, { name: 'email' }] },
        { groups: [{ name: 'group1' }] },
      ),
  },
  'keycloak_realm_keystore_…': {
    aes_generated: () => keys('my-aes-generated-key', 'aes-generated', { secretSize: '16' }),
    ecdsa_generated: () =>
      keys('my-ecdsa-generated-key', 'ecdsa-generated', { ecdsaEllipticCurveKey: 'P-256' }),
    hmac_generated: () =>
      keys('my-hmac-generated-key', 'hmac-generated', { secretSize: '64', algorithm: 'HS256' }),
    rsa: () =>
      keys(
        'my-rsa-key',
        'rsa',
        {
          algorithm: 'RS256',
          kid: 'my-key-id',
          privateKey: readPem('test-saml.private'),
          certificate: readPem('test-saml.certificate'),
        },
        ['privateKey'],
      ),
    rsa_generated: () =>
      keys('my-rsa-generated-key', 'rsa-generated', { algorithm: 'RS256', keySize: '2048' }),
  },
  keycloak_realm_client_policy_profile: { profile: () => policyProfile({}) },
  keycloak_realm_client_policy_profile_policy: {
    profile: () => policyProfile({ 'expiration-period': '2505600' }),
    policy: () =>
      listed(
        '/client-policies/policies',
        'policies',
        '',
        {
          name: 'my-profile',
          description: 'Some desc',
          enabled: false,
          conditions: [
            { condition: 'client-type', configuration: { protocol: 'openid-connect' } },
            {
              condition: 'client-attributes',
              configuration: {
                'is-negative-logic': 'false',
                attributes: '[{"key":"test-key","value":"test-value"}]',
              },
            },
          ],
          profiles: ['my-profile'],
        },
        { enabled: true },
      ),
  },
  keycloak_realm_client_registration_policy: {
    custom: () => registrationPolicy('My Custom Policy', 'my-client-registration-policy', {}),
    trusted_hosts: () =>
      registrationPolicy('Trusted Hosts', 'trusted-hosts', {
        'host-sending-registration-request-must-match': ['true'],
        'client-uris-must-match': ['true'],
        'trusted-hosts': ['localhost', 'auth.example.com'],
      }),
  },
  keycloak_realm_default_client_scopes: {
    client_scope: () => item('/client-scopes', openidScope({ name: 'test-client-scope' })),
    default_scopes: () =>
      scopes(
        '/default-default-client-scopes',
        ['profile', 'email', 'roles', 'web-origins', 'test-client-scope'],
        ['profile'],
      ),
  },
  keycloak_realm_optional_client_scopes: {
    client_scope: () => item('/client-scopes', openidScope({ name: 'test-client-scope' })),
    optional_scopes: () =>
      scopes(
        '/default-optional-client-scopes',
        ['address', 'phone', 'offline_access', 'microprofile-jwt', 'test-client-scope'],
        ['phone'],
      ),
  },
  keycloak_required_action: {
    required_action: () =>
      requiredAction(
        { alias: 'UPDATE_PASSWORD', name: 'Update Password', enabled: true, config: { max_auth_age: '600' } },
        { config: { max_auth_age: '300' }, defaultAction: true },
      ),
  },
  keycloak_authentication_flow: {
    flow: myFlow,
    execution: () => execution('my-flow-alias', 'identity-provider-redirector', { requirement: 'REQUIRED' }),
  },
  keycloak_authentication_execution: {
    flow: () => flow({ alias: 'my-flow-alias' }),
    execution_one: () =>
      execution(
        'my-flow-alias',
        'auth-cookie',
        { requirement: 'ALTERNATIVE', priority: 10 },
        { priority: 30 },
      ),
    execution_two: () =>
      execution('my-flow-alias', 'identity-provider-redirector', {
        requirement: 'ALTERNATIVE',
        priority: 20,
      }),
  },
  keycloak_authentication_execution_config: {
    flow: () => flow({ alias: 'my-flow-alias' }),
    execution: () => execution('my-flow-alias', 'identity-provider-redirector', { requirement: 'DISABLED' }),
    config: (ids) =>
      executionConfig(
        ids['execution'] ?? '',
        { alias: 'my-config-alias', config: { defaultProvider: 'my-config-default-idp' } },
        { config: { defaultProvider: 'other' } },
      ),
  },
  keycloak_authentication_subflow: {
    flow: () => flow({ alias: 'my-flow-alias' }),
    subflow: () =>
      subflow(
        'my-flow-alias',
        {
          alias: 'my-subflow-alias',
          providerId: 'basic-flow',
          description: '',
          requirement: 'ALTERNATIVE',
          priority: 10,
        },
        { requirement: 'REQUIRED', description: 'changed' },
      ),
  },
  keycloak_authentication_bindings: {
    flow: () => flow({ alias: 'my-flow-alias' }),
    execution_one: () => execution('my-flow-alias', 'auth-cookie', { requirement: 'ALTERNATIVE' }),
    execution_two: () =>
      execution('my-flow-alias', 'identity-provider-redirector', { requirement: 'ALTERNATIVE' }),
    browser_authentication_binding: () =>
      bindings({ browserFlow: 'my-flow-alias' }, { browserFlow: 'browser' }),
  },
};
