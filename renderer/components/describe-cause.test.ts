import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeOverridden, describeRole, mapperPlace, pathText, valueText } from './describe-cause.ts';

const mapper = { id: 'm', name: 'team', type: 't' };

test('token preview: a role names each way by which the user has it', () => {
  assert.deepEqual(
    describeRole({
      name: 'read',
      clientId: 'api',
      paths: [
        { roles: [{ name: 'read', clientId: 'api' }] },
        { group: '/staff', roles: [{ name: 'read', clientId: 'api' }] },
        {
          roles: [{ name: 'default', isDefault: true }, { name: 'boss' }, { name: 'read', clientId: 'api' }],
        },
        { group: '/a', roles: [{ name: 'boss' }, { name: 'read', clientId: 'api' }] },
      ],
    }),
    {
      name: 'api: read',
      ways: 'directly; group /staff; composite default (default role) → boss; group /a, composite boss',
    },
  );
});

test('token preview: a role of a mapper names the mapper, and what it was before', () => {
  assert.equal(describeRole({ name: 'x', mapper, paths: [] }).ways, 'added by mapper team');
  const renamed = { name: 'x', mapper, renamedFrom: { name: 'y' }, paths: [{ roles: [{ name: 'y' }] }] };
  assert.equal(describeRole(renamed).ways, 'y, renamed by mapper team: directly');
});

test('token preview: a mapper belongs to the client or to a client scope', () => {
  assert.equal(mapperPlace(mapper), 'mapper of this client');
  const scope = { id: 's', name: 'email', assigned: 'optional' } as const;
  assert.equal(mapperPlace({ ...mapper, scope }), 'client scope email (optional)');
});

test('token preview: replaced mappers are named once, built-in values are not', () => {
  const claim = { path: ['a'], value: 1, causes: [] };
  assert.equal(describeOverridden(claim), undefined);
  assert.equal(describeOverridden({ ...claim, overridden: [{ kind: 'built-in' }] }), undefined);
  const twice = [{ kind: 'mapper', mapper }, { kind: 'mapper', mapper }, { kind: 'user' }] as const;
  assert.equal(
    describeOverridden({ ...claim, overridden: twice }),
    'Overrides mapper team, the user’s own claim',
  );
});

test('token preview: values are readable: texts as they are, lists by line, objects as JSON', () => {
  assert.equal(valueText('a b'), 'a b');
  assert.equal(valueText(['a', 1, true]), 'a\n1\ntrue');
  assert.equal(valueText([]), '[]');
  assert.equal(valueText({}), '{}');
  assert.equal(valueText(null), 'null');
  assert.equal(pathText(['realm_access', 'roles']), 'realm_access.roles');
});
