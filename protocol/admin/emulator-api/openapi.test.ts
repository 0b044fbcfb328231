import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020, type AnySchema } from 'ajv/dist/2020.js';
import type { JsonBody, RouteRow } from '#protocol/contract/emulator-routes/route-row.ts';
import {
  EMULATOR_BASE_PATH,
  EMULATOR_SUBJECTS,
  type EmulatorRouteKey,
} from '#protocol/contract/emulator-routes/table.ts';
import { enablePrompts } from '../testing/prompts.ts';
import { startAdminServer } from '../testing/server.ts';

type Schema = Readonly<Record<string, unknown>>;

interface Operation {
  readonly operationId: string;
  readonly security?: readonly Schema[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<Record<string, Response>>;
}

interface Response {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}

interface Document {
  readonly openapi: string;
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, Response>>;
  };
}

const server = await startAdminServer();
after(() => server.stop());

const served = await fetch(`${server.baseUrl}${EMULATOR_BASE_PATH}/openapi.json`);
const document = (await served.json()) as Document;

const ROWS = Object.values(EMULATOR_SUBJECTS).flatMap(
  ({ routes }) => Object.entries(routes) as [EmulatorRouteKey, RouteRow][],
);

function operationOf(key: string): Operation {
  const [method = '', path = ''] = key.split(' ');
  const operation = document.paths[path]?.[method.toLowerCase()];
  assert.ok(operation, `${key} is not described`);
  return operation;
}

/** Refuses members that a schema does not describe, so that the types in the contract are complete. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const members = Object.entries(schema).map(([name, value]) => [name, closed(value)]);
  const isOpen = 'properties' in schema && !('additionalProperties' in schema);
  return { ...Object.fromEntries(members), ...(isOpen ? { additionalProperties: false } : {}) };
}

const ajv = new Ajv2020({ strict: false, allErrors: true });
ajv.addSchema(closed({ $id: 'openapi', components: document.components }) as AnySchema);

function check(schema: Schema, value: unknown, what: string): void {
  const text = JSON.stringify(schema).replaceAll('"#/components', '"openapi#/components');
  const validate = ajv.compile(closed(JSON.parse(text)) as AnySchema);
  assert.ok(validate(value), `${what}: ${ajv.errorsText(validate.errors)}`);
}

test('test kit "OpenAPI": the document is served without a token, and a public validator accepts it as 3.1', async () => {
  assert.equal(served.status, 200);
  assert.match(served.headers.get('content-type') ?? '', /^application\/json/);
  assert.equal(document.openapi, '3.1.0');
  assert.deepEqual(document.servers, [{ url: EMULATOR_BASE_PATH }]);
  const result = await new Validator().validate(
    structuredClone<unknown>(document) as Record<string, unknown>,
  );
  assert.deepEqual([result.valid, result.errors ?? []], [true, []]);
});

test('test kit "OpenAPI": it has every route of the table, and no other', () => {
  const described = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  );
  assert.deepEqual(described.toSorted(), ROWS.map(([key]) => key as string).toSorted());
  const ids = ROWS.map(([key]) => operationOf(key).operationId);
  assert.equal(new Set(ids).size, ids.length);
});

for (const [key, row] of ROWS) {
  const { body } = row;
  if (typeof body !== 'object' || 'content' in body) continue;
  test(`test kit "OpenAPI": the example of ${key} fits its schema`, () => {
    const schema = operationOf(key).requestBody?.content['application/json']?.schema;
    assert.ok(schema);
    check(schema, (body satisfies JsonBody).example, key);
  });
}

/** The response of a call that is described as JSON. */
async function callAndCheck(key: EmulatorRouteKey, path: string): Promise<void> {
  const [method = ''] = key.split(' ');
  const { status, body } = await server.call(method, EMULATOR_BASE_PATH + path);
  const response = operationOf(key).responses[String(status)];
  assert.ok(response, `${key}: ${status} is not described`);
  assert.equal(status, 200, JSON.stringify(body));
  const schema = response.content?.['application/json']?.schema;
  assert.ok(schema, key);
  check(schema, body, key);
}

/** Media type of a response that is not JSON; closes streams. */
async function mediaTypeOf(path: string): Promise<string> {
  const ending = new AbortController();
  const response = await fetch(server.baseUrl + EMULATOR_BASE_PATH + path, {
    headers: { authorization: `Bearer ${server.token}` },
    signal: ending.signal,
  });
  assert.equal(response.status, 200);
  const type = response.headers.get('content-type') ?? '';
  if (type === 'text/event-stream') ending.abort();
  else await response.text();
  return type.split(';')[0] ?? '';
}

/** Something of everything that the responses can contain. */
async function fillServer(): Promise<{ readonly activityId: string; readonly authReqId: string }> {
  const sendRequest = await enablePrompts(server);
  await sendRequest();
  const { authReqId } = await sendRequest();
  await server.tokenOf('shop', 'ann', 'till');
  // A refusal is the richest record: with its decisions, the reason and a remedy.
  await server.call('POST', '/admin/realms/shop/users', { body: {} });
  const activityId = server.activity.list().records.find(({ refusal }) => refusal !== undefined)?.id ?? '';
  server.logTail.write({
    sequence: 1,
    at: server.clock.now(),
    level: 'ERROR',
    category: 'http',
    message: 'Failed',
    parameters: { code: 'x' },
    error: new Error('broken'),
    mdc: { realm: 'shop', flow: 'f' },
    threadName: 'main',
    threadId: 0,
  });
  return { activityId, authReqId };
}

test('test kit "OpenAPI": what every GET of the table really answers fits its schema', async () => {
  const { activityId, authReqId } = await fillServer();
  for (const [key, row] of ROWS.filter(([name]) => name.startsWith('GET '))) {
    const path = key
      .slice('GET '.length)
      .replace('{realm}', 'shop')
      .replace('{id}', activityId)
      .replace('device/answer', `device/answer?action=allow&auth_req_id=${authReqId}`);
    assert.doesNotMatch(path, /[{}]/, `${key}: the test has no value for a path parameter`);
    const content = row.responses[200]?.content;
    if (content === undefined) await callAndCheck(key, path);
    else assert.equal(await mediaTypeOf(path), content, key);
  }
});

test('test kit "OpenAPI": errors of every kind fit the schema of errors', async () => {
  for (const [key, path, token, expected] of [
    ['GET /activity', '/activity?limit=0', undefined, 400],
    ['GET /server', '/server', null, 401],
    ['GET /settings', '/settings', await server.tokenOf('shop', 'manager'), 403],
    ['GET /realms/{realm}/clock', '/realms/none/clock', undefined, 404],
    ['GET /activity/{id}', '/activity/none', undefined, 404],
  ] as const) {
    const { status, body } = await server.call('GET', EMULATOR_BASE_PATH + path, {
      ...(token === undefined ? {} : { token }),
    });
    assert.equal(status, expected, key);
    const response = operationOf(key).responses[String(status)];
    const named =
      response?.$ref === undefined
        ? response
        : document.components.responses[response.$ref.split('/').at(-1) ?? ''];
    const schema = named?.content?.['application/json']?.schema;
    assert.ok(schema, `${key}: ${status} is not described`);
    check(schema, body, key);
  }
});
