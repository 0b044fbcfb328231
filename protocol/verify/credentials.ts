// The file of passwords and client secrets that are others on the other server.
import { readFileSync } from 'node:fs';
import { OptionError } from '#protocol/errors/option-error.ts';

export interface Credentials {
  /** Secrets by client ID. */
  readonly clients: ReadonlyMap<string, string>;
  /** Passwords by username. */
  readonly users: ReadonlyMap<string, string>;
}

export const NO_CREDENTIALS: Credentials = { clients: new Map(), users: new Map() };

const EXAMPLE = '{"clients": {"web": "secret"}, "users": {"alice": "password"}}';

function invalid(path: string, problem: string, cause?: unknown): OptionError {
  return new OptionError('--credentials', `${path}${problem}`, `Write it like ${EXAMPLE}.`, { cause });
}

function readTexts(path: string, json: object, member: 'clients' | 'users'): ReadonlyMap<string, string> {
  const [, value = {}]: readonly unknown[] = Object.entries(json).find(([name]) => name === member) ?? [];
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalid(path, `: ${member} is not an object`);
  return new Map(
    Object.entries(value).map(([name, text]: [string, unknown]) => {
      if (typeof text !== 'string') throw invalid(path, `: ${member}.${name} is not a string`);
      return [name, text];
    }),
  );
}

/** @throws {OptionError} `--credentials`, exit code 2: unreadable, or not of this shape. */
export function readCredentials(path: string): Credentials {
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''));
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    throw invalid(path, code === undefined ? ' is not JSON' : ` cannot be read (${code})`, cause);
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    throw invalid(path, ' is not a JSON object');
  const unknown = Object.keys(json).find((name) => name !== 'clients' && name !== 'users');
  if (unknown !== undefined) throw invalid(path, `: ${unknown} is not a member of this file`);
  return { clients: readTexts(path, json, 'clients'), users: readTexts(path, json, 'users') };
}
