// java for health checks: the source file of a program that requests one address, as compose files write it.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Host } from './host.ts';
import { RequestFailure, sendRequest } from './http-request.ts';

const NO_JAVA = [
  'java: this image has no Java, because Understudy is not a Java program.',
  'Only health checks are carried out: java FILE.java [URL], where the file or the argument has an http or https address.',
].join('\n');

/** Options of the virtual machine whose value is the next argument. */
const WITH_VALUE = new Set(['-cp', '-classpath', '--class-path', '--add-opens', '--add-modules']);

const TIMEOUT_MS = 10_000;

/** 0 if the address answers 200, which is what these programs check; otherwise 1. */
export async function runJava(host: Host): Promise<number> {
  const { options, file, rest } = splitArguments(host.args);
  if (file === undefined && options.some((option) => /^--?version$/.test(option))) {
    host.report(NO_JAVA);
    return 0;
  }
  const url = findUrl(host, file, rest);
  if (url === undefined) {
    host.report(NO_JAVA);
    return 1;
  }
  try {
    const { status } = await sendRequest({
      method: 'GET',
      url,
      headers: {},
      body: undefined,
      // Health checks call their own server; those that use HTTPS accept any certificate in Java, too.
      isInsecure: true,
      followsRedirects: true,
      timeoutMs: TIMEOUT_MS,
    });
    if (status === 200) return 0;
    host.report(`java: ${url.href} answered ${status}.`);
  } catch (error) {
    if (!(error instanceof RequestFailure)) throw error;
    host.report(`java: ${url.href}: ${error.message}.`);
  }
  return 1;
}

interface Arguments {
  readonly options: readonly string[];
  /** The first word that is no option. */
  readonly file: string | undefined;
  readonly rest: readonly string[];
}

function splitArguments(args: readonly string[]): Arguments {
  let index = 0;
  while (args[index]?.startsWith('-') === true) index += WITH_VALUE.has(args[index] ?? '') ? 2 : 1;
  return { options: args.slice(0, index), file: args[index], rest: args.slice(index + 1) };
}

function findUrl(host: Host, file: string | undefined, rest: readonly string[]): URL | undefined {
  if (file === undefined || !file.endsWith('.java')) return undefined;
  const written =
    rest.find((word) => /^https?:\/\//.test(word)) ?? readUrl(resolve(host.workingDirectory, file));
  return written !== undefined && URL.canParse(written) ? new URL(written) : undefined;
}

/** The first address in a string of the source. */
function readUrl(path: string): string | undefined {
  try {
    return /"(https?:\/\/[^"\s]+)"/.exec(readFileSync(path, 'utf8'))?.[1];
  } catch {
    return undefined;
  }
}
