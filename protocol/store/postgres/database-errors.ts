// What the database and the connection to it report, in the terms of the server.
import pg from 'pg';
import { OptionError } from '#protocol/errors/option-error.ts';
import { type DiskOperation, StorageError, type StorageFault } from '#protocol/errors/storage-error.ts';
import { describeDatabase } from './describe-database.ts';
import type { PostgresSettings } from './postgres-settings.ts';

/** A code of PostgreSQL (SQLSTATE), OpenSSL or the system; empty if the error has none. */
export function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
}

/** Whether a transaction lost against another one and may be repeated: serialization failure or deadlock. */
export function isRepeatable(error: unknown): boolean {
  return ['40001', '40P01'].includes(codeOf(error));
}

/** The name of the violated unique constraint; undefined for any other error. */
export function violatedUnique(error: unknown): string | undefined {
  if (codeOf(error) !== '23505') return undefined;
  return error instanceof Error && 'constraint' in error ? String(error.constraint) : '';
}

/** Whether a row that another one refers to is missing. */
export function isMissingReference(error: unknown): boolean {
  return codeOf(error) === '23503';
}

/** An option with what is wrong with it. */
interface OptionFault {
  /** SQLSTATE or code of the system; matched in full. */
  readonly code?: RegExp;
  /** Used for errors without a code of their own. */
  readonly message?: RegExp;
  readonly option: string;
  problem(settings: PostgresSettings): string;
  remedy(settings: PostgresSettings): string;
}

/** Its `sslmode` and `sslrootcert` configure TLS. */
const TLS_OPTION = 'db-url-properties';

/** The first that matches counts. */
const OPTION_FAULTS: readonly OptionFault[] = [
  {
    code: /ENOTFOUND|EAI_AGAIN|EAI_NODATA/,
    option: 'db-url',
    problem: ({ host }) => `there is no host ${host}`,
    remedy: () => 'Give the name or address of the host that runs the database.',
  },
  {
    code: /ECONNREFUSED/,
    option: 'db-url',
    problem: ({ host, port }) => `nothing listens on ${host}, port ${port}`,
    remedy: () => 'Start the database, or give the host and port on which it listens.',
  },
  {
    code: /ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN/,
    message: /connection timeout|^timeout expired$|timeout exceeded when trying to connect/i,
    option: 'db-url',
    problem: ({ host, port }) => `${host} does not answer on port ${port}`,
    remedy: () => 'Check host and port, and that no firewall blocks the connection.',
  },
  {
    code: /57P03/,
    option: 'db-url',
    problem: (settings) => `the database at ${describeDatabase(settings)} is starting up or shutting down`,
    remedy: () => 'Wait until it accepts connections, and start again.',
  },
  {
    code: /53300/,
    option: 'db-pool-max-size',
    problem: () => 'the database accepts no more connections',
    remedy: () => 'Reduce the pool of each server, or raise max_connections of the database.',
  },
  {
    code: /28P01/,
    message: /password must be a (non-empty )?string/,
    option: 'db-password',
    problem: ({ user, password }) =>
      password === undefined
        ? `the database asks for the password of ${user}`
        : `the database rejects the password of ${user}`,
    remedy: () => 'Give the password of db-username.',
  },
  {
    message: /no pg_hba\.conf entry.*no encryption/s,
    option: TLS_OPTION,
    problem: () => 'the database accepts encrypted connections only',
    remedy: () => 'Add sslmode=verify-full.',
  },
  {
    code: /28000/,
    option: 'db-username',
    problem: ({ user, host }) => `the database at ${host} does not let ${user} in`,
    remedy: () => 'Give a role that may log in from this machine, or permit it in pg_hba.conf.',
  },
  {
    code: /3D000/,
    option: 'db-url',
    problem: ({ database }) => `there is no database ${database}`,
    remedy: ({ database }) => `Create it (createdb ${database}), or give the name of another one.`,
  },
  {
    code: /42501/,
    option: 'db-username',
    problem: ({ user, schema }) => `${user} may not use the schema ${schema} or create its tables`,
    remedy: ({ database, schema, user }) =>
      schema === 'public'
        ? `Run GRANT CREATE ON SCHEMA public TO "${user}", or give db-schema another name.`
        : `Run CREATE SCHEMA "${schema}" AUTHORIZATION "${user}" in the database ${database}.`,
  },
  {
    code: /25006/,
    option: 'db-url',
    problem: (settings) => `the database at ${describeDatabase(settings)} is read-only`,
    remedy: () => 'Give the address of the primary server, not of a standby.',
  },
  {
    // An answer to the question for TLS that PostgreSQL does not give.
    message: /error establishing an SSL connection/,
    option: 'db-url',
    problem: ({ host, port }) => `what listens on ${host}, port ${port}, is not PostgreSQL`,
    remedy: () => 'Give the host and port of the database; its default port is 5432.',
  },
  {
    code: /42P07/,
    option: 'db-schema',
    problem: ({ database, schema }) =>
      `the schema ${schema} of the database ${database} has tables of another program`,
    remedy: () => 'Give the name of another schema, which is created if it does not exist.',
  },
  {
    message: /does not support SSL/,
    option: TLS_OPTION,
    problem: () => 'the database does not offer encrypted connections',
    remedy: () => 'Turn on ssl in postgresql.conf, or set sslmode=disable.',
  },
  {
    code: /ERR_TLS_CERT_ALTNAME_INVALID/,
    option: TLS_OPTION,
    problem: ({ host }) => `the certificate of the database is not for ${host}`,
    remedy: () => 'Give a host name that the certificate contains, or set sslmode=verify-ca.',
  },
  {
    code: /CERT_HAS_EXPIRED|CERT_NOT_YET_VALID/,
    option: TLS_OPTION,
    problem: () => 'the certificate of the database has expired or is not yet valid',
    remedy: () => 'Renew it, or set the clock of this machine.',
  },
  {
    code: /DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_.*|CERT_.*|ERR_SSL_.*|EPROTO/,
    option: TLS_OPTION,
    problem: () => 'the certificate of the database is not trusted',
    remedy: () => 'Give the file with the certificate of its CA as sslrootcert.',
  },
];

