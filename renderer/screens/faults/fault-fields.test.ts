import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENDPOINT_NAMES } from '#protocol/contract/endpoints.ts';
import { EFFECT_NAMES, findFaultProblem } from '#protocol/contract/fault-effects.ts';
import { OAUTH_ERRORS } from '#protocol/contract/oauth-errors.ts';
import { checkFields, type Field, type FieldValues, readFields } from '../../ui/field.ts';
import {
  countFields,
  effectFields,
  findRefusedMember,
  hasParties,
  matchFields,
  readFault,
  withChange,
} from './fault-fields.ts';

const GRANTS = ['password', 'refresh_token'];
const allFields = (values: FieldValues): readonly Field[] => [
  ...matchFields(GRANTS),
  ...effectFields(values),
  ...countFields(),
];
const FRESH = readFields(allFields({ do: 'status' }), {});

function choicesOf(member: string, values: FieldValues = FRESH): readonly string[] {
  const field = allFields(values).find((candidate) => candidate.member === member);
  return field?.kind === 'choice' ? field.choices.map(({ value }) => value) : [];
}

const problemsOf = (change: FieldValues) => {
  const values = withChange(FRESH, change);
  return checkFields(allFields(values), values);
};

test('console "Faults": the fresh form arms a 503 of the next token request', () => {
  assert.deepEqual(problemsOf({}), {});
  assert.deepEqual(readFault(FRESH), {
    match: { endpoint: 'token', nth: 1 },
    do: { status: 503 },
    times: 1,
  });
});

test('console "Faults": endpoints, errors and grants are those of the server', () => {
  assert.deepEqual(choicesOf('match.endpoint'), ENDPOINT_NAMES);
  assert.deepEqual(choicesOf('do.oauthError.error'), Object.keys(OAUTH_ERRORS));
  assert.deepEqual(choicesOf('match.grant'), ['', ...GRANTS]);
});

for (const endpoint of ENDPOINT_NAMES) {
  test(`console "Faults": every effect offered at ${endpoint} is accepted there, and every other one is not`, () => {
    const values = withChange(FRESH, { 'match.endpoint': endpoint, 'do.delayMs': '5' });
    const offered = choicesOf('do', values);
    for (const effect of offered)
      assert.equal(findFaultProblem(readFault(withChange(values, { do: effect }))), undefined, effect);
    for (const effect of EFFECT_NAMES.filter((name) => !offered.includes(name)))
      assert.equal(withChange(values, { do: effect })['do'], 'status', effect);
  });
}

test('console "Faults": an effect that the new endpoint cannot have is replaced, others stay', () => {
  const stale = withChange(FRESH, { 'match.endpoint': 'keys', do: 'staleKeys' });
  assert.equal(stale['do'], 'staleKeys');
  assert.equal(withChange(stale, { 'match.endpoint': 'token' })['do'], 'status');
  const dropped = withChange(FRESH, { do: 'drop' });
  assert.equal(withChange(dropped, { 'match.endpoint': 'saml' })['do'], 'drop');
});

test('console "Faults": hidden fields do not count', () => {
  const values = {
    ...FRESH,
    'match.endpoint': 'keys',
    'match.grant': 'password',
    'match.client': 'web',
    'match.user': 'alice',
    do: 'drop',
    'do.headers': 'a: b',
  };
  assert.equal(hasParties(values), false);
  assert.deepEqual(readFault(values), {
    match: { endpoint: 'keys', nth: 1 },
    do: { drop: true },
    times: 1,
  });
});

test('console "Faults": all members of a status, and of an error', () => {
  const status = {
    ...FRESH,
    'match.grant': 'password',
    'match.client': 'web',
    'match.user': 'alice',
    'match.nth': '2',
    times: '3',
    'do.status': '429',
    'do.headers': 'Retry-After: 2\n\n  X-Time: 10:30  ',
    'do.body': '{"a":[1]}',
    'do.delayMs': '250',
  };
  assert.deepEqual(readFault(status), {
    match: { endpoint: 'token', grant: 'password', client: 'web', user: 'alice', nth: 2 },
    do: { status: 429, headers: { 'Retry-After': '2', 'X-Time': '10:30' }, body: { a: [1] }, delayMs: 250 },
    times: 3,
  });
  const error = {
    ...FRESH,
    do: 'oauthError',
    'do.oauthError.error': 'invalid_grant',
    'do.oauthError.description': 'gone',
    'do.oauthError.status': '401',
  };
  assert.deepEqual(readFault(error).do, {
    oauthError: { error: 'invalid_grant', description: 'gone', status: 401 },
  });
  assert.equal(readFault({ ...FRESH, 'do.body': 'down {' }).do.body, 'down {');
});

for (const [change, member] of [
  [{ 'do.status': '99' }, 'do.status'],
  [{ 'do.status': '' }, 'do.status'],
  [{ 'do.delayMs': '60001' }, 'do.delayMs'],
  [{ do: '' }, 'do.delayMs'],
  [{ 'match.nth': '0' }, 'match.nth'],
  [{ times: '1001' }, 'times'],
  [{ do: 'oauthError', 'do.oauthError.status': '200' }, 'do.oauthError.status'],
  [{ 'do.headers': 'no colon' }, 'do.headers'],
  [{ 'do.headers': 'good: 1\nx y: 1' }, 'do.headers'],
] as const) {
  test(`console "Faults": ${JSON.stringify(change)} is a problem of ${member}`, () => {
    assert.deepEqual(Object.keys(problemsOf(change)), [member]);
  });
}

for (const [message, member] of [
  ['do.status must be a number from 200 to 599', 'do.status'],
  ['do.headers.Content-Length is set by the server; remove it', 'do.headers'],
  ['do.headers: "x y" is not the name of a header', 'do.headers'],
  ['Cannot parse the JSON: match.client must be a text', 'match.client'],
  ['do.staleKeys is not possible at endpoint token, only at keys. Use endpoint keys.', 'do'],
  ['times must be a number from 1 to 1000', 'times'],
  ['do has no effect; set one of status, drop', 'do'],
  ['Realm demo has 100 armed faults; disarm some', undefined],
  ['The server is not responding.', undefined],
] as const) {
  test(`console "Faults": "${message}" belongs to ${member ?? 'the form as a whole'}`, () => {
    const members = [...allFields(FRESH).map((field) => field.member), 'match.client', 'match.user'];
    assert.equal(findRefusedMember(members, message), member);
  });
}
