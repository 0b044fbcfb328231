import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type OAuthTestServer, refusalOf, withOAuthServer } from '../testing/server.ts';

const essential = (...values: string[]): string =>
  JSON.stringify({ id_token: { acr: { essential: true, values } } });

/** What Activity shows for the step. */
async function notesFor(
  server: OAuthTestServer,
  changes: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  await server.authorize(server.browser(), changes);
  const [summary] = server.activity.list().records;
  const decisions = server.activity.find(summary?.id ?? '', { reveal: false })?.decisions ?? [];
  return decisions.filter(({ rule }) => rule === 'check-acr').map(({ detail }) => detail);
}

async function withLevels(use: (server: OAuthTestServer) => Promise<void>): Promise<void> {
  await withOAuthServer(use, { attributes: { 'acr.loa.map': '{"silver":1,"gold":2}' } });
}

test('OIDC Core §5.5.1.1: an essential acr without a matching level is refused on a page', async () => {
  await withLevels(async (server) => {
    const refusal = await refusalOf(server, { claims: essential('platinum') });
    assert.deepEqual(
      [refusal.destination, refusal.description, refusal.rule],
      ['page', 'Invalid parameter: claims', 'check-acr'],
    );
    assert.match(refusal.remedy ?? '', /acr\.loa\.map/);
  });
});

test('OIDC Core §5.5.1.1: one known value of an essential acr is enough', async () => {
  await withLevels(async (server) => {
    const sentences = await notesFor(server, { claims: essential('platinum', 'silver') });
    assert.deepEqual(sentences, ['No level is known for platinum: ignored.', 'Required: silver.']);
  });
});

test('OIDC Core §3.1.2.1: acr_values are preferences in order; unknown ones are ignored', async () => {
  await withLevels(async (server) => {
    assert.deepEqual(await notesFor(server, { acr_values: 'silver  1' }), ['Requested: silver, 1.']);
    assert.deepEqual(await notesFor(server, { acr_values: 'platinum' }), [
      'No level is known for platinum: ignored.',
      'No authentication level is requested.',
    ]);
  });
});

test('OIDC Core §5.5.1.1: acr in the claims parameter overrides acr_values', async () => {
  await withLevels(async (server) => {
    const claims = JSON.stringify({ id_token: { acr: { values: ['silver'] } } });
    assert.deepEqual(await notesFor(server, { claims, acr_values: 'gold' }), ['Requested: silver.']);
  });
});
