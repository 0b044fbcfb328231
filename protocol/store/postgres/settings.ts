// How the database is reached.

/** Which server certificates are accepted, named as in libpq. */
export type PostgresTlsMode =
  /** The connection is not encrypted. */
  | 'disable'
  /** Any certificate. */
  | 'require'
  /** A certificate of a trusted CA, for whatever host. */
  | 'verify-ca'
  /** A certificate of a trusted CA for the host. */
  | 'verify-full';

/** The database and the connections to it. */
export interface PostgresSettings {
  /** Name or IP address. */
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  /** Undefined: the database is expected not to ask for one. */
  readonly password: string | undefined;
  /** Contains the tables; created if it is missing. */
  readonly schema: string;
  /** Most connections at a time, from 1; one more is used to listen for changes of other servers. */
  readonly poolMaxSize: number;
  readonly tls: {
    readonly mode: PostgresTlsMode;
    /** Certificates of trusted CAs in PEM; undefined: those that Node.js trusts. */
    readonly certificates?: string;
  };
  /** Shown in the database's list of connections. */
  readonly applicationName: string;
}

/** The database's address without secrets, for messages. */
export function describeDatabase({ host, port, database }: PostgresSettings): string {
  return `postgresql://${host.includes(':') ? `[${host}]` : host}:${port}/${database}`;
}
