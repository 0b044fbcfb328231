// The command `verify`: compares another server with what Activity of a running Understudy recorded.
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { OptionValues } from '#protocol/contract/options.ts';
import { OptionError } from '#protocol/errors/option-error.ts';
import { readServerAddress } from '#protocol/http/server-address.ts';
import { readAuthorities, trustAuthorities } from '#protocol/http/trusted-authorities.ts';
import { recordedRealm } from './addresses.ts';
import { NO_CREDENTIALS, readCredentials } from './credentials.ts';
import { findOtherRealm, send } from './other-server.ts';
import { readRecording } from './recording.ts';
import { replaySteps } from './replay.ts';
import { createReport, type Report, renderReport } from './report.ts';
import { groupSteps } from './steps.ts';

export interface VerifyCommand {
  readonly flags: ReadonlyMap<string, string>;
  readonly values: OptionValues;
  readonly workingDirectory: string;
  /** Who signs in at the running Understudy; undefined: a container without a password. */
  readonly administrator:
    | {
        readonly username: string;
        readonly password: string | undefined;
        readonly defaultPassword: string | undefined;
      }
    | undefined;
}

export interface CommandEnd {
  readonly text: string;
  /** 0: the other server answered as recorded; 1: it did not. */
  readonly exitCode: 0 | 1;
}

/**
 * @throws {OptionError} exit code 2 for wrong flags; exit code 1 when a server cannot be reached, or there is
 * nothing to replay.
 */
export async function verify(command: VerifyCommand): Promise<CommandEnd> {
  const { flags, values } = command;
  const realm = readFlag(flags, 'realm', 'Name the realm: --realm=demo.');
  const against = readFlag(flags, 'against', 'Give the other server: --against=https://sso.example.com.');
  const secrets = flags.get('credentials');
  const credentials =
    secrets === undefined ? NO_CREDENTIALS : readCredentials(resolve(command.workingDirectory, secrets));
  trustAuthorities(readAuthorities(values['truststore-paths']?.split(',') ?? []));
  const server = readServerAddress('--server', flags.get('server'), values);
  const records = await readRecording({ server, realm, ...readAdministrator(command) });
  if (records.length === 0) throw nothingRecorded(server, realm);
  const here = recordedRealm(`${server}/realms/${encodeURIComponent(realm)}`);
  const there = await findOtherRealm(against, realm);
  const file = openReport(command);
  const wait = (milliseconds: number): Promise<void> => setTimeout(milliseconds);
  const results = await replaySteps(groupSteps(records), { here, there, credentials, send, wait });
  const report = createReport(results, { here: here.url, there: there.url });
  if (file !== undefined) {
    writeFileSync(file, `${JSON.stringify(report, undefined, 2)}\n`);
    closeSync(file);
  }
  return { text: renderReport(report), exitCode: isEqual(report) ? 0 : 1 };
}

function readAdministrator({ administrator }: VerifyCommand): { username: string; password: string } {
  const password = administrator?.password ?? administrator?.defaultPassword;
  if (administrator !== undefined && password !== undefined)
    return { username: administrator.username, password };
  throw new OptionError(
    'bootstrap-admin-password',
    'is missing',
    'Give the password of an administrator of the running Understudy.',
  );
}

/** False also when nothing could be compared. */
function isEqual({ totals }: Report): boolean {
  return totals.differences === 0 && totals.exchanges > 0;
}

function readFlag(flags: VerifyCommand['flags'], name: string, remedy: string): string {
  const value = flags.get(name);
  if (value === undefined || value === '') throw new OptionError(`--${name}`, 'is missing', remedy);
  return value;
}

function nothingRecorded(server: string, realm: string): OptionError {
  const remedy = 'Sign in there with your application, and run the command again.';
  return new OptionError('--realm', `Activity of ${server} has no exchange of realm ${realm}`, remedy, {
    exitCode: 1,
  });
}

/**
 * The file for the report, opened before the replay, which would otherwise be lost.
 * @throws {OptionError} exit code 1.
 */
function openReport({ flags, workingDirectory }: VerifyCommand): number | undefined {
  const file = flags.get('report');
  if (file === undefined) return undefined;
  const path = resolve(workingDirectory, file);
  try {
    return openSync(path, 'w');
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? String(cause);
    const remedy = 'Name a file in a folder that exists and can be written to.';
    throw new OptionError('--report', `${path} cannot be written (${code})`, remedy, { exitCode: 1, cause });
  }
}
