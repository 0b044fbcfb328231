// The option table: a row defines flag, environment variable, configuration key, help, setting and reference.

/**
 * How an option's text is parsed. `folder` and `file` are paths, `files` a comma-separated list of them; `host`
 * is an address or name to listen on, `hostname` a host name or a base URL, `url` a base URL, `endpoint` an
 * http(s) URL with a path, `url-path` the path of a URL, `address-list` IP addresses and networks; `pattern` a
 * template of log lines, `date-pattern` a SimpleDateFormat; `gelf-host` a host, optionally prefixed with `tcp:`
 * or `udp:`; `choice-list` a comma-separated list of `choices`; `database` one of `choices`, or another database of
 * Keycloak, which has no effect; `duration` a number with a unit, `30s`, whose value is in milliseconds; `database-url` a PostgreSQL URL with or without `jdbc:`, `database-properties` its
 * query.
 */
export type OptionType =
  | 'integer'
  | 'choice'
  | 'level'
  | 'handler-list'
  | 'pattern'
  | 'date-pattern'
  | 'gelf-host'
  | 'port'
  | 'boolean'
  | 'text'
  | 'host'
  | 'hostname'
  | 'url'
  | 'url-path'
  | 'address-list'
  | 'endpoint'
  | 'folder'
  | 'file'
  | 'files'
  | 'level-list'
  | 'client-auth'
  | 'choice-list'
  | 'milliseconds-list'
  | 'feature-list'
  | 'duration'
  | 'database'
  | 'database-url'
  | 'database-properties';

/** One value of an option with a fixed set of values. */
export interface OptionChoice {
  readonly value: string;
  /** What it does, in one sentence. */
  readonly help: string;
}

export interface OptionRow {
  readonly key: OptionKey;
  /** Other names of the option. */
  readonly aliases?: readonly string[];
  readonly type: OptionType;
  /** The default; absent: the option is unset by default. */
  readonly defaultText?: string;
  /** The default in a container image. */
  readonly containerText?: string;
  /** The value of a flag that is given without one. */
  readonly bareText?: string;
  /** The allowed values; absent when any text of the type is allowed. */
  readonly choices?: readonly OptionChoice[];
  readonly section: Section;
  /** One or two sentences, without the default. */
  readonly help: string;
  /** An example value, for `--help` and messages. */
  readonly example: string;
  /** Keycloak 26 has no option of this name. */
  readonly isOwn?: true;
  /** Keycloak fixes it when its image is built, so the command `build` saves it. */
  readonly isBuildTime?: true;
  /** Absent: a change takes effect at the next start. */
  readonly acts?: 'at once';
  readonly secret?: true;
  /**
   * Whether `PUT /emulator/v1/settings`, and so the Settings screen, may change it. `in own folders`: only to
   * a path in the data or log folder. `never`: it refers to a file, folder, address or host outside them, or
   * decides which requests are trusted.
   * docs/decisions/0167-settings-over-http.md.
   */
  readonly overHttp: 'any value' | 'in own folders' | 'never';
  /** For `integer`, inclusive. */
  readonly range?: { readonly minimum: number; readonly maximum: number };
  /** Unit of the number. */
  readonly unit?: string;
}

