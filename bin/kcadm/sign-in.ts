// Signs in with the options of a command: as a user, or as a client with its secret.
import type { Arguments } from './arguments.ts';
import { UsageError } from './command-error.ts';
import type { Host } from './host.ts';
import type { HttpClient } from './http-client.ts';
import { promptFor } from './prompt.ts';
import type { Session } from './session.ts';
import { requestToken } from './token-endpoint.ts';

const DEFAULT_CLIENT = 'admin-cli';

/** Where to sign in, and the client unless an option names another one. */
export interface LoginTarget {
  readonly server: string;
  readonly realm: string;
  readonly clientId?: string | undefined;
}

/** @throws {UsageError} for the options of signed JWTs, which need a Java keystore. */
export function refuseKeystore(args: Arguments): void {
  if (!args.has('keystore', 'storepass', 'keypass', 'alias')) return;
  if (args.has('keystore', 'alias') && args.has('secret'))
    throw new UsageError("Can't use both --keystore and --secret");
  throw new UsageError(
    'Unsupported option: --keystore. This command cannot read Java keystores. Sign in with --client and --secret, or with --user and --password.',
  );
}

async function readSecret(host: Host, args: Arguments): Promise<string> {
  const given = args.text('secret') ?? host.environment['KC_CLI_CLIENT_SECRET'];
  if (given !== undefined && given !== '-') return given;
  return promptFor(host, 'client secret', 'Pass it with --secret or in KC_CLI_CLIENT_SECRET');
}

async function readPassword(host: Host, args: Arguments): Promise<string> {
  const given = args.text('password') ?? host.environment['KC_CLI_PASSWORD'];
  return given ?? promptFor(host, 'password', 'Pass it with --password or in KC_CLI_PASSWORD');
}

/**
 * Signs in, and reports first as whom.
 * @throws {UsageError} with a keystore. @throws {CommandError} when the server refuses.
 */
export async function signIn(
  host: Host,
  http: HttpClient,
  args: Arguments,
  target: LoginTarget,
): Promise<Session> {
  refuseKeystore(args);
  const { server, realm } = target;
  const clientId = args.text('client') ?? target.clientId ?? DEFAULT_CLIENT;
  const user = args.text('user');
  host.report(
    `Logging into ${server} as ${user === undefined ? `service-account-${clientId}` : `user ${user}`} of realm ${realm}`,
  );
  if (user === undefined) {
    const client = { clientId, secret: await readSecret(host, args) };
    const form = { grant_type: 'client_credentials' };
    return requestToken(http, { server, realm, client, form }, host.now());
  }
  const password = await readPassword(host, args);
  const client = { clientId, secret: args.has('secret') ? await readSecret(host, args) : undefined };
  const form = { grant_type: 'password', username: user, password };
  return requestToken(http, { server, realm, client, form }, host.now());
}
