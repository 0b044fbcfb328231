import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { PlainRoute, Route } from './exchange.ts';
import { RequestFault } from './request-fault.ts';
import { createRouter } from './router.ts';

function route(path: string, method: Route['method'] = 'GET', more: Partial<PlainRoute> = {}): PlainRoute {
  return { method, path, handle: () => ({ status: 200 }), ...more };
}

const router = createRouter([
  route('/health/ready'),
  route('/console'),
  route('/console/'),
  route('/console/assets/*file'),
  route('/realms/:realm'),
  route('/realms/:realm/protocol/openid-connect/token', 'POST', { cors: 'handler' }),
  route('/admin/realms/:realm/users/count'),
  route('/admin/realms/:realm/users/:user'),
  route('/admin/realms/:realm/users/:id/groups'),
  route('/admin/realms/:realm/users/count/x'),
]);

function match(path: string): readonly [string, Readonly<Record<string, string>>] | undefined {
  const found = router.match(path);
  return found && [found.endpoint.path, found.pathParameters];
}

test('a constant path is found, similar paths are not', () => {
  assert.deepEqual(match('/health/ready'), ['/health/ready', {}]);
  for (const path of [
    '/health',
    '/health/readyy',
    '/Health/ready',
    '/health//ready',
    '//health/ready',
    '/',
    '',
    '/health/%72eady',
  ]) {
    assert.equal(match(path), undefined, path);
  }
});

test('RFC 3986 §2.1: a parameter takes one segment and is decoded', () => {
  assert.deepEqual(match('/realms/d%C3%A9mo'), ['/realms/:realm', { realm: 'démo' }]);
  assert.deepEqual(match('/realms/a%2Fb'), ['/realms/:realm', { realm: 'a/b' }]);
  assert.equal(match('/realms/'), undefined);
  assert.equal(match('/realms/a/b'), undefined);
});

test('constant segments take precedence over parameters, and the search backtracks where they lead nowhere', () => {
  assert.equal(match('/admin/realms/r/users/count')?.[0], '/admin/realms/:realm/users/count');
  assert.deepEqual(match('/admin/realms/r/users/u1'), [
    '/admin/realms/:realm/users/:user',
    { realm: 'r', user: 'u1' },
  ]);
  assert.deepEqual(match('/admin/realms/r/users/count/groups'), [
    '/admin/realms/:realm/users/:id/groups',
    { realm: 'r', id: 'count' },
  ]);
});

test('a final *name does not match a trailing slash alone', () => {
  assert.equal(match('/console/assets/'), undefined);
});

test('a final *name matches the rest of the path', () => {
  assert.deepEqual(match('/console/assets/a/b.js'), ['/console/assets/*file', { file: 'a/b.js' }]);
});

test('one trailing slash is ignored unless a route has it', () => {
  assert.equal(match('/health/ready/')?.[0], '/health/ready');
  assert.equal(match('/console/')?.[0], '/console/');
  assert.equal(match('/console')?.[0], '/console');
  assert.equal(match('/health/ready//'), undefined);
});

test('invalid percent-encoding and control characters are rejected with 400', () => {
  for (const path of ['/realms/%zz', '/realms/%ff', '/realms/a%00b', '/realms/%0d%0a']) {
    assert.throws(
      () => match(path),
      (error) => error instanceof RequestFault && error.status === 400,
      path,
    );
  }
});

test('names of Object.prototype are ordinary segments', () => {
  assert.equal(match('/__proto__'), undefined);
  assert.deepEqual(match('/realms/__proto__'), ['/realms/:realm', { realm: '__proto__' }]);
});

test('RFC 9110 §9.3.2: GET implies HEAD; a path knows its methods and its most permissive CORS policy', () => {
  const both = createRouter([
    route('/x'),
    route('/x', 'POST', { cors: 'handler' }),
    route('/x', 'PUT', { cors: 'any' }),
  ]).match('/x');
  assert.deepEqual(both?.endpoint.methods, ['GET', 'HEAD', 'POST', 'PUT']);
  assert.equal(both?.endpoint.cors, 'any');
});

test('a table with an error is rejected when it is compiled', () => {
  assert.throws(() => createRouter([route('/x'), route('/x')]), TypeError);
  assert.throws(() => createRouter([route('x')]), TypeError);
  assert.throws(() => createRouter([route('/*all/x')]), TypeError);
  assert.throws(
    () => createRouter([{ method: 'GET', path: '/x', realm: true, handle: () => ({ status: 200 }) }]),
    TypeError,
  );
});

test('any path is found, not found, or rejected with 400', () => {
  const segment = fc.constantFrom(
    'realms',
    'admin',
    'users',
    'count',
    '',
    '..',
    '%2e',
    '%',
    '%00',
    'x',
    ':realm',
    '*file',
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.array(segment).map((parts) => `/${parts.join('/')}`),
      ),
      (path) => {
        try {
          router.match(path);
        } catch (error) {
          assert.ok(error instanceof RequestFault && error.status === 400);
        }
      },
    ),
  );
});
