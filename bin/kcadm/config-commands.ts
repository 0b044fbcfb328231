// config credentials and config truststore: what the configuration file remembers.
import { existsSync } from 'node:fs';
import { EXPIRY_MARGIN_MS, openConfig } from './access.ts';
import type { Arguments } from './arguments.ts';
import { CommandError, UsageError } from './command-error.ts';
import type { Host } from './host.ts';
import { createHttpClient } from './http-client.ts';
import { longName, OPTIONS, type OptionKey } from './options.ts';
import { readSession, readText, writeSession } from './session.ts';
import { refuseKeystore, signIn } from './sign-in.ts';
import { readTlsSettings } from './truststore.ts';

function printStatus(host: Host, args: Arguments): void {
  const config = openConfig(host, args).read();
  const [server, realm] = [readText(config, 'serverUrl'), readText(config, 'realm')];
  const known = server !== undefined && realm !== undefined;
  const session = known ? readSession(config, server, realm) : undefined;
  const left = (session?.expiresAt ?? 0) - host.now();
  host.print(
    session?.token === undefined || left <= EXPIRY_MARGIN_MS
      ? 'You are not logged in\n'
      : `Logged in (server: ${server}, realm: ${realm}, expired: false, timeToExpiry: ${Math.floor(left / 1000)}s from now)\n`,
  );
}

function requireOption(args: Arguments, key: OptionKey): string {
  const value = args.text(key);
  if (value === undefined) throw new UsageError(`Required option not specified: ${longName(OPTIONS[key])}`);
  return value;
}

function checkServerUrl(server: string): void {
  try {
    if (/^https?:$/.test(new URL(server).protocol)) return;
  } catch {
    // Reported below.
  }
  throw new CommandError(`Invalid server endpoint url: ${server}. Use a URL such as http://localhost:8080`);
}

/** Options that begin a login; without any of them, only server and realm are remembered. */
const SIGNS_IN = ['user', 'client', 'secret', 'keystore'] as const;

/**
 * Signs in and remembers the login.
 * @throws {UsageError} without server or realm. @throws {CommandError} when the server refuses.
 */
export async function runConfigCredentials(host: Host, args: Arguments): Promise<void> {
  if (args.flag('status')) return printStatus(host, args);
  if (args.flag('noConfig')) throw new UsageError('Unsupported option: --no-config');
  const server = requireOption(args, 'server');
  checkServerUrl(server);
  const realm = requireOption(args, 'realm');
  refuseKeystore(args);
  const store = openConfig(host, args);
  const config = store.read();
  const http = createHttpClient(() => readTlsSettings(host, args, config));
  const session = args.has(...SIGNS_IN) ? await signIn(host, http, args, { server, realm }) : undefined;
  store.change((current) => {
    current.set('serverUrl', server);
    current.set('realm', realm);
    if (session !== undefined) writeSession(current, server, realm, session);
  });
}

const FOREIGN = [
  'server',
  'realm',
  'client',
  'user',
  'password',
  'secret',
  'truststore',
  'keystore',
  'keypass',
  'alias',
  'noConfig',
] as const;

/**
 * Remembers the truststore, or forgets it.
 * @throws {UsageError} for options of other commands, or without a file. @throws {CommandError} for a missing file.
 */
export function runConfigTruststore(host: Host, args: Arguments): void {
  const foreign = FOREIGN.find((key) => args.has(key));
  if (foreign !== undefined) throw new UsageError(`Unsupported option: ${longName(OPTIONS[foreign])}`);
  const path = args.positional;
  if (args.flag('deleteTruststore')) {
    if (path !== undefined)
      throw new UsageError('Option --delete is mutually exclusive with specifying a TRUSTSTORE');
    if (args.has('trustpass'))
      throw new UsageError('Options --trustpass and --delete are mutually exclusive');
  } else {
    if (path === undefined) throw new UsageError('No truststore specified');
    if (!existsSync(path)) throw new CommandError(`Truststore file not found: ${path}`);
  }
  const password = args.text('trustpass');
  openConfig(host, args).change((config) => {
    for (const member of ['truststore', 'trustpass']) config.delete(member);
    if (path !== undefined) config.set('truststore', path);
    if (password !== undefined && password !== '-') config.set('trustpass', password);
  });
}
