import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import type { JsonBody, RouteRow } from '#protocol/contract/emulator-routes/route-row.ts';
import {
  EMULATOR_BASE_PATH,
  EMULATOR_SUBJECTS,
  type EmulatorRouteKey,
} from '#protocol/contract/emulator-routes/table.ts';
import type { FaultWire } from '#protocol/contract/faults.ts';
import type { MailboxWire } from '#protocol/contract/mail.ts';
import {
  checkAgainst,
  checkDescribed,
  OPENAPI,
  type OpenApiDocument,
  type Operation,
  responseSchema,
} from '../testing/openapi.ts';
import { enablePrompts } from '../testing/prompts.ts';
import { startAdminServer } from '../testing/server.ts';

const server = await startAdminServer();
after(() => server.stop());

const served = await fetch(`${server.baseUrl}${EMULATOR_BASE_PATH}/openapi.json`);
const document = (await served.json()) as OpenApiDocument;

const ROWS = Object.values(EMULATOR_SUBJECTS).flatMap(
  ({ routes }) => Object.entries(routes) as [EmulatorRouteKey, RouteRow][],
);

function operationOf(key: string): Operation {
  const [method = '', path = ''] = key.split(' ');
  const operation = OPENAPI.paths[path]?.[method.toLowerCase()];
  assert.ok(operation, `${key} is not described`);
  return operation;
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
    checkAgainst(schema, (body satisfies JsonBody).example, key);
  });
}

/** `call` checks the body; here, that there is one to check. */
async function callAndCheck(key: EmulatorRouteKey, path: string): Promise<void> {
  const { status, body } = await server.call('GET', EMULATOR_BASE_PATH + path);
  assert.equal(status, 200, `${key}: ${JSON.stringify(body)}`);
  assert.ok(responseSchema(operationOf(key), status, key), `${key} has no schema`);
}

/** Media type of a response that is not JSON; closes streams. */
async function mediaTypeOf(path: string): Promise<string> {
  const ending = new AbortController();
  const response = await fetch(server.baseUrl + EMULATOR_BASE_PATH + path, {
    headers: { authorization: `Bearer ${server.token}` },
    signal: ending.signal,
  });
  const type = response.headers.get('content-type') ?? '';
  if (type === 'text/event-stream') ending.abort();
  else await response.text();
  assert.equal(response.status, 200, path);
  return type.split(';')[0] ?? '';
}

const PERSON = {
  id: 'with-phone-id',
  username: 'with-phone',
  credentials: [
    {
      type: 'otp',
      secretData: JSON.stringify({ value: '12345678901234567890' }),
      credentialData: JSON.stringify({ subType: 'totp', digits: 6, period: 30, algorithm: 'HmacSHA1' }),
    },
  ],
};
const HOLD = { match: { endpoint: 'par' } };
const FAULT = { match: { endpoint: 'token', user: 'ann' }, do: { status: 503 } };

/** Something of everything that the responses can contain. */
async function fillServer(): Promise<{
  readonly activityId: string;
  readonly authReqId: string;
  readonly fault: string;
  readonly hold: string;
  readonly importId: string;
  readonly message: string;
}> {
  const sendRequest = await enablePrompts(server);
  await sendRequest();
  const { authReqId } = await sendRequest();
  await server.tokenOf('shop', 'ann', 'till');
  // A refusal is the richest record: with its decisions, the reason, a remedy and a fix.
  await server.call('POST', '/admin/realms/shop/users', { body: {} });
  await fetch(`${server.baseUrl}/realms/shop/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials', client_id: 'nobody', client_secret: 'x' }),
  });
  const activityId =
    server.activity.list().records.find(({ refusal }) => refusal?.fix !== undefined)?.id ?? '';
  const { id: realmId = '' } = server.store.realms.find('shop') ?? {};
  await server.store.users.create(realmId, PERSON);
  await server.call('POST', `${EMULATOR_BASE_PATH}/realms/shop/snapshots`);
  const { body: armed } = await server.call<FaultWire>('POST', `${EMULATOR_BASE_PATH}/realms/shop/faults`, {
    body: FAULT,
  });
  const { createdId: hold } = await server.call('POST', `${EMULATOR_BASE_PATH}/realms/shop/holds`, {
    body: HOLD,
  });
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
  // A failed import is the richest.
  const { createdId: importId } = await server.call('POST', `${EMULATOR_BASE_PATH}/imports`, { body: '{}' });
  const wiki = { clientId: 'wiki', publicClient: true, redirectUris: ['http://wiki.test/'] };
  await server.call('POST', '/admin/realms/shop/clients', { body: wiki });
  await fetch(
    `${server.baseUrl}/realms/shop/protocol/openid-connect/auth?client_id=wiki&redirect_uri=http://wiki.test/&response_type=code`,
  );
  await server.call('PUT', `/admin/realms/shop/users/${await server.userId('ann')}/send-verify-email`);
  const { body: mailbox } = await server.call<MailboxWire>('GET', `${EMULATOR_BASE_PATH}/realms/shop/mail`);
  const message = mailbox.messages[0]?.id ?? '';
  return { activityId, authReqId, fault: armed.id, hold, importId, message };
}

