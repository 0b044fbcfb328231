import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testRefusals } from '../testing/refusals.ts';
import { comeBack, withPeer } from '../testing/with-peer.ts';

const FILTER = { filteredByClaim: 'true', claimFilterName: 'groups', claimFilterValue: 'staff|boss' };

const withGroups =
  (groups: unknown) =>
  (usual: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => ({ ...usual, groups });

testRefusals('Keycloak: essential claim', [
  { what: 'an ID token without the claim', config: FILTER, says: /has no claim groups \(filteredByClaim\)/ },
  {
    what: 'another value',
    config: FILTER,
    answers: { idToken: withGroups('guest') },
    says: /claim groups of the id_token of identity provider peer is guest, which does not match staff\|boss/,
  },
  {
    what: 'a value that only contains a match',
    config: FILTER,
    answers: { idToken: withGroups('staff-guest') },
    says: /is staff-guest/,
  },
  {
    what: 'a list without a match',
    config: FILTER,
    answers: { idToken: withGroups(['a', 'b']) },
    says: /is a, b/,
  },
  { what: 'an empty list', config: FILTER, answers: { idToken: withGroups([]) }, says: /does not match/ },
  {
    what: 'a broken pattern',
    config: { ...FILTER, claimFilterValue: '(' },
    answers: { idToken: withGroups('(') },
    says: /does not match \(/,
  },
  {
    what: 'an inherited member as the claim',
    config: { ...FILTER, claimFilterName: 'constructor', claimFilterValue: '.*' },
    says: /has no claim constructor/,
  },
]);

for (const groups of ['staff', ['guest', 'boss']])
  test(`Keycloak: essential claim: ${JSON.stringify(groups)} signs the person in`, () =>
    withPeer(async (given) => {
      Object.assign(given.peer.answers, { idToken: withGroups(groups) });
      assert.ok((await comeBack(given)).leadsTo['code']);
    }, FILTER));

test('Keycloak: essential claim: numbers and truth values are compared as texts', () =>
  withPeer(
    async (given) => {
      Object.assign(given.peer.answers, { idToken: withGroups(true) });
      assert.ok((await comeBack(given)).leadsTo['code']);
    },
    { ...FILTER, claimFilterValue: 'true' },
  ));

test('Keycloak: the page says that the essential claim does not match', () =>
  withPeer(async (given) => {
    Object.assign(given.peer.answers, { idToken: withGroups('guest') });
    assert.match((await comeBack(given)).text, /does not match the configured essential claim/);
  }, FILTER));

test('Keycloak: without filteredByClaim, the claim may be missing', () =>
  withPeer(
    async (given) => {
      assert.ok((await comeBack(given)).leadsTo['code']);
    },
    { ...FILTER, filteredByClaim: 'false' },
  ));
