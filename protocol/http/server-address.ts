// Where the commands that talk to a running server find it.
import type { OptionValues } from '#protocol/contract/options.ts';
import { OptionError } from '#protocol/errors/option-error.ts';

/** An http or https URL without anything behind its path, and without a password, which would be shown. */
export function isBaseUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && `${username}${password}${search}${hash}` === '';
}

/**
 * The base URL of the running server, without a trailing slash: as the command's flag says, otherwise where the options
 * let it listen.
 * @param flag name of the flag, with its dashes.
 * @throws {OptionError} exit code 2 for something else than a base URL, and when only the server knows its port.
 */
export function readServerAddress(flag: string, given: string | undefined, values: OptionValues): string {
  if (given !== undefined) {
    if (isBaseUrl(given)) return given.replace(/\/+$/, '');
    const remedy = `Write it like ${flag}=http://localhost:8080.`;
    throw new OptionError(flag, 'is not the base URL of a server', remedy);
  }
  if (values['http-port'] === 0)
    throw new OptionError(flag, 'is missing, because http-port is 0', `Give the address: ${flag}=URL.`);
  const host = ANY_ADDRESS[values['http-host']] ?? values['http-host'];
  const authority = host.includes(':') ? `[${host}]` : host;
  return `http://${authority}:${values['http-port']}${values['http-relative-path'].replace(/\/+$/, '')}`;
}

/** Addresses to listen on that cannot be called. */
const ANY_ADDRESS: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };
