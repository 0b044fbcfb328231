import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusalOf, withOAuthServer } from '../testing/server.ts';
import { PKCE_TEXT } from './check-pkce.ts';

const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
const SPA = { client_id: 'spa', redirect_uri: 'http://spa.test/' };
const NOT_MATCHING = 'Invalid parameter: code challenge method is not matching the configured one';

const REFUSED: readonly (readonly [
  why: string,
  sent: Readonly<Record<string, string>>,
  description: string,
])[] = [
  [
    'no method when the client requires one',
    { ...SPA, code_challenge: CHALLENGE },
    'Missing parameter: code_challenge_method',
  ],
  [
    'a method other than the required one',
    { ...SPA, code_challenge: CHALLENGE, code_challenge_method: 'plain' },
    NOT_MATCHING,
  ],
  [
    'no challenge when the client requires one',
    { ...SPA, code_challenge_method: 'S256' },
    'Missing parameter: code_challenge',
  ],
  ['no PKCE when the client requires it', SPA, 'Missing parameter: code_challenge_method'],
  ['a method without a challenge', { code_challenge_method: 'S256' }, 'Missing parameter: code_challenge'],
  [
    'an unknown method',
    { code_challenge: CHALLENGE, code_challenge_method: 's256' },
    'Invalid parameter: code_challenge_method',
  ],
  ['a challenge of 42 characters', { code_challenge: 'a'.repeat(42) }, 'Invalid parameter: code_challenge'],
  ['a challenge of 129 characters', { code_challenge: 'a'.repeat(129) }, 'Invalid parameter: code_challenge'],
  [
    'a challenge with padding',
    { code_challenge: `${CHALLENGE}=`, code_challenge_method: 'S256' },
    'Invalid parameter: code_challenge',
  ],
];

for (const [why, sent, description] of REFUSED) {
  test(`RFC 7636 §4.4.1: ${why} is refused at the redirect URI`, async () => {
    await withOAuthServer(async (server) => {
      const refusal = await refusalOf(server, sent);
      assert.deepEqual(
        [refusal.destination, refusal.code, refusal.description, refusal.rule],
        ['client', 'invalid_request', description, 'check-pkce'],
      );
    });
  });
}

test('the remedy for a required method names the attribute', async () => {
  await withOAuthServer(async (server) => {
    const { remedy } = await refusalOf(server, SPA);
    assert.match(remedy ?? '', /code_challenge_method=S256.*pkce\.code\.challenge\.method of client spa/);
  });
});

test('RFC 7636 §4.3: a challenge without a method is plain', async () => {
  await withOAuthServer(async (server) => {
    await server.authorize(server.browser(), { code_challenge: CHALLENGE });
    const id = server.activity.list().records[0]?.id ?? '';
    const decisions = server.activity.find(id, { reveal: false })?.decisions ?? [];
    assert.match(decisions.find(({ rule }) => rule === 'check-pkce')?.detail ?? '', /plain/);
  });
});

test('RFC 7636 §4.1: a verifier is 43 to 128 unreserved characters', () => {
  assert.match('-._~'.repeat(11), PKCE_TEXT);
  for (const text of ['a'.repeat(42), 'a'.repeat(129), `${'a'.repeat(43)}+`, `${'a'.repeat(43)}\n`]) {
    assert.doesNotMatch(text, PKCE_TEXT);
  }
});
