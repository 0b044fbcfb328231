// Features that can be switched, and names of Keycloak's features that are accepted without effect.

interface FeatureRow {
  /** One sentence: what is available when it is enabled. */
  readonly help: string;
  readonly enabledByDefault: boolean;
}

/** Every feature that can be enabled and disabled. */
export const FEATURES = {
  docker: {
    help: 'Tokens for container registries: clients of protocol docker-v2 and their endpoint.',
    enabledByDefault: false,
  },
} as const;
FEATURES satisfies Record<string, FeatureRow>;

export type FeatureName = keyof typeof FEATURES;

/** Keycloak's own features: always enabled if supported, and accepted so that existing lists keep working. */
const WITHOUT_SWITCH: ReadonlySet<string> = new Set([
  'account',
  'account-api',
  'admin',
  'admin-api',
  'admin-fine-grained-authz',
  'authorization',
  'cache-embedded-remote-store',
  'ciba',
  'client-admin-api',
  'client-auth-federated',
  'client-policies',
  'client-secret-rotation',
  'client-types',
  'clusterless',
  'declarative-ui',
  'declarative-user-profile',
  'default',
  'device-flow',
  'dpop',
  'dynamic-scopes',
  'fips',
  'hostname',
  'impersonation',
  'ipa-tuura-federation',
  'js-adapter',
  'jwt-authorization-grant',
  'kerberos',
  'log-mdc',
  'login',
  'logout-all-sessions',
  'multi-site',
  'oid4vc-vci',
  'opentelemetry',
  'organization',
  'par',
  'parameterized-scopes',
  'passkeys',
  'passkeys-conditional-ui-authenticator',
  'persistent-user-sessions',
  'preview',
  'quick-theme',
  'recovery-codes',
  'rolling-updates',
  'scripts',
  'spiffe',
  'step-up-authentication',
  'step-up-authentication-saml',
  'token-exchange',
  'token-exchange-external-internal',
  'token-exchange-standard',
  'transient-users',
  'update-email',
  'user-event-metrics',
  'web-authn',
  'workflows',
  // Names that Keycloak had before 26, which compose files of its age still list.
  'account2',
  'account3',
  'admin2',
  'linkedin-oauth',
  'login2',
  'map-storage',
  'offline-session-preloading',
  'openshift-integration',
  'remote-cache',
  'upload-scripts',
]);

export interface FeatureList {
  readonly names: readonly FeatureName[];
  /** Keycloak's features that cannot be switched here. */
  readonly withoutSwitch: readonly string[];
  /** Names that are neither. */
  readonly unknown: readonly string[];
}

function isFeature(name: string): name is FeatureName {
  return Object.hasOwn(FEATURES, name);
}

/**
 * Parses a comma-separated list. Compat: accepts `preview`, `docker:v1` and, from Keycloak before 17,
 * `token_exchange`; case and blanks are ignored.
 */
export function readFeatureList(text: string): FeatureList {
  const names = text
    .split(',')
    .map((name) =>
      name
        .trim()
        .toLowerCase()
        .replaceAll('_', '-')
        .replace(/:v\d+$/, ''),
    )
    .filter((name) => name !== '');
  return {
    names: [...new Set(names.filter(isFeature))],
    withoutSwitch: [...new Set(names.filter((name) => WITHOUT_SWITCH.has(name)))],
    unknown: names.filter((name) => !isFeature(name) && !WITHOUT_SWITCH.has(name)),
  };
}

/** The enabled features: those on by default and those in `enabled`, except those in `disabled`. */
export function enabledFeatures(enabled: string, disabled: string): ReadonlySet<FeatureName> {
  const off = new Set(readFeatureList(disabled).names);
  const byDefault = Object.keys(FEATURES)
    .filter(isFeature)
    .filter((name) => FEATURES[name].enabledByDefault);
  return new Set([...byDefault, ...readFeatureList(enabled).names].filter((name) => !off.has(name)));
}
