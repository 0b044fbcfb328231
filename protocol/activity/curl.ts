// Renders an exchange as a curl command for a POSIX shell.
import type { ActivityValue } from '#protocol/contract/activity.ts';

/** The request to repeat. Values are already masked or revealed. */
export interface CurlRequest {
  readonly method: string;
  /** Absolute, with query. */
  readonly url: string;
  readonly headers: readonly ActivityValue[];
  readonly form: readonly ActivityValue[];
  /** Any other body, as text. */
  readonly body: string | undefined;
}

/** Headers that curl sets itself or that apply to a single connection. */
const OMITTED_HEADERS: ReadonlySet<string> = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'accept-encoding',
  'expect',
  'keep-alive',
  'upgrade-insecure-requests',
]);

/** Quotes any text as one POSIX shell word. NUL, which no argument can contain, is dropped. */
export function quoteForShell(text: string): string {
  if (/^[\w./:=@%+,-]+$/.test(text)) return text;
  return `'${text.replaceAll('\0', '').replaceAll("'", "'\\''")}'`;
}

function isRepeated(header: ActivityValue, hasForm: boolean): boolean {
  const name = header.name.toLowerCase();
  return !(OMITTED_HEADERS.has(name) || name.startsWith('sec-') || (hasForm && name === 'content-type'));
}

function dataOptions(request: CurlRequest): string[] {
  if (request.form.length > 0) {
    // curl encodes only what follows the first equals sign, so the name is encoded here.
    return request.form.map(
      ({ name, value }) => `--data-urlencode ${quoteForShell(`${encodeURIComponent(name)}=${value}`)}`,
    );
  }
  return request.body === undefined ? [] : [`--data-raw ${quoteForShell(request.body)}`];
}

/** One option per line. */
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
