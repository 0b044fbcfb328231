// Keycloak's options that are accepted and have no effect, by what Understudy does instead.

export interface WithoutEffect {
  readonly topic: string;
  /** What holds in Understudy, in one sentence. */
  readonly instead: string;
  /** Lines of option names, separated by blanks. A name that ends in `-*` stands for all names that begin so. */
  readonly options: readonly string[];
  /** Environment variables that are no options. */
  readonly variables: readonly string[];
}

/** Where state is kept is reported in a sentence of its own. */
export const STATE_OPTIONS: WithoutEffect = {
  topic: 'Database, caches and transactions',
  instead: 'State is kept in files in the data directory, or in one PostgreSQL database.',
  options: [
    'cache cache-config-file cache-config-mutate cache-embedded-authorization-max-count',
    'cache-embedded-client-sessions-max-count cache-embedded-cluster-name cache-embedded-crl-max-count',
    'cache-embedded-keys-max-count cache-embedded-mtls-enabled cache-embedded-mtls-key-store-file',
    'cache-embedded-mtls-key-store-password cache-embedded-mtls-rotation-interval-days',
    'cache-embedded-mtls-trust-store-file cache-embedded-mtls-trust-store-password',
    'cache-embedded-network-bind-address cache-embedded-network-bind-port',
    'cache-embedded-network-external-address cache-embedded-network-external-port',
    'cache-embedded-node-name cache-embedded-offline-client-sessions-max-count',
    'cache-embedded-offline-sessions-max-count cache-embedded-realms-max-count',
    'cache-embedded-sessions-max-count cache-embedded-users-max-count cache-metrics-histograms-enabled',
    'cache-remote-backup-sites cache-remote-host cache-remote-password cache-remote-port',
    'cache-remote-tls-enabled cache-remote-username cache-stack db-active-*',
    'db-connect-timeout-* db-debug-jpql db-debug-jpql-* db-dialect db-dialect-* db-driver db-driver-*',
    'db-enabled-* db-health-exclude-* db-kind-* db-log-slow-queries-threshold',
    'db-log-slow-queries-threshold-* db-mtls-key-store-file db-mtls-key-store-file-*',
    'db-mtls-key-store-password db-mtls-key-store-password-* db-mtls-key-store-type',
    'db-mtls-key-store-type-* db-password-* db-pool-acquisition-timeout db-pool-initial-size',
    'db-pool-initial-size-* db-pool-max-lifetime db-pool-max-size-* db-pool-min-size db-pool-min-size-*',
    'db-postgres-target-server-type db-schema-* db-tls-mode db-tls-mode-* db-tls-trust-store-file',
    'db-tls-trust-store-file-* db-tls-trust-store-password db-tls-trust-store-password-*',
    'db-tls-trust-store-type db-tls-trust-store-type-* db-url-database-* db-url-full-* db-url-host-*',
    'db-url-port-* db-url-properties-* db-username-* storage storage-area-*',
    'storage-deployment-state-version-seed storage-file-dir storage-hotrod-* transaction-db-lock-timeout',
    'transaction-default-timeout transaction-jta-enabled transaction-setup-timeout transaction-xa-enabled',
    'transaction-xa-enabled-*',
  ],
  variables: [
    'JGROUPS_DISCOVERY_PROTOCOL',
    'JGROUPS_DISCOVERY_PROPERTIES',
    'CACHE_OWNERS_COUNT',
    'CACHE_OWNERS_AUTH_SESSIONS_COUNT',
    'KEYCLOAK_CACHE_TYPE',
    'KEYCLOAK_CACHE_STACK',
  ],
};