function matches(fault: OptionFault, error: Error): boolean {
  const code = codeOf(error);
  if (fault.code !== undefined && new RegExp(`^(?:${fault.code.source})$`).test(code)) return true;
  return fault.message?.test(error.message) === true;
}

/** Node reports several attempts, of IPv4 and IPv6, as one error without a message. */
function firstOf(error: unknown): unknown {
  return error instanceof AggregateError ? (error.errors[0] ?? error) : error;
}

/**
 * The option that keeps the server from opening its database, with a remedy; other errors are returned unchanged.
 * Neither contains the password.
 */
export function toOptionError(settings: PostgresSettings, given: unknown): unknown {
  const error = firstOf(given instanceof StorageError ? given.cause : given);
  if (!(error instanceof Error) || error instanceof OptionError) return error;
  const fault = OPTION_FAULTS.find((each) => matches(each, error));
  if (fault !== undefined)
    return new OptionError(fault.option, fault.problem(settings), fault.remedy(settings), {
      exitCode: 1,
      cause: error,
    });
  if (!isOfDatabase(error)) return given;
  const problem = `the database at ${describeDatabase(settings)} cannot be used: ${error.message}`;
  return new OptionError('db-url', problem, 'Check the address and the log of the database.', {
    exitCode: 1,
    cause: error,
  });
}

const REPEAT = 'and repeat the request.';

const UNREACHABLE: StorageFault = {
  reason: 'the database cannot be reached',
  remedy: `Check that it is running and that its host can be reached, ${REPEAT}`,
};

/** Faults by the beginning of SQLSTATE. */
const DATABASE_FAULTS: readonly (readonly [code: RegExp, fault: StorageFault])[] = [
  [
    /^53100/,
    { reason: 'the disk of the database is full', remedy: `Free disk space on its host, ${REPEAT}` },
  ],
  [
    /^53300/,
    {
      reason: 'the database accepts no more connections',
      remedy: `Reduce db-pool-max-size or raise max_connections of the database, ${REPEAT}`,
    },
  ],
  [
    /^25006/,
    {
      reason: 'the database is read-only',
      remedy: `Give the address of its primary server in db-url, ${REPEAT}`,
    },
  ],
  [
    /^(42501|28)/,
    {
      reason: 'the database refuses access to the role of db-username',
      remedy: `Restore the rights of the role, ${REPEAT}`,
    },
  ],
  [
    /^(57014|55P03|40001|40P01)/,
    {
      reason: 'the database is busy with other changes',
      remedy: 'Repeat the request; if it happens often, look for long transactions in the database.',
    },
  ],
];

const CERTIFICATE_CODES =
  /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+|CERT_\w+|ERR_TLS_\w+|ERR_SSL_\w+|EPROTO)$/;
const NETWORK_CODES =
  /^(ECONN\w+|EPIPE|ENOTFOUND|EAI_\w+|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|57P0\d|08\w{3})$/;
const NETWORK_MESSAGES =
  /^Connection terminated|Query read timeout|^timeout expired$|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|SSL connection/;

/** An error that the library or the database has reported, not the code of the server. */
function isOfDatabase(error: Error): boolean {
  if (error instanceof AggregateError) return true;
  return error instanceof pg.DatabaseError || isConnectionLost(error);
}

/** Whether the connection is gone, so that nothing is known about a change that was sent. */
export function isConnectionLost(error: unknown): boolean {
  const first = firstOf(error);
  if (!(first instanceof Error)) return false;
  const code = codeOf(first);
  return NETWORK_CODES.test(code) || CERTIFICATE_CODES.test(code) || NETWORK_MESSAGES.test(first.message);
}

/** A restarted database is back after one or two seconds. */
const RETRY_AFTER_SECONDS = 2;

function storageError(
  settings: PostgresSettings,
  error: Error,
  operation: DiskOperation,
  fault: StorageFault,
): StorageError {
  const retrying = { ...fault, retryAfterSeconds: RETRY_AFTER_SECONDS };
  return new StorageError(describeDatabase(settings), error, operation, retrying);
}

/** What follows from a code that was found without an error: a SQLSTATE, or one of the network. */
export function asStorageError(settings: PostgresSettings, code: string): StorageError {
  const fault = DATABASE_FAULTS.find(([pattern]) => pattern.test(code))?.[1] ?? UNREACHABLE;
  return storageError(settings, Object.assign(new Error(code), { code }), 'write', fault);
}

/**
 * A {@link StorageError} for what the database reports; any other error unchanged, and violated constraints too, which
 * the callers understand.
 */
export function toStorageError(
  settings: PostgresSettings,
  given: unknown,
  operation: DiskOperation,
): unknown {
  const error = firstOf(given);
  if (!(error instanceof Error) || error instanceof StorageError || !isOfDatabase(error)) return given;
  const code = codeOf(error);
  if (code.startsWith('23')) return given;
  const fault = isConnectionLost(error)
    ? UNREACHABLE
    : DATABASE_FAULTS.find(([pattern]) => pattern.test(code))?.[1];
  // A statement that the database does not understand is a defect of the server.
  return fault === undefined ? given : storageError(settings, error, operation, fault);
}
