// Types of tools/postgres.mjs, which is JavaScript.
declare module '*/tools/postgres.mjs' {
  /** How a cluster is set up. */
  export interface PostgresOptions {
    /** Password of the owner, which every connection then needs; default: none is asked for. */
    readonly password?: string;
    /** Whether commits wait for the disk; default: no. */
    readonly fsync?: boolean;
    /** Certificate and private key in PEM, with which it offers TLS. */
    readonly tls?: { readonly certificate: string; readonly key: string };
    /** Further lines of postgresql.conf. */
    readonly settings?: Readonly<Record<string, string>>;
  }

  /** A running cluster. */
  export interface PostgresCluster {
    readonly host: string;
    readonly port: number;
    /** The owner, who may do everything. */
    readonly user: string;
    readonly password: string | undefined;
    /** An empty database. */
    readonly database: string;
    /** Runs SQL as the owner; a line for each row, columns separated by `|`. Default: in `database`. */
    query(sql: string, database?: string): Promise<string>;
    /** Creates another database, empty or a copy of an unused one; its name. */
    createDatabase(template?: string): Promise<string>;
    /** Creates an empty database on a disk of so many megabytes. */
    createSmallDisk(megabytes: number): Promise<SmallDisk>;
    /** What PostgreSQL has logged so far. */
    log(): string;
    /** Stops PostgreSQL and keeps its data. */
    halt(how?: 'orderly' | 'crash'): Promise<void>;
    /** Starts it again, on the same port. */
    resume(): Promise<void>;
    /** Stops it and removes its data. */
    stop(): Promise<void>;
  }

  /** A database whose disk can be full. */
  export interface SmallDisk {
    readonly database: string;
    /** Leaves no space. */
    fill(): void;
    /** Gives the space back. */
    free(): void;
  }

  /** Why no small disk can be made on this machine; undefined if one can. */
  export function whyNoSmallDisk(): string | undefined;

  /** The folder of PostgreSQL's programs; undefined if it is not installed. */
  export function findPostgres(): string | undefined;

  /** Why no cluster can be started on this machine; undefined if one can. */
  export function whyNoPostgres(): string | undefined;

  /** Starts a cluster that ends with this process at the latest. */
  export function startPostgres(options?: PostgresOptions): Promise<PostgresCluster>;
}

// Types of tools/faulty-link.mjs.
declare module '*/tools/faulty-link.mjs' {
  /** A connection to a port that can be slow, be cut, or fall silent. */
  export interface FaultyLink {
    /** Where callers connect instead. */
    readonly port: number;
    /** Milliseconds by which everything is late from now on, in each direction. */
    delay(milliseconds: number): void;
    /** Cuts all connections. */
    cut(): void;
    /**
     * Cuts the next connection on which this text is sent, before it arrives, or `afterwards`: it has arrived, and its
     * answer is lost. Resolves when that has happened.
     */
    cutAt(text: string, options?: { readonly afterwards?: boolean }): Promise<void>;
    /**
     * From now on, nothing passes on the connections that are open and on which this text has been sent; by default, all.
     * They stay open. New ones work. The number of silenced connections.
     */
    silence(text?: string): number;
    /** Cuts all connections and accepts no more. */
    stop(): Promise<void>;
  }

  /** Starts a link to a port of this machine. */
  export function startFaultyLink(target: number): Promise<FaultyLink>;
}