test('test kit "OpenAPI": what every GET of the table really answers fits its schema', async () => {
  const { activityId, authReqId, fault, hold, importId, message } = await fillServer();
  const ann = await server.userId('ann');
  const { groups, roles } = server.store.realms.find('shop') ?? {};
  const group = groups?.[0]?.id ?? '';
  const role = roles?.realm?.find(({ name }) => name === 'boss')?.id ?? '';
  for (const [key, row] of ROWS.filter(([name]) => name.startsWith('GET '))) {
    const path = key
      .slice('GET '.length)
      .replace('{realm}', 'shop')
      .replace('imports/{id}', `imports/${importId}`)
      .replace('{id}', activityId)
      .replace('{fault}', fault)
      .replace('{hold}', hold)
      .replace('{username}', PERSON.username)
      .replace('{user}', ann)
      .replace('{group}', group)
      .replace('{flow}', 'browser')
      .replace('{message}', message)
      .replace('{role}', role)
      .replace('sign-in-links/start', 'sign-in-links/start?client=till')
      .replace('device/answer', `device/answer?action=allow&auth_req_id=${authReqId}`);
    assert.doesNotMatch(path, /[{}]/, `${key}: the test has no value for a path parameter`);
    const content = row.responses[200]?.content;
    if (content === undefined) await callAndCheck(key, path);
    else assert.equal(await mediaTypeOf(path), content, key);
  }
});

test('test kit "OpenAPI": errors of every kind are described and fit the schema of errors', async () => {
  for (const [key, path, token, expected] of [
    ['GET /activity', '/activity?limit=0', undefined, 400],
    ['GET /server', '/server', null, 401],
    ['GET /settings', '/settings', await server.tokenOf('shop', 'manager'), 403],
    ['GET /realms/{realm}/clock', '/realms/none/clock', undefined, 404],
    ['GET /activity/{id}', '/activity/none', undefined, 404],
  ] as const) {
    const { status } = await server.call('GET', EMULATOR_BASE_PATH + path, {
      ...(token === undefined ? {} : { token }),
    });
    assert.equal(status, expected, key);
    assert.ok(responseSchema(operationOf(key), status, key), `${key} has no schema for ${status}`);
  }
});

test('test kit "OpenAPI": a response with a status, member or body that is not described fails every test that gets it', () => {
  const clock = { offsetMs: 0, now: '2030-01-01T00:00:00.000Z', frozen: false };
  const path = `${EMULATOR_BASE_PATH}/realms/shop/clock`;
  checkDescribed('GET', path, 200, clock);
  assert.throws(() => checkDescribed('GET', path, 201, clock), /does not describe/);
  assert.throws(() => checkDescribed('GET', path, 200, { ...clock, more: 1 }), /must NOT have additional/);
  assert.throws(() => checkDescribed('GET', path, 200, { now: clock.now }), /must have required property/);
  assert.throws(
    () => checkDescribed('DELETE', `${EMULATOR_BASE_PATH}/activity`, 204, {}),
    /does not describe/,
  );
});
