import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENDPOINT_NAMES } from '../endpoints.ts';
import { LEVEL_SEVERITY } from '../log-levels.ts';
import { findScalarProblem } from '../settings/check-text.ts';
import type { RouteRow } from './route-row.ts';
import { EMULATOR_SUBJECTS, type EmulatorRouteKey, locateRoute } from './table.ts';

const ROWS = Object.values(EMULATOR_SUBJECTS).flatMap(
  ({ routes }) => Object.entries(routes) as [EmulatorRouteKey, RouteRow][],
);

test('test kit "Routes": every key is unique and has one method and one path', () => {
  const keys = ROWS.map(([key]) => key);
  assert.equal(new Set(keys).size, keys.length);
  for (const key of keys) assert.match(key, /^(GET|POST|PUT|PATCH|DELETE) (\/([a-z0-9.-]+|\{[a-z]+\}))+$/);
});

test('test kit "Routes": a key is located below /emulator/v1', () => {
  assert.deepEqual(locateRoute('DELETE /realms/{realm}/keys/{kid}'), {
    method: 'DELETE',
    path: '/emulator/v1/realms/:realm/keys/:kid',
  });
});

for (const [key, row] of ROWS) {
  test(`test kit "Routes": ${key} explains its path parameters, and no others`, () => {
    const named = [...key.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).filter((name) => name !== 'realm');
    assert.deepEqual(Object.keys(row.path ?? {}), named);
  });

  test(`test kit "Routes": ${key} has readable texts, one success and only errors beside it`, () => {
    const parameters = Object.values(row.query ?? {}).map(({ meaning }) => meaning);
    const responses = Object.values(row.responses);
    const texts = [
      row.summary,
      ...Object.values(row.path ?? {}),
      ...Object.values(row.headers ?? {}),
      ...Object.values(row.errors ?? {}),
      ...parameters,
      ...responses.flatMap(({ meaning }) => meaning ?? []),
    ];
    for (const text of texts) assert.match(text, /^[^\n]*[^\n.]$/, text);
    for (const status of Object.keys(row.responses)) assert.match(status, /^2\d\d$/);
    for (const status of Object.keys(row.errors ?? {})) assert.match(status, /^[45]\d\d$/);
    for (const { type, content } of responses) assert.ok(type === undefined || content === undefined);
    assert.ok(responses.length > 0);
  });

  test(`test kit "Routes": ${key} has defaults that its own query parameters accept`, () => {
    for (const [name, parameter] of Object.entries(row.query ?? {})) {
      if (parameter.default === undefined) continue;
      assert.equal(findScalarProblem(parameter.default, parameter, {}), undefined, name);
      assert.equal(parameter.required, undefined, name);
    }
  });
}

test('test kit "Details": a query knows every endpoint that there is', () => {
  const { endpoint } = EMULATOR_SUBJECTS.evidence.routes['GET /realms/{realm}/activity/query'].query;
  assert.deepEqual(endpoint.choices, ENDPOINT_NAMES);
});

test('service description §2.3: logs are filtered by every level that there is', () => {
  const { routes } = EMULATOR_SUBJECTS.logs;
  for (const key of ['GET /logs', 'GET /logs/stream'] as const)
    assert.deepEqual(routes[key].query.level.choices, Object.keys(LEVEL_SEVERITY));
});
