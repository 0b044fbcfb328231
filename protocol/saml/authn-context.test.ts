import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SamlStatusError } from '#protocol/errors/saml-status-error.ts';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import { checkReached, reachedClass, requiredLevel } from './authn-context.ts';
import type { ContextComparison } from './messages/authn-request.ts';
import { AUTHN_CONTEXT_CLASSES } from './xml-names.ts';

const { password, unspecified, passwordProtectedTransport } = AUTHN_CONTEXT_CLASSES;

function placeWith(map: Readonly<Record<string, number>> | undefined) {
  const attributes = map === undefined ? {} : { 'acr.loa.map': JSON.stringify(map) };
  const { realm } = createTestExchange({
    realm: { attributes, clients: [{ clientId: 'sp', protocol: 'saml' }] },
  });
  const client = realm.clients.get('sp');
  assert.ok(client);
  return { realm, client };
}

const LEVELED = placeWith({ 'urn:zero': 0, 'urn:one': 1, 'urn:two': 2, 'urn:three': 3 });
const PLAIN = placeWith(undefined);

const wish = (comparison: ContextComparison, ...classes: string[]) => ({ comparison, classes });

test('SAML Core §3.3.2.2.1: comparison and classes determine the level', () => {
  const cases = [
    [wish('exact', password), 1],
    [wish('exact', 'urn:two'), 2],
    [wish('exact', 'urn:two', 'urn:one'), 1],
    [wish('exact', 'urn:zero'), 1],
    [wish('exact', 'urn:unknown', 'urn:two'), 2],
    [wish('minimum', 'urn:two'), 2],
    [wish('minimum', 'urn:three', 'urn:one'), 1],
    [wish('maximum', 'urn:two'), 1],
    [wish('maximum', 'urn:three'), 1],
    [wish('better', 'urn:one'), 2],
  ] as const;
  for (const [wanted, level] of cases)
    assert.equal(requiredLevel(LEVELED, wanted), level, JSON.stringify(wanted));
});

test('SAML Core §3.3.2.2.1: an unreachable context answers NoAuthnContext, with the map as remedy', () => {
  for (const [place, wanted] of [
    [LEVELED, wish('exact', 'urn:unknown')],
    [LEVELED, wish('exact', 'urn:three')],
    [LEVELED, wish('minimum', 'urn:three')],
    [LEVELED, wish('better', 'urn:one', 'urn:two')],
    [LEVELED, wish('maximum', 'urn:unknown')],
    [LEVELED, wish('exact')],
    [PLAIN, wish('exact', 'urn:one')],
    [PLAIN, wish('better', password)],
    [PLAIN, wish('exact', '1')],
  ] as const)
    assert.throws(
      () => requiredLevel(place, wanted),
      (error) =>
        error instanceof SamlStatusError &&
        error.code === 'no_authn_context' &&
        /acr\.loa\.map/.test(error.remedy ?? ''),
      JSON.stringify(wanted),
    );
});

test('SAML Core §2.7.2.2: the response names the strongest requested class that was reached', () => {
  const cases = [
    [wish('exact', 'urn:one', 'urn:two'), 2, 'urn:two'],
    [wish('exact', 'urn:one', 'urn:two'), 1, 'urn:one'],
    [wish('minimum', passwordProtectedTransport), 2, passwordProtectedTransport],
    [wish('better', 'urn:one'), 2, 'urn:two'],
    [wish('maximum', 'urn:two'), 1, 'urn:one'],
  ] as const;
  for (const [wanted, level, expected] of cases)
    assert.equal(reachedClass(LEVELED, wanted, level), expected, JSON.stringify(wanted));
});

test('SAML Core §2.7.2.2: without a requested context the class is unspecified', () => {
  assert.equal(reachedClass(LEVELED, undefined, 2), unspecified);
  assert.equal(reachedClass(placeWith({ 'urn:two': 2 }), wish('maximum', 'urn:two'), 1), unspecified);
});

test('SAML Core §3.3.2.2.1: a sign-in below the required level is rejected', () => {
  checkReached(LEVELED, undefined, 1);
  checkReached(LEVELED, wish('exact', 'urn:two'), 2);
  checkReached(LEVELED, wish('maximum', 'urn:two'), 1);
  for (const wanted of [wish('exact', 'urn:two'), wish('minimum', 'urn:two'), wish('better', 'urn:one')])
    assert.throws(() => checkReached(LEVELED, wanted, 1), SamlStatusError, JSON.stringify(wanted));
});
