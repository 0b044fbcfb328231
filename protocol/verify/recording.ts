// Reads the exchanges of a realm from Activity of a running Understudy, with their secrets.
import type { ActivityPage, ActivityRecord } from '#protocol/contract/activity.ts';
import { OptionError } from '#protocol/errors/option-error.ts';
import { reasonOfFailure } from '#protocol/http/network-failure.ts';

export interface RecordingSource {
  /** Base URL of the running Understudy, without a trailing slash. */
  readonly server: string;
  readonly realm: string;
  readonly username: string;
  readonly password: string;
}

/** Activity keeps no more: flows, and reads of discovery, keys and metadata. */
const MOST_RECORDS = 3000;
const TIMEOUT_MS = 30_000;
/** The console's requests are kept apart, so that reading the recording does not push it out. */
const KEPT_APART = { 'x-understudy-console': '1' };

/**
 * The exchanges of the realm, the earliest first.
 * @throws {OptionError} exit code 1 when the server does not answer, refuses the administrator or has no such
 * realm.
 */
export async function readRecording(source: RecordingSource): Promise<readonly ActivityRecord[]> {
  const { server, realm } = source;
  const token = await signIn(source);
  const headers = { ...KEPT_APART, authorization: `Bearer ${token}` };
  const read = async <Wire>(path: string): Promise<Wire> => {
    const response = await send(server, path, { headers });
    if (!response.ok) throw unexpected(server, path, response.status);
    return (await response.json()) as Wire;
  };
  const known = await send(server, `/admin/realms/${encodeURIComponent(realm)}`, { headers });
  if (known.status === 404)
    throw new OptionError('--realm', `${server} has no realm "${realm}"`, 'Check the name of the realm.', {
      exitCode: 1,
    });
  const query = new URLSearchParams({ realm, background: 'include', limit: String(MOST_RECORDS) });
  const { records } = await read<ActivityPage>(`/emulator/v1/activity?${query}`);
  const details: ActivityRecord[] = [];
  for (const { id } of records.toReversed())
    details.push(await read<ActivityRecord>(`/emulator/v1/activity/${id}?reveal=true`));
  return details;
}

async function signIn({ server, username, password }: RecordingSource): Promise<string> {
  const form = { grant_type: 'password', client_id: 'admin-cli', username, password };
  const path = '/realms/master/protocol/openid-connect/token';
  const response = await send(server, path, {
    method: 'POST',
    headers: KEPT_APART,
    body: new URLSearchParams(form),
  });
  if (response.ok) return ((await response.json()) as { access_token: string }).access_token;
  if (response.status !== 400 && response.status !== 401) throw unexpected(server, path, response.status);
  throw new OptionError(
    'bootstrap-admin-password',
    `${server} does not accept this password for administrator ${username}`,
    'Set UNDERSTUDY_BOOTSTRAP_ADMIN_USERNAME and UNDERSTUDY_BOOTSTRAP_ADMIN_PASSWORD.',
    { exitCode: 1 },
  );
}

async function send(server: string, path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(`${server}${path}`, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch (cause) {
    throw new OptionError(
      '--server',
      `${server} cannot be reached: ${reasonOfFailure(cause)}`,
      'Start Understudy, or give its address with --server=URL.',
      { exitCode: 1, cause },
    );
  }
}

function unexpected(server: string, path: string, status: number): OptionError {
  const remedy = 'Give the base URL of a running Understudy, with its relative path.';
  return new OptionError('--server', `${server}${path.replace(/\?.*/, '')} answers ${status}`, remedy, {
    exitCode: 1,
  });
}