/** Options by section. */
const OPTIONS = {
  Address: [
    {
      key: 'http-host',
      type: 'host',
      defaultText: '127.0.0.1',
      containerText: '0.0.0.0',
      help: 'Address to listen on. If other machines can reach it, the server starts only while no administrator has the default password.',
      example: '127.0.0.1',
      overHttp: 'never',
    },
    {
      key: 'http-port',
      type: 'port',
      defaultText: '8080',
      help: 'Port to listen on. 0 selects a free port, which the log line "Listening on" shows.',
      example: '8080',
      overHttp: 'any value',
    },
    {
      key: 'hostname',
      type: 'hostname',
      help: 'Base URL of the issuer and of every URL that browsers are sent to; the URL includes the path, if there is one. With a host name only, scheme and port are those of the request. If unset, the Host of the request is used.',
      example: 'https://sso.test:8443',
      overHttp: 'never',
    },
    {
      key: 'hostname-admin',
      type: 'url',
      help: 'Base URL of the console, if it is called by another name than hostname.',
      example: 'https://admin.sso.test:8443',
      overHttp: 'never',
    },
    {
      key: 'hostname-strict',
      type: 'boolean',
      defaultText: 'true',
      containerText: 'false',
      bareText: 'true',
      help: 'Whether requests with an unknown name in the Host header are refused, as protection against DNS rebinding. With false, every name is accepted.',
      example: 'false',
      overHttp: 'never',
    },
    {
      key: 'hostname-backchannel-dynamic',
      type: 'boolean',
      defaultText: 'false',
      bareText: 'true',
      help: 'With hostname: the URLs of endpoints for servers follow the address of the request, so that one issuer works from a container and from the host.',
      example: 'true',
      overHttp: 'any value',
    },
    {
      key: 'http-enabled',
      type: 'boolean',
      defaultText: 'true',
      bareText: 'true',
      help: 'Whether HTTP is served. With false, only HTTPS is; plain HTTP then listens on the loopback interface at a free port, for the server itself.',
      example: 'false',
      overHttp: 'any value',
    },
    {
      key: 'http-relative-path',
      type: 'url-path',
      defaultText: '/',
      help: 'Path below which everything is served.',
      example: '/auth',
      isBuildTime: true,
      overHttp: 'any value',
    },
    {
      key: 'proxy-headers',
      type: 'choice',
      help: 'Headers of a reverse proxy that contain the URL and the address of the caller. If unset, these headers are ignored.',
      example: 'xforwarded',
      overHttp: 'never',
      choices: [
        { value: 'forwarded', help: 'Forwarded, RFC 7239.' },
        { value: 'xforwarded', help: 'X-Forwarded-For, -Proto, -Host, -Port and -Prefix.' },
      ],
    },
    {
      key: 'proxy-trusted-addresses',
      type: 'address-list',
      help: 'With proxy-headers: comma-separated list of IP addresses and networks of proxies. The headers of other callers are ignored. If unset, every caller is trusted.',
      example: '10.0.0.0/8',
      overHttp: 'never',
    },
  ],
  HTTPS: [
    {
      key: 'https-port',
      type: 'port',
      bareText: '8443',
      help: 'Port for HTTPS, in addition to HTTP. 0 selects a free port. If unset, HTTPS is off unless a certificate is set; then it is 8443.',
      example: '8443',
      overHttp: 'any value',
    },
    {
      key: 'https-certificate-file',
      type: 'file',
      help: 'Server certificate as PEM, followed by its intermediate certificates. If unset, the server generates one for localhost in the data directory (docs/https.md).',
      example: './localhost.pem',
      overHttp: 'never',
    },
    {
      key: 'https-certificate-key-file',
      type: 'file',
      help: 'Private key of the certificate as PEM.',
      example: './localhost-key.pem',
      overHttp: 'never',
    },
    {
      key: 'https-certificate-key-file-password',
      type: 'text',
      help: 'Password of the private key, if it has one.',
      example: 'change-me',
      secret: true,
      overHttp: 'any value',
    },
    {
      key: 'https-key-store-file',
      type: 'file',
      help: 'Instead of PEM files: a PKCS #12 key store with the certificate and its key. If unset, server.keystore next to the configuration file, if it exists.',
      example: './server.p12',
      overHttp: 'never',
    },
    {
      key: 'https-key-store-password',
      type: 'text',
      help: 'Password of the key store. If unset, "password", as in Keycloak.',
      example: 'change-me',
      secret: true,
      overHttp: 'any value',
    },
    {
      key: 'https-client-auth',
      type: 'client-auth',
      defaultText: 'request',
      choices: [
        {
          value: 'request',
          help: 'Requests a client certificate, which is optional.',
        },
        {
          value: 'required',
          help: 'Refuses connections without a certificate that an authority in https-trust-store-file has issued.',
        },
        { value: 'none', help: 'Does not request a client certificate.' },
      ],
      help: 'Whether HTTPS clients are asked for a certificate: request, required or none. With request, the certificate is optional; with none, browsers do not prompt for one.',
      example: 'none',
      isBuildTime: true,
      overHttp: 'any value',
    },
    {
      key: 'https-trust-store-file',
      type: 'file',
      help: 'CA certificates as PEM. Certificates of clients with x509.subjectdn must be issued by one of them.',
      example: './client-ca.pem',
      overHttp: 'never',
    },
  ],
  Management: [
    {
      key: 'health-enabled',
      isBuildTime: true,
      type: 'boolean',
      defaultText: 'false',
      bareText: 'true',
      help: 'Whether the management interface serves /health. The main port serves it in any case (docs/observability.md).',
      example: 'true',
      overHttp: 'any value',
    },
    {
      key: 'metrics-enabled',
      isBuildTime: true,
      type: 'boolean',
      defaultText: 'false',
      bareText: 'true',
      help: 'Whether requests, sign-ins and sessions are counted, and the management interface serves /metrics for Prometheus.',
      example: 'true',
      overHttp: 'any value',
    },
    {
      key: 'http-management-port',
      type: 'port',
      defaultText: '9000',
      help: 'Port of the management interface. It is open only with health-enabled or metrics-enabled. 0 selects a free port.',
      example: '9000',
      overHttp: 'any value',
    },
    {
      key: 'http-management-host',
      type: 'host',
      help: 'Address on which the management interface listens. If unset, it is that of http-host.',
      example: '0.0.0.0',
      overHttp: 'never',
    },
    {
      key: 'http-management-relative-path',
      isBuildTime: true,
      type: 'url-path',
      help: 'Path below which the management interface serves /health and /metrics. If unset, the path of http-relative-path.',
      example: '/auth',
      overHttp: 'any value',
    },
    {
      key: 'http-management-scheme',
      type: 'choice',
      defaultText: 'inherited',
      choices: [
        {
          value: 'inherited',
          help: 'HTTPS if a certificate or key store is configured for the main server, otherwise HTTP.',
        },
        { value: 'http', help: 'HTTP in any case.' },
      ],
      help: 'Protocol of the management interface: inherited (HTTPS if a certificate or key store is configured for the main server, otherwise HTTP) or http.',
      example: 'http',
      overHttp: 'any value',
    },
    {
      key: 'http-management-health-enabled',
      isBuildTime: true,
      type: 'boolean',
      defaultText: 'true',
      bareText: 'true',
      help: 'With health-enabled: whether the management interface serves /health. With false, only the main port does.',
      example: 'false',
      overHttp: 'any value',
    },
    {
      key: 'https-management-certificate-file',
      type: 'file',
      help: 'Certificate of the management interface as PEM, if it differs from that of the main server. It turns on HTTPS there unless http-management-scheme is http.',
      example: './management.pem',
      overHttp: 'never',
    },
    {
      key: 'https-management-certificate-key-file',
      type: 'file',
      help: 'Private key of that certificate as PEM, without a password.',
      example: './management-key.pem',
      overHttp: 'never',
    },
    {
      key: 'legacy-observability-interface',
      isBuildTime: true,
      type: 'boolean',
      defaultText: 'false',
      bareText: 'true',
      help: 'Whether /metrics is on the main port, as before Keycloak 25. The management interface stays closed.',
      example: 'true',
      overHttp: 'any value',
    },
    {
      key: 'http-metrics-histograms-enabled',
      type: 'boolean',
      defaultText: 'true',
      bareText: 'true',
      help: 'With metrics-enabled: whether the durations of requests are counted in buckets from 5 ms to 10 s.',
      example: 'false',
      overHttp: 'any value',
    },
    {
      key: 'http-metrics-slos',
      type: 'milliseconds-list',
      help: 'With metrics-enabled: comma-separated list of durations in milliseconds that are further bounds of buckets.',
      example: '50,250,1000',
      overHttp: 'any value',
    },
    {
      key: 'event-metrics-user-enabled',
      isBuildTime: true,
      type: 'boolean',
      defaultText: 'false',
      bareText: 'true',
      help: 'With metrics-enabled: whether user events such as login and refresh_token are counted in keycloak_user_events_total.',
      example: 'true',
      overHttp: 'any value',
    },
    {
      key: 'event-metrics-user-tags',
      type: 'choice-list',
      defaultText: 'realm',
      choices: [
        { value: 'realm', help: 'Name of the realm.' },
        { value: 'idp', help: 'Alias of the identity provider; always empty, because there are none.' },
        { value: 'clientId', help: 'Client ID; the label is client_id.' },
      ],
      help: 'Comma-separated list of labels of keycloak_user_events_total besides event and error: realm, idp, clientId.',
      example: 'realm,clientId',
      overHttp: 'any value',
    },
  ],
  'First administrator': [
    {
      key: 'bootstrap-admin-username',
      type: 'text',
      defaultText: 'admin',
      help: 'Username of the first administrator, who is created in the master realm of a new data directory.',
      example: 'admin',
      overHttp: 'any value',
    },
    {
      key: 'bootstrap-admin-password',
      type: 'text',
      help: 'Password of the first administrator; "admin" if unset, on a loopback address only. In a container image, no administrator is created without a password. On any other address it also replaces the default password of existing administrators; other passwords are not changed.',
      example: 'change-me',
      secret: true,
      overHttp: 'any value',
    },
    {
      key: 'bootstrap-admin-client-id',
      type: 'text',
      defaultText: 'temp-admin',
      help: 'Client ID of the service account with role admin, which is created in the master realm of a new data directory if it has a secret.',
      example: 'temp-admin',
      overHttp: 'any value',
    },
    {
      key: 'bootstrap-admin-client-secret',
      type: 'text',
      help: 'Client secret of that service account. If unset, there is no such account.',
      example: 'change-me',
      secret: true,
      overHttp: 'any value',
    },
  ],
  Files: [
    {
      key: 'data-dir',
      isOwn: true,
      type: 'folder',
      defaultText: 'data',
      help: 'Folder for realms, keys, sessions and logs. Only one process can use it at a time.',
      example: './data',
      overHttp: 'never',
    },
    {
      key: 'config-file',
      type: 'file',
      defaultText: 'conf/understudy.conf',
      help: 'Configuration file with one key=value per line; # starts a comment.',
      example: './understudy.conf',
      overHttp: 'never',
    },
    {
      key: 'spi-theme-folder-dir',
      type: 'folder',
      defaultText: 'themes',
      help: 'Folder of login themes: <name>/login contains theme.properties, messages and resources. The default is beside the folder of the configuration file. Changed files take effect at once.',
      example: './themes',
      overHttp: 'never',
    },
  ],
  Database: [
    {
      key: 'db',
      type: 'database',
      defaultText: 'file',
      choices: [
        { value: 'file', help: 'Files in the data directory. dev-file is the same.' },
        { value: 'postgres', help: 'A PostgreSQL database, which several servers can share.' },
        { value: 'dev-mem', help: 'Memory only. Everything is lost when the server ends.' },
      ],
      help: 'Where realms, users, keys and sessions are kept. If unset and db-url is the address of a PostgreSQL database, it is postgres. With other databases of Keycloak, it is file.',
      example: 'postgres',
      isBuildTime: true,
      overHttp: 'never',
    },
    {
      key: 'db-url',
      type: 'database-url',
      help: 'Address of the database. If unset, it is composed of db-url-host, db-url-port and db-url-database.',
      example: 'jdbc:postgresql://postgres/keycloak',
      secret: true,
      overHttp: 'never',
    },
    {
      key: 'db-url-host',
      type: 'host',
      defaultText: 'localhost',
      help: 'Host of the database. With db-url, it has no effect.',
      example: 'postgres',
      overHttp: 'never',
    },
    {
      key: 'db-url-port',
      type: 'port',
      defaultText: '5432',
      help: 'Port of the database. With db-url, it has no effect.',
      example: '5432',
      overHttp: 'never',
    },
    {
      key: 'db-url-database',
      type: 'text',
      defaultText: 'keycloak',
      help: 'Name of the database. With db-url, it has no effect.',
      example: 'keycloak',
      overHttp: 'never',
    },
    {
      key: 'db-url-properties',
      type: 'database-properties',
      help: 'Properties of the connection, as at the end of a JDBC URL. They are added to those of db-url. sslmode and sslrootcert configure TLS.',
      example: '?sslmode=verify-full&sslrootcert=/etc/ssl/db-ca.pem',
      overHttp: 'never',
    },
    {
      key: 'db-username',
      type: 'text',
      help: 'User of the database. If unset, the user in db-url, or else the user who runs the server.',
      example: 'keycloak',
      overHttp: 'never',
    },
    {
      key: 'db-password',
      type: 'text',
      help: 'Password of that user.',
      example: 'change-me',
      secret: true,
      overHttp: 'never',
    },
    {
      key: 'db-schema',
      type: 'text',
      defaultText: 'public',
      help: 'Schema of the tables. It is created if it is missing and the user may do so.',
      example: 'public',
      overHttp: 'never',
    },
    {
      key: 'db-connect-timeout',
      type: 'duration',
      defaultText: '30s',
      help: 'How long the start waits for a database that does not accept connections yet, as beside a database that starts at the same time.',
      example: '5s',
      overHttp: 'any value',
    },
    {
      key: 'db-pool-max-size',
      type: 'integer',
      defaultText: '20',
      range: { minimum: 3, maximum: 1000 },
      help: 'How many connections to the database each server opens at most, besides one that waits for changes of other servers.',
      example: '20',
      overHttp: 'any value',
    },
  ],
  Realms: [
    {
      key: 'import-realm',
      type: 'files',
      bareText: 'true',
      help: 'Realm file, folder of realm files, or a comma-separated list of them, to import at start. Without a value: the folder import in the data directory, which may be missing. Existing realms are not changed.',
      example: './realm-export.json',
      overHttp: 'never',
    },
    {
      key: 'demo-realm',
      isOwn: true,
      type: 'boolean',
      bareText: 'true',
      help: 'Whether a new data directory gets the realms demo and demo-partner. If unset, it does in the desktop app, unless a realm is imported. A realm demo in an imported file is used instead of both.',
      example: 'true',
      overHttp: 'any value',
    },
  ],
  'Outgoing requests': [
    {
      key: 'mail',
      isOwn: true,
      type: 'choice',
      defaultText: 'capture',
      choices: [
        { value: 'capture', help: 'Messages stay in the mailbox of their realm.' },
        {
          value: 'send',
          help: "Messages are delivered through the realm's mail server (smtpServer) as well.",
        },
      ],
      help: 'What happens to messages that a realm sends by e-mail.',
      example: 'send',
      overHttp: 'any value',
    },
    {
      key: 'truststore-paths',
      type: 'files',
      help: 'Comma-separated list of PEM files, and folders of PEM files, with certificates that are trusted in addition to the known authorities when the server calls applications over HTTPS. The folder truststores next to the configuration file is read in any case.',
      example: './company-ca.pem',
      overHttp: 'never',
    },
  ],
  Features: [
    {
      key: 'features',
      type: 'feature-list',
      help: 'Comma-separated list of features to enable. docker: tokens for container registries. Names of other Keycloak features are accepted and have no effect.',
      example: 'docker',
      isBuildTime: true,
      overHttp: 'any value',
    },
    {
      key: 'features-disabled',
      type: 'feature-list',
      help: 'Comma-separated list of features to disable. Features in both lists are disabled.',
      example: 'docker',
      isBuildTime: true,
      overHttp: 'any value',
    },
  ],
  CIBA: [
    {
      key: 'spi-ciba-auth-channel-ciba-http-auth-channel-http-authentication-channel-uri',
      type: 'endpoint',
      help: 'URL of the authentication entity for CIBA. If unset, the built-in authentication device is used: the Device screen, and /emulator/v1 headless.',
      example: 'http://127.0.0.1:9000/delegations',
      overHttp: 'never',
    },
  ],
  Logging: [
    {
      key: 'log-level',
      type: 'level-list',
      defaultText: 'info',
      help: 'Root level and levels of categories: OFF, FATAL, ERROR, WARN, INFO, DEBUG, TRACE or ALL. The last root level wins; the level of a category applies to its sub-categories.',
      example: 'info,oauth:debug',
      acts: 'at once',
      overHttp: 'any value',
    },
    {
      key: 'log',
      type: 'handler-list',
      defaultText: 'console',
      help: 'Comma-separated list of log handlers: console, file and gelf. The options of a handler apply only while it is listed.',
      example: 'console,file',
      acts: 'at once',
      overHttp: 'any value',
      choices: [
        { value: 'console', help: 'Standard output.' },
        { value: 'file', help: 'The file of log-file.' },
        { value: 'gelf', help: 'A GELF receiver, over UDP or TCP.' },
      ],
    },
    {
      key: 'log-console-level',
      type: 'level',
      defaultText: 'all',
      help: 'Minimum level of records on the console. Applied after log-level.',
      example: 'warn',
      acts: 'at once',
      overHttp: 'any value',
    },
    {
      key: 'log-console-format',
      aliases: ['log-format'],
      type: 'pattern',
      defaultText: '%d{yyyy-MM-dd HH:mm:ss,SSS} %-5p [%c] (%t) %s%e%n',
      help: 'Pattern of a console line. %c{3.} shortens the category, %d{…} sets a date pattern, %z{…} a time zone; docs/reference/log-format.md lists all symbols.',
      example: '%d{HH:mm:ss} %-5p [%c{3.}] %s%e%n',
      acts: 'at once',
      overHttp: 'any value',
    },
    {
      key: 'log-console-output',
      type: 'choice',
      defaultText: 'default',
      help: 'Output on the console: default (text), or json (one object per line, without colours; log-console-format is ignored).',
      example: 'json',
      acts: 'at once',
      overHttp: 'any value',
      choices: [
        { value: 'default', help: 'Lines in log-console-format.' },
        { value: 'json', help: 'One JSON object per line, without colours; log-console-format is ignored.' },
      ],
    },
    {
      key: 'log-console-color',
      type: 'boolean',
      defaultText: 'false',
      bareText: 'true',
      help: 'Colours on the console, with default output only.',
      example: 'true',
      acts: 'at once',
      overHttp: 'any value',
    },
    {
      key: 'log-file',
      type: 'file',
      defaultText: 'data/log/understudy.log',
      help: 'File of the file handler, by default in the data directory. Its folder is created if needed; if it is not writable, the server starts without a log file and reports one error. The Settings screen accepts .log files in the data directory or next to the log file set at start.',
      example: './understudy.log',
      acts: 'at once',
      overHttp: 'in own folders',
    },
    {
      key: 'log-file-level',
      type: 'level',
      defaultText: 'all',
      help: 'Minimum level of records in the file. Applied after log-level.',
      example: 'warn',
      acts: 'at once',
      overHttp: 'any value',
    },
    {
      key: 'log-file-format',
      type: 'pattern',
      defaultText: '%d{yyyy-MM-dd HH:mm:ss,SSS} %-5p [%c] (%t) %s%e%n',
      help: 'Pattern of a line in the file, with the symbols of log-console-format.',
      example: '%d %p [%c] %s%e%n',
      acts: 'at once',
      overHttp: 'any value',
    },
    {
      key: 'log-file-rotation-max-size',
      isOwn: true,
      type: 'integer',
      defaultText: '0',
      help: 'Size at which the file is rotated to <file>.1. 0 turns rotation off.',
      example: '10485760',
      acts: 'at once',
      overHttp: 'any value',
      range: { minimum: 0, maximum: 1_099_511_627_776 },
      unit: 'bytes',
    },
    {
      key: 'log-file-rotation-backups',
      isOwn: true,
      type: 'integer',
      defaultText: '5',
      help: 'Number of rotated files to keep.',
      example: '5',
      acts: 'at once',
      overHttp: 'any value',
      range: { minimum: 1, maximum: 100 },
      unit: 'files',
    },
    {
      key: 'log-gelf-host',
      isOwn: true,
      type: 'gelf-host',
      defaultText: 'localhost',
      help: 'Host of the GELF receiver, reached over UDP. The prefix tcp: selects TCP.',
      example: 'tcp:graylog.test',
      acts: 'at once',
      overHttp: 'never',
    },
    {
      key: 'log-gelf-port',
      isOwn: true,
      type: 'integer',
      defaultText: '12201',
      help: 'Port of the GELF receiver.',
      example: '12201',
      acts: 'at once',
      overHttp: 'never',
      range: { minimum: 1, maximum: 65_535 },
    },
    {
      key: 'log-gelf-level',
      isOwn: true,
      type: 'level',
      help: 'Minimum level of records that are sent. If unset, log-level applies; a level below log-level has no effect.',
      example: 'warn',
      acts: 'at once',
      overHttp: 'any value',
    },
    {
      key: 'log-gelf-include-stack-trace',
      isOwn: true,
      type: 'boolean',
      defaultText: 'true',
      bareText: 'true',
      help: 'Whether the stack trace of an error is sent in the field StackTrace.',
      example: 'false',
      acts: 'at once',
      overHttp: 'any value',
    },
    {
      key: 'log-gelf-timestamp-format',
      isOwn: true,
      type: 'date-pattern',
      defaultText: 'yyyy-MM-dd HH:mm:ss,SSS',
      help: 'SimpleDateFormat pattern of the field _Time, which is sent in addition to the numeric timestamp.',
      example: 'yyyy-MM-dd HH:mm:ss',
      acts: 'at once',
      overHttp: 'any value',
    },
    {
      key: 'log-gelf-facility',
      isOwn: true,
      type: 'text',
      defaultText: 'server',
      help: 'Value of the field facility.',
      example: 'understudy-ci',
      acts: 'at once',
      overHttp: 'any value',
    },
    {
      key: 'log-gelf-max-message-size',
      isOwn: true,
      type: 'integer',
      defaultText: '8192',
      help: 'Maximum size of a UDP datagram, without the chunk header. A compressed message that is larger is sent in chunks.',
      example: '1420',
      acts: 'at once',
      overHttp: 'any value',
      range: { minimum: 64, maximum: 65_495 },
      unit: 'bytes',
    },
    {
      key: 'log-gelf-include-message-parameters',
      isOwn: true,
      type: 'boolean',
      defaultText: 'true',
      bareText: 'true',
      help: 'Whether message parameters are sent in the fields MessageParam0, MessageParam1 and so on.',
      example: 'false',
      acts: 'at once',
      overHttp: 'any value',
    },
    {
      key: 'log-gelf-include-location',
      isOwn: true,
      type: 'boolean',
      defaultText: 'true',
      bareText: 'true',
      help: 'Whether the source location is sent in the fields SourceClassName, SourceMethodName and SourceSimpleClassName.',
      example: 'false',
      acts: 'at once',
      overHttp: 'any value',
    },
  ],
} as const;

type Section = keyof typeof OPTIONS;

/** The table with the same type for all rows. */
export const OPTION_ROWS: readonly OptionRow[] = (Object.keys(OPTIONS) as Section[]).flatMap((section) =>
  OPTIONS[section].map((row) => ({ ...row, section })),
);

type Row = (typeof OPTIONS)[Section][number];

/** Key of an option, without leading dashes. */
export type OptionKey = Row['key'];

type ValueOf<Type extends OptionType> = Type extends 'port' | 'integer' | 'duration'
  ? number
  : Type extends 'boolean'
    ? boolean
    : string;

/** Every option's parsed value. */
export type OptionValues = {
  readonly [R in Row as R['key']]: R extends { readonly defaultText: string }
    ? ValueOf<R['type']>
    : ValueOf<R['type']> | undefined;
};

/** `http-port` is `UNDERSTUDY_HTTP_PORT`, or, with lower precedence, `KC_HTTP_PORT`. */
export function environmentName(key: string, prefix: 'UNDERSTUDY' | 'KC' = 'UNDERSTUDY'): string {
  return `${prefix}_${key.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}`;
}
