import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeJws } from '#protocol/crypto/jws.ts';
import { claimsOf } from '#protocol/oauth/testing/server.ts';
import { withCiba } from './testing/server.ts';

test('service description §4.2: the entity gets a JSON POST with login_hint, scope, is_consent_required, binding_message and acr_values', () =>
  withCiba(async ({ begin }) => {
    const { delegation } = await begin({
      scope: 'openid phone',
      binding_message: 'W4-SCT',
      acr_values: 'gold silver',
    });
    const { method, path, contentType, body } = delegation;
    assert.deepEqual(
      { method, path, contentType },
      { method: 'POST', path: '/delegations?from=us', contentType: 'application/json' },
    );
    const scope = String(body['scope']).split(' ');
    assert.deepEqual(scope.slice(0, 2), ['openid', 'phone']);
    assert.ok(
      scope.includes('profile') && scope.includes('email'),
      'default scopes that a consent page shows',
    );
    assert.ok(!scope.includes('web-origins'), 'no default scope that it does not show');
    assert.deepEqual(
      { ...body, scope: '' },
      {
        login_hint: 'alice',
        scope: '',
        is_consent_required: false,
        binding_message: 'W4-SCT',
        acr_values: 'gold silver',
      },
    );
  }));

test('service description §4.2: consent is required if the client requires it', () =>
  withCiba(async ({ begin, server }) => {
    await server.changeClient('web', { consentRequired: true });
    assert.equal((await begin()).delegation.body['is_consent_required'], true);
  }));

test('service description §4.2: the token is a JWT from the realm for itself, with client, user, result ID and expiry', () =>
  withCiba(async ({ begin, server }) => {
    const { delegation, authReqId } = await begin();
    const claims = claimsOf(delegation.token);
    const user = await server.store.users.findByUsername(server.store.realms.find('demo')?.id ?? '', 'alice');
    assert.deepEqual(
      [claims['iss'], claims['aud'], claims['azp'], claims['sub'], claims['typ']],
      [server.issuer, server.issuer, 'web', user?.id, 'Bearer'],
    );
    assert.equal(Number(claims['exp']) - Number(claims['iat']), 120);
    assert.notEqual(claims['jti'], authReqId);
    assert.equal(decodeJws(delegation.token)?.header.alg, 'ES256');
  }));

test('CIBA §7.1: requested_expiry shortens the entity’s time, and never extends it beyond the auth_req_id', () =>
  withCiba(async ({ begin }) => {
    const life = async (requested_expiry: string): Promise<number> => {
      const claims = claimsOf((await begin({ requested_expiry })).delegation.token);
      return Number(claims['exp']) - Number(claims['iat']);
    };
    assert.equal(await life('30'), 30);
    assert.equal(await life('3600'), 120);
  }));

test('service description §4.2: the client’s credentials are never sent to the entity', () =>
  withCiba(async ({ begin }) => {
    const text = JSON.stringify((await begin()).delegation.body);
    assert.ok(!text.includes('web-secret') && !text.includes('client_secret'));
  }));

test('service description §4.2: additional parameters of the request become members of the delegation', () =>
  withCiba(async ({ begin, exchange }) => {
    const { delegation } = await begin({ terminal: '7', receipt: 'x'.repeat(201) });
    assert.equal(delegation.body['terminal'], '7');
    assert.equal(delegation.body['receipt'], undefined);
    assert.equal(exchange('Authentication request (CIBA)')?.outcome, 'accepted');
  }));

test('service description §4.2: the delegation is an exchange in the request’s flow, and Activity masks its token', () =>
  withCiba(async ({ begin, exchange, server }) => {
    const { delegation } = await begin();
    const sent = exchange('Authentication delegation');
    assert.deepEqual(
      [sent?.from, sent?.to, sent?.status, sent?.flow, sent?.username],
      ['understudy', 'authentication-entity', 201, exchange('Authentication request (CIBA)')?.flow, 'alice'],
    );
    const record = server.activity.find(sent?.id ?? '', { reveal: false });
    assert.equal(JSON.stringify(record).includes(delegation.token), false);
    assert.equal(
      server.log.records.some((line) => JSON.stringify(line).includes(delegation.token)),
      false,
    );
  }));
