// The running server, opened anew for each call, because its control key is new at each start.
import { type Connection, openConnection, UnderstudyError } from '#fixtures/test/connection.ts';
import { type IdentityProvider, openRealm } from '#fixtures/test/identity-provider.ts';
import { type ServerSettings, TOKEN_VARIABLE } from './settings.ts';

export interface ServerAccess {
  /** @throws {UnderstudyError} when there is no control key. */
  open(): Connection;
  /** @throws {UnderstudyError} that names the realms when there is none of that name. */
  realm(name: string): Promise<IdentityProvider>;
  /** A failure of a call as a text that says what to do. */
  explain(error: unknown): string;
}

/** What is read of Keycloak's representation of a realm. */
export interface NamedRealm {
  readonly realm: string;
  readonly displayName?: string;
  readonly enabled?: boolean;
}

export function listRealms(connection: Connection): Promise<readonly NamedRealm[]> {
  return connection.fetch('GET', '/admin/realms?briefRepresentation=true');
}

export function createServerAccess(settings: ServerSettings): ServerAccess {
  const { url, dataDir, accessToken } = settings;
  const open = (): Connection =>
    openConnection({ url, ...(accessToken === undefined ? { dataDir } : { controlKey: accessToken }) });
  return {
    open,
    async realm(name) {
      const connection = open();
      const path = `/realms/${encodeURIComponent(name)}/.well-known/openid-configuration`;
      const issuer = await connection.fetch<{ readonly issuer: string }>('GET', path).then(
        (found) => found.issuer,
        (error: unknown) => throwUnknownRealm(connection, name, error),
      );
      return openRealm(connection, { realm: name, issuer, discovery: `${url}${path}` });
    },
    explain: (error) => explainFailure(error, settings),
  };
}

async function throwUnknownRealm(connection: Connection, name: string, error: unknown): Promise<never> {
  if (!(error instanceof UnderstudyError && error.status === 404)) throw error;
  const names = (await listRealms(connection)).map(({ realm }) => realm).join(', ');
  throw new UnderstudyError(`There is no realm ${name}. The realms are: ${names}.`, 404, { cause: error });
}

function explainFailure(error: unknown, { url, dataDir, accessToken }: ServerSettings): string {
  const message = error instanceof Error ? error.message : String(error);
  const status = error instanceof UnderstudyError ? error.status : undefined;
  if (accessToken !== undefined) {
    if (status === 0)
      return `Understudy does not answer at ${url}. Check --url of understudy mcp, and that the server is running.`;
    if (status === 401)
      return `${url} does not accept the access token in ${TOKEN_VARIABLE}. Set it to a new one of an administrator.`;
    return message;
  }
  if (status === 0)
    return `No Understudy answers at ${url} with data directory ${dataDir}. Start it: understudy start-dev --data-dir=${dataDir} (bin/understudy.sh or npx understudy). If it runs with another address or data directory, give understudy mcp its --url and --data-dir.`;
  if (status === 401)
    return `The server at ${url} does not accept the control key in ${dataDir}: it runs with another data directory. Give understudy mcp its --data-dir.`;
  return message;
}