const OTHERS: readonly WithoutEffect[] = [
  {
    topic: 'Connections',
    instead: 'TLS versions, ciphers, limits and certificates of connections are fixed.',
    options: [
      'fips-mode http-accept-non-normalized-paths http-management-enabled http-max-queued-requests',
      'http-pool-max-threads http-server-enabled https-certificates-reload-period https-cipher-suites',
      'https-management-certificate-key-file-password https-management-certificates-reload-period',
      'https-management-cipher-suites https-management-client-auth https-management-key-store-file',
      'https-management-key-store-password https-management-key-store-type https-management-protocols',
      'https-management-trust-store-file https-management-trust-store-password',
      'https-management-trust-store-type https-key-store-type https-trust-store-password https-trust-store-type https-protocols pqc-http-in pqc-http-management',
      'proxy-allow-forwarded-header proxy-allow-x-forwarded-header proxy-forwarded-host',
      'proxy-protocol-enabled proxy-trusted-header-enabled shutdown-delay shutdown-timeout',
      'tls-hostname-verifier truststore-kubernetes-enabled',
    ],
    variables: [],
  },
  {
    topic: 'Access log',
    instead: 'Activity records every exchange.',
    options: [
      'http-access-log-enabled http-access-log-exclude http-access-log-file-enabled',
      'http-access-log-file-name http-access-log-file-rotate http-access-log-file-suffix',
      'http-access-log-masked-cookies http-access-log-masked-headers http-access-log-pattern',
    ],
    variables: [],
  },
  {
    topic: 'Logging',
    instead: 'Logs go to the console, to a file and to GELF receivers.',
    options: [
      'log-async log-console-async log-console-async-queue-length log-console-include-mdc',
      'log-console-include-trace log-console-json-format log-file-async log-file-async-queue-length',
      'log-file-include-mdc log-file-include-trace log-file-json-format log-file-output',
      'log-file-rotation-enabled log-file-rotation-file-suffix log-file-rotation-max-backup-index',
      'log-file-rotation-max-file-size log-file-rotation-rotate-on-boot log-mdc-enabled log-mdc-keys',
      'log-service-environment log-service-name log-syslog-app-name log-syslog-async',
      'log-syslog-async-queue-length log-syslog-counting-framing log-syslog-endpoint log-syslog-format',
      'log-syslog-include-mdc log-syslog-include-trace log-syslog-json-format log-syslog-level',
      'log-syslog-max-length log-syslog-output log-syslog-protocol log-syslog-type',
    ],
    variables: [],
  },
  {
    topic: 'Telemetry',
    instead: 'Metrics are on the management interface. Traces are not recorded.',
    options: [
      'event-metrics-user-events telemetry-endpoint telemetry-header-* telemetry-logs-enabled telemetry-logs-endpoint',
      'telemetry-logs-header-* telemetry-logs-level telemetry-logs-protocol telemetry-metrics-enabled',
      'telemetry-metrics-endpoint telemetry-metrics-header-* telemetry-metrics-interval',
      'telemetry-metrics-protocol telemetry-protocol telemetry-resource-attributes telemetry-service-name',
      'tracing-compression tracing-enabled tracing-endpoint tracing-header-* tracing-infinispan-enabled',
      'tracing-jdbc-enabled tracing-protocol tracing-resource-attributes tracing-sampler-ratio',
      'tracing-sampler-type tracing-service-name',
    ],
    variables: ['KEYCLOAK_STATISTICS'],
  },
  {
    topic: 'Vault and keystores',
    instead: 'Secrets are in the realms.',
    options: [
      'config-keystore config-keystore-password config-keystore-type vault vault-dir vault-file vault-pass',
      'vault-type',
    ],
    variables: [],
  },
  {
    topic: 'Others',
    instead: 'Keycloak alone has what they configure.',
    options: [
      'auto-build bootstrap-admin-expiration class-loader-ignore-artifacts dry-run home-dir hostname-debug',
      'openapi-enabled openapi-ui-enabled run-in-container server-async-bootstrap spi-*',
    ],
    variables: [
      'JAVA_OPTS',
      'JAVA_OPTS_APPEND',
      'JAVA_OPTS_KC_HEAP',
      'JAVA_ADD_OPENS',
      'JAVA_TOOL_OPTIONS',
      'KC_DEBUG',
      'KC_DEBUG_PORT',
      'KC_DEBUG_SUSPEND',
      'KEYCLOAK_DEFAULT_THEME',
      'KEYCLOAK_WELCOME_THEME',
    ],
  },
];

/** Every option of Keycloak 26 that has no row in the option table. */
export const OPTIONS_WITHOUT_EFFECT: readonly WithoutEffect[] = [STATE_OPTIONS, ...OTHERS];

/** Names of a row, one by one. */
export function listNames({ options }: Pick<WithoutEffect, 'options'>): readonly string[] {
  return options.flatMap((line) => line.split(' '));
}

function isNamed(name: string, key: string): boolean {
  return name.endsWith('-*') ? key.startsWith(name.slice(0, -1)) && key.length >= name.length : name === key;
}

/** The row of an option without effect, by its key. */
export function findWithoutEffect(key: string): WithoutEffect | undefined {
  return OPTIONS_WITHOUT_EFFECT.find((row) => listNames(row).some((name) => isNamed(name, key)));
}
