import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ActivitySummary } from '#protocol/contract/activity.ts';
import { findTry } from './find-try.ts';

const TRY = { realm: 'demo', alias: 'google', after: '10' };
const BROKER = '/realms/demo/broker/google';

function exchange(id: string, title: string, more: Partial<ActivitySummary> = {}): ActivitySummary {
  return {
    id,
    flow: 'a',
    realm: 'demo',
    startedAt: '2026-01-01T00:00:00.000Z',
    durationMs: 1,
    from: 'browser',
    to: 'understudy',
    method: 'GET',
    path: '/realms/demo/x',
    status: 303,
    outcome: 'asked',
    title,
    ...more,
  };
}

const request = (id: string, more: Partial<ActivitySummary> = {}): ActivitySummary =>
  exchange(id, 'Authorization request', {
    endpoint: 'authorization',
    clientId: 'account-console',
    prompt: 'login',
    ...more,
  });
const leave = exchange('12', 'Sign-in through an identity provider', { path: `${BROKER}/login` });
const standIn = exchange('13', 'Stand-in answers', { to: 'identity-provider', outcome: 'accepted' });
const answer = (more: Partial<ActivitySummary>): ActivitySummary =>
  exchange('14', 'Answer of an identity provider', { path: `${BROKER}/endpoint`, ...more });
const done = { outcome: 'accepted', username: 'ada' } as const;

/** In the order in which they happened. */
const find = (...records: readonly ActivitySummary[]) => findTry(records.toReversed(), TRY);

test('console "Providers": a try is waiting until the browser has sent its request', () => {
  assert.deepEqual(find(), { kind: 'waiting' });
  for (const other of [
    request('10'),
    request('11', { realm: 'other' }),
    request('11', { clientId: 'demo-web' }),
    exchange('11', 'Authorization request', { endpoint: 'authorization', clientId: 'account-console' }),
  ])
    assert.deepEqual(find(other), { kind: 'waiting' });
});

test('console "Providers": a try with another provider is not the one that is shown', () => {
  const elsewhere = exchange('12', 'Sign-in', { path: '/realms/demo/broker/google-2/login' });
  assert.deepEqual(find(request('11'), elsewhere), { kind: 'waiting' });
  const own = request('13', { flow: 'b' });
  assert.deepEqual(find(request('11'), elsewhere, own), { kind: 'begun', exchange: '13' });
});

test('console "Providers": at the provider, and at pages after its answer, the sign-in has begun', () => {
  assert.deepEqual(find(request('11'), leave, standIn), { kind: 'begun', exchange: '13' });
  const review = answer({ outcome: 'asked', username: 'ada' });
  assert.deepEqual(find(request('11'), leave, standIn, review), { kind: 'begun', exchange: '14' });
});

test('console "Providers": the accepted answer shows as whom the try has signed in', () => {
  const profile = exchange('15', 'Profile from Google', { from: 'understudy', to: 'identity-provider' });
  assert.deepEqual(find(request('11'), leave, standIn, answer(done), profile), {
    kind: 'signedIn',
    exchange: '14',
    username: 'ada',
  });
});

test('console "Providers": a refused answer is a failure with its reason, even if a password helps afterwards', () => {
  const refusal = { code: 'access_denied', description: 'No', reason: 'The person refused. Really.' };
  const refused = answer({ outcome: 'refused', refusal });
  const failed = { kind: 'failed', exchange: '14', problem: 'Refused: The person refused' };
  assert.deepEqual(find(request('11'), leave, refused), failed);
  assert.deepEqual(find(request('11'), leave, refused, exchange('15', 'Sign-in form', done)), failed);
});

test('console "Providers": a wrong password in the other realm is no failure once the answer is accepted', () => {
  const mistake = exchange('13', 'Sign-in form', { realm: 'staff', outcome: 'refused' });
  assert.equal(find(request('11'), leave, mistake).kind, 'failed');
  assert.equal(find(request('11'), leave, mistake, answer(done)).kind, 'signedIn');
});
