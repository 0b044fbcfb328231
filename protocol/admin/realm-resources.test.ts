import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listRealmResources, listServerResources, type ResourceDeps } from './realm-resources.ts';

/** Rows are made without looking at what their handlers work with. */
const DEPS = { clientDescriptions: [], installations: {} } as unknown as ResourceDeps;

test('each resource has a name of its own, and rows', () => {
  const resources = listRealmResources(DEPS);
  assert.equal(new Set(resources.map(({ name }) => name)).size, resources.length);
  for (const { name, kept, rows } of [...resources, ...listServerResources(DEPS)]) {
    assert.ok(rows.length > 0, name);
    assert.match(kept ?? 'Kept.', /^[A-Z].*\.$/);
  }
});

test('no route belongs to two resources', () => {
  const routes = listRealmResources(DEPS).flatMap(({ rows }) =>
    rows.map(({ method, path }) => `${method} ${path}`),
  );
  assert.deepEqual(
    routes.filter((route, index) => routes.indexOf(route) < index),
    [],
  );
});
