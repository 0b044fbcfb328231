import assert from 'node:assert/strict';
import { test } from 'node:test';
import { previewRequest } from './preview-choice.ts';

const NOBODY = { user: undefined, scopes: ['openid'], audience: [] };

test('token preview: without a user there is a request only for a client with a service account', () => {
  assert.equal(previewRequest({ id: '1', clientId: 'web' }, NOBODY), undefined);
  const service = { id: '1', clientId: 'job', serviceAccountsEnabled: true };
  assert.deepEqual(previewRequest(service, NOBODY), { client: 'job', scope: 'openid' });
});

test('token preview: scopes and audience are requested, of SAML clients neither', () => {
  const choice = { user: 'alice', scopes: ['openid', 'phone'], audience: ['api'] };
  assert.deepEqual(previewRequest({ id: '1', clientId: 'web' }, choice), {
    client: 'web',
    user: 'alice',
    scope: 'openid phone',
    audience: ['api'],
  });
  assert.deepEqual(previewRequest({ id: '1', clientId: 'sp', protocol: 'saml' }, choice), {
    client: 'sp',
    user: 'alice',
  });
});

test('token preview: a removed scope openid stays removed', () => {
  const choice = { user: 'alice', scopes: [], audience: [] };
  assert.deepEqual(previewRequest({ id: '1', clientId: 'web' }, choice), {
    client: 'web',
    user: 'alice',
    scope: '',
  });
});
