import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMapperNames } from '#protocol/token/preview/mapper-owners.ts';
import { createRoleTrace } from '#protocol/token/preview/role-trace.ts';
import type { MappedPart } from '../mappers/apply-mappers.ts';
import type { SamlMapperType } from '../mappers/mapper.ts';
import type { Assertion, SamlAttribute } from '../messages/assertion.ts';
import { createTestContext } from '../testing/context.ts';
import { createAssertionTrace } from './assertion-trace.ts';

const context = createTestContext();
const attribute = (name: string, ...values: string[]): SamlAttribute => ({
  name,
  nameFormat: 'f',
  friendlyName: undefined,
  values,
});

function partOf(name: string, type: SamlMapperType): MappedPart {
  const representation = { id: name, name, protocolMapper: 't' };
  const mapper = { name, type: 't', config: {}, representation };
  const attributes = type.listAttributes?.({}, context) ?? [];
  return { mapper, type, attributes, audiences: type.listAudiences?.({}, context) ?? [] };
}

const ASSERTION: Assertion = {
  id: 'ID_1',
  issuedAt: 0,
  issuer: 'i',
  nameId: { value: 'alice', format: 'f' },
  recipient: 'http://sp.test/acs',
  inResponseTo: undefined,
  confirmableUntil: 1,
  notBefore: 0,
  notOnOrAfter: 1,
  audiences: ['sp'],
  oneTimeUse: false,
  authnStatement: undefined,
  attributes: [],
};

function traceOf(parts: readonly MappedPart[], assertion = ASSERTION) {
  const names = createMapperNames(context.client, []);
  const trace = createAssertionTrace(names, createRoleTrace(context.realm, context.user, names));
  trace.observer.mapped(parts, context);
  const claims = trace.list(assertion, { mapper: undefined, isVolatile: false });
  return new Map(claims.map((claim) => [claim.path.join(' '), claim]));
}

test('token preview: without mappers every part of an assertion is built in, and its times are volatile', () => {
  const claims = [...traceOf([]).values()];
  assert.ok(claims.every(({ causes }) => causes[0]?.kind === 'built-in'));
  const fixed = claims.filter(({ isVolatile }) => isVolatile !== true).map(({ path }) => path.at(-1));
  assert.deepEqual(fixed, ['Issuer', 'NameID', 'Format', 'Recipient', 'Audience']);
});

test('token preview: attributes of one name are one entry with the values and the mapper of each', () => {
  const parts = [
    partOf('one', { listAttributes: () => [attribute('a', 'x'), attribute('b', 'y')] }),
    partOf('two', { listAttributes: () => [attribute('a', 'z')] }),
  ];
  const claims = traceOf(parts);
  assert.deepEqual(claims.get('Attribute a')?.value, ['x', 'z']);
  assert.deepEqual(
    claims.get('Attribute a')?.causes.map(({ mapper, values }) => [mapper?.name, values]),
    [
      ['one', ['x']],
      ['two', ['z']],
    ],
  );
  assert.deepEqual(
    [claims.get('Attribute b')?.value, claims.get('Attribute b')?.causes[0]?.values],
    ['y', undefined],
  );
});

test('token preview: an attribute without values is an entry, too', () => {
  const claims = traceOf([partOf('one', { listAttributes: () => [attribute('a')] })]);
  assert.deepEqual(claims.get('Attribute a')?.value, []);
});

test('token preview: only mappers that read roles name roles', () => {
  const claims = traceOf([
    partOf('roles', { listAttributes: (_config, { roles }) => [attribute('Role', ...roles.realm)] }),
    partOf('fixed', { listAttributes: () => [attribute('team', 'blue')] }),
  ]);
  assert.deepEqual(
    claims.get('Attribute Role')?.causes[0]?.roles?.map(({ name }) => name),
    ['reader', 'writer'],
  );
  assert.equal(claims.get('Attribute team')?.causes[0]?.roles, undefined);
});
