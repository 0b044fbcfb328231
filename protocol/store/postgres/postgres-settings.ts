// How a PostgreSQL database is reached.

/** TLS of the connection, with the modes of PostgreSQL's own programs. */
export interface PostgresTls {
  /**
   * `prefer`: TLS if the server offers it; `require`: TLS, whoever has the certificate; `verify-ca`: an authority has
   * issued it; `verify-full`: it also names the host.
   */
  readonly mode: 'disable' | 'prefer' | 'require' | 'verify-ca' | 'verify-full';
  /** PEM of the trusted authorities. Undefined: those that the process trusts. */
  readonly authorities: string | undefined;
  /** PEM of the client's certificate and its key. */
  readonly certificate: string | undefined;
  readonly key: string | undefined;
}

export interface PostgresSettings {
  /** A name, an address without brackets, or the folder of a Unix socket. */
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly password: string | undefined;
  readonly schema: string;
  /** How many connections are opened at most, besides the one that listens. */
  readonly poolMaxSize: number;
  /** What the database's administrator sees. */
  readonly applicationName: string;
  readonly tls: PostgresTls;
}
