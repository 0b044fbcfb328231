// create, get, update and delete: one request for one resource, and what it prints.
import { type Access, openAccess } from './access.ts';
import { checkSuccess, completeHeaders, type Headers, NO_HEADERS, parseAnswer } from './admin-client.ts';
import { readAttributeChanges } from './apply-attributes.ts';
import type { Arguments } from './arguments.ts';
import { splitPair } from './attribute-value.ts';
import { CommandError, UsageError } from './command-error.ts';
import type { Host } from './host.ts';
import type { HttpRequest, HttpResponse } from './http-client.ts';
import type { JsonObject } from './json.ts';
import {
  nameKind,
  type OutputFormat,
  printBody,
  printHead,
  readNewId,
  readOutputFormat,
} from './print-response.ts';
import {
  type BodyParts,
  checkBodyOptions,
  composeBody,
  readDocument,
  requireObject,
} from './request-body.ts';
import { addQuery, readQuery, readRoots, resolveResource } from './resource-url.ts';

const METHODS = { create: 'POST', get: 'GET', update: 'PUT', delete: 'DELETE' } as const;

export type ResourceCommandName = keyof typeof METHODS;

/** Its POST answers with the token, which is shown nowhere else. */
const SHOWS_ANSWER = 'clients-initial-access';

/** One command line, read. */
interface Task {
  readonly host: Host;
  readonly args: Arguments;
  readonly method: HttpRequest['method'];
  readonly uri: string;
  /** Without the parameters of -q, --offset and --limit. */
  readonly resource: string;
  readonly url: string;
  readonly headers: Headers;
  readonly format: OutputFormat;
  readonly access: Access;
}

function readHeaders(args: Arguments): Headers {
  return new Map(
    args.list('header').map((pair) => {
      const { name, value } = splitPair(pair);
      return [name.toLowerCase(), [name, value]];
    }),
  );
}

function isJsonContent(headers: Headers): boolean {
  const [, type = 'application/json'] = headers.get('content-type') ?? [];
  return /^application\/json\b/i.test(type);
}

/** Whether the server's object is read first and changed. */
function merges({ args, method }: Pick<Task, 'args' | 'method'>): boolean {
  if (method !== 'PUT') return false;
  return args.flag('merge') || (args.has('set', 'delete') && !args.has('file') && !args.flag('noMerge'));
}

async function send(
  task: Task,
  method: HttpRequest['method'],
  body: string | undefined,
): Promise<HttpResponse> {
  const { http, token } = task.access;
  const headers = completeHeaders(task.headers, { token, hasBody: body !== undefined });
  return http.send({ method, url: task.url, headers, ...(body === undefined ? {} : { body }) });
}

/** The object to be changed. @throws {CommandError} when it is missing or no object. */
async function readRemote(task: Task): Promise<JsonObject> {
  const response = await send(task, 'GET', undefined);
  checkSuccess(response, task.url, task.host.program);
  return requireObject(parseAnswer(response));
}

async function readBody(task: Task, parts: Omit<BodyParts, 'remote'>): Promise<string | undefined> {
  const remote = parts.body === undefined && merges(task) ? await readRemote(task) : undefined;
  return composeBody({ ...parts, remote });
}

/** Compat: the resource after a change without an answer of its own; a refusal is printed like an answer. */
async function readResult(task: Task, response: HttpResponse): Promise<HttpResponse> {
  const id = readNewId(response);
  const needsRead = (response.status === 204 || id !== undefined) && task.uri !== SHOWS_ANSWER;
  if (!needsRead || !['POST', 'PUT'].includes(task.method)) return response;
  const { http, token } = task.access;
  const url = id === undefined ? task.url : `${task.resource.replace(/\/$/, '')}/${id}`;
  const headers = completeHeaders(NO_HEADERS, { token, hasBody: false });
  return http.send({ method: 'GET', url, headers });
}

async function print(task: Task, response: HttpResponse): Promise<void> {
  const { host, args, url, method } = task;
  if (args.flag('printHeaders')) printHead(host, response);
  checkSuccess(response, url, host.program);
  if (args.flag('printHeaders')) host.print('\n');
  const id = readNewId(response);
  if (args.flag('id')) {
    if (id !== undefined) host.print(`${id}\n`);
    return;
  }
  if (method === 'GET') return printBody(host, response, task.format);
  if (args.flag('output')) return printBody(host, await readResult(task, response), task.format);
  if (id !== undefined) host.report(`Created new ${nameKind(task.resource)} with id '${id}'`);
}

/** Options that no request can have together. */
function checkOptions(args: Arguments, method: HttpRequest['method']): void {
  checkBodyOptions(args);
  if (args.flag('output') && args.flag('id'))
    throw new UsageError('Options -o and -i are mutually exclusive');
  if (method === 'GET' && args.has('file', 'body', 'set', 'delete'))
    throw new CommandError('Request type does not support body: get');
}

/** Where a command sends its request, once it has access. */
export type ResourceLocator = (access: Access) => Promise<string> | string;

/**
 * Sends the request of a command and prints the response.
 * @throws {UsageError} for options that exclude each other. @throws {CommandError} when anything fails.
 */
export async function requestResource(
  host: Host,
  args: Arguments,
  method: HttpRequest['method'],
  locate: ResourceLocator,
): Promise<void> {
  checkOptions(args, method);
  const headers = readHeaders(args);
  const format = readOutputFormat(args);
  const changes = readAttributeChanges(args);
  const query = readQuery(args);
  const path = args.text('file');
  const document = path === undefined ? undefined : await readDocument(host, path, isJsonContent(headers));
  const access = await openAccess(host, args);
  const uri = await locate(access);
  const resource = resolveResource(uri, readRoots(access, args));
  const url = addQuery(resource, query);
  const task: Task = { host, args, method, uri, resource, url, headers, format, access };
  const body = await readBody(task, { body: args.text('body'), document, changes });
  await print(task, await send(task, method, body));
}

/** Runs create, get, update or delete. */
export async function runResourceCommand(
  name: ResourceCommandName,
  host: Host,
  args: Arguments,
): Promise<void> {
  const uri = args.positional;
  if (uri === undefined) throw new UsageError('Resource URI not specified');
  await requestResource(host, args, METHODS[name], () => uri);
}
