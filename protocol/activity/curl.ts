// An exchange as a curl command that can be pasted into a POSIX shell.
import type { ActivityValue } from '#protocol/contract/activity.ts';

/** What the command repeats. Values come masked or revealed already. */
export interface CurlRequest {
  readonly method: string;
  /** Absolute, with query. */
  readonly url: string;
  readonly headers: readonly ActivityValue[];
  readonly form: readonly ActivityValue[];
  /** Any other body as text. */
  readonly body: string | undefined;
}

/** Headers that curl writes itself or that belong to the one connection. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'accept-encoding',
  'expect',
  'keep-alive',
  'upgrade-insecure-requests',
]);

/** One word of a POSIX shell, whatever the text. NUL, which no argument can hold, is dropped. */
export function quoteForShell(text: string): string {
  if (/^[\w./:=@%+,-]+$/.test(text)) return text;
  return `'${text.replaceAll('\0', '').replaceAll("'", "'\\''")}'`;
}

function isRepeated(header: ActivityValue, hasForm: boolean): boolean {
  const name = header.name.toLowerCase();
  return !(LEFT_OUT.has(name) || name.startsWith('sec-') || (hasForm && name === 'content-type'));
}

function dataOptions(request: CurlRequest): string[] {
  if (request.form.length > 0) {
    // curl encodes what follows the first equals sign, so the name must come encoded.
    return request.form.map(
      ({ name, value }) => `--data-urlencode ${quoteForShell(`${encodeURIComponent(name)}=${value}`)}`,
    );
  }
  return request.body === undefined ? [] : [`--data-raw ${quoteForShell(request.body)}`];
}

/** The command, one option a line. */
export function renderCurl(request: CurlRequest): string {
  const data = dataOptions(request);
  const impliedMethod = data.length > 0 ? 'POST' : 'GET';
  const headers = request.headers
    .filter((header) => isRepeated(header, request.form.length > 0))
    .map(({ name, value }) => `-H ${quoteForShell(value === '' ? `${name};` : `${name}: ${value}`)}`);
  return [
    `curl ${quoteForShell(request.url)}`,
    ...(/[[\]{}]/.test(request.url) ? ['--globoff'] : []),
    ...(request.method === 'HEAD' ? ['--head'] : []),
    ...(request.method === impliedMethod || request.method === 'HEAD' ? [] : [`-X ${request.method}`]),
    ...headers,
    ...data,
  ].join(' \\\n  ');
}
