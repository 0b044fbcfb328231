// curl, as far as health checks and setup scripts inside the container use it.
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CurlOptions, parseCurlOptions } from './curl-options.ts';
import type { Host } from './host.ts';
import {
  EXIT,
  type HttpRequest,
  type HttpResponse,
  parseUrl,
  RequestFailure,
  sendRequest,
} from './http-request.ts';

/** Exit codes are curl's: 22 for an HTTP error with -f, 7 for a refused connection. */
export async function runCurl(host: Host): Promise<number> {
  try {
    const options = parseCurlOptions(host.args, host.workingDirectory);
    let exitCode = 0;
    for (const url of options.urls) exitCode = await transfer(host, options, url);
    return exitCode;
  } catch (error) {
    return reportFailure(host, true, error);
  }
}

async function transfer(host: Host, options: CurlOptions, url: string): Promise<number> {
  const { flags } = options;
  const reports = !flags.has('silent') || flags.has('show-error');
  try {
    const response = await sendWithRetries(options, makeRequest(options, url));
    const isFailure = flags.has('fail') && response.status >= 400;
    if (!isFailure) writeResponse(host, options, response);
    host.print(renderWriteOut(options.writeOut, response));
    if (!isFailure) return 0;
    throw new RequestFailure(`The requested URL returned error: ${response.status}`, EXIT.httpError);
  } catch (error) {
    if (error instanceof RequestFailure && error.exitCode !== EXIT.httpError)
      host.print(renderWriteOut(options.writeOut, undefined));
    return reportFailure(host, reports, error);
  }
}

function reportFailure(host: Host, reports: boolean, error: unknown): number {
  if (!(error instanceof RequestFailure)) throw error;
  if (reports) host.report(`curl: (${error.exitCode}) ${error.message}`);
  return error.exitCode;
}

function makeRequest(options: CurlOptions, written: string): HttpRequest {
  const { flags, data, method, headers } = options;
  const url = parseUrl(/^[a-z]+:\/\//i.test(written) ? written : `http://${written}`);
  const body = data.length > 0 ? data.join('&') : undefined;
  const isQuery = flags.has('get') && body !== undefined;
  if (isQuery) url.search = [url.search.slice(1), body].filter((part) => part !== '').join('&');
  const sent = isQuery || flags.has('head') ? undefined : body;
  const type = sent === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' };
  return {
    method: method ?? (flags.has('head') ? 'HEAD' : sent === undefined ? 'GET' : 'POST'),
    url,
    headers: { ...type, ...headers },
    body: sent,
    isInsecure: flags.has('insecure'),
    followsRedirects: flags.has('location'),
    timeoutMs: options.timeoutMs,
    connectTimeoutMs: options.connectTimeoutMs,
  };
}

/** What curl takes for a passing fault. */
const TRANSIENT = new Set([408, 429, 500, 502, 503, 504]);

async function sendWithRetries(options: CurlOptions, request: HttpRequest): Promise<HttpResponse> {
  for (let attempt = 0; ; attempt++) {
    const isLast = attempt >= options.retries;
    try {
      const response = await sendRequest(request);
      if (isLast || !TRANSIENT.has(response.status)) return response;
    } catch (error) {
      if (isLast || !isTransient(options, error)) throw error;
    }
    await sleep(options.retryDelayMs ?? 1000 * 2 ** attempt);
  }
}

function isTransient({ flags }: CurlOptions, error: unknown): boolean {
  if (!(error instanceof RequestFailure)) return false;
  if (error.exitCode === EXIT.refused) return flags.has('retry-connrefused') || flags.has('retry-all-errors');
  return error.exitCode === EXIT.timeout || flags.has('retry-all-errors');
}

function writeResponse(host: Host, { flags, output }: CurlOptions, { head, body }: HttpResponse): void {
  const data = Buffer.concat([
    Buffer.from(flags.has('head') || flags.has('include') ? head : '', 'latin1'),
    flags.has('head') ? Buffer.alloc(0) : body,
  ]);
  if (output === undefined || output === '-') host.print(data);
  else writeOutput(resolve(host.workingDirectory, output), data);
}

function writeOutput(path: string, data: Buffer): void {
  try {
    writeFileSync(path, data);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new RequestFailure(`${path} cannot be written (${code})`, EXIT.write, error);
  }
}

/** `%{http_code}` is 000 without a response. */
function renderWriteOut(format: string, response: HttpResponse | undefined): string {
  const values: Readonly<Record<string, string>> = {
    http_code: String(response?.status ?? 0).padStart(3, '0'),
    response_code: String(response?.status ?? 0).padStart(3, '0'),
    size_download: String(response?.body.length ?? 0),
    content_type: response?.headers['content-type'] ?? '',
    url_effective: response?.url.href ?? '',
  };
  return format
    .replaceAll(/%\{(\w+)\}/g, (_, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? '') : ''))
    .replaceAll('\\n', '\n')
    .replaceAll('\\t', '\t');
}
