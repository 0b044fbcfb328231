// Proof Key for Code Exchange: the challenge of an authorization request.

import { refusing } from '#protocol/errors/oauth-error.ts';
import { fixable } from '#protocol/errors/remedy.ts';
import type { Parameters } from '#protocol/http/exchange.ts';
import type { Client } from '#protocol/realm/view/realm.ts';
import { type CodeChallenge, defineStep, type Step } from '../authorization-facts.ts';
import { RESPONSE_TYPES } from '../response-types.ts';

/** Format of challenges and verifiers: 43 to 128 unreserved characters (RFC 7636 §4.1). */
export const PKCE_TEXT: RegExp = /^[\w\-.~]{43,128}$/;

function isMethod(text: string): text is 'plain' | 'S256' {
  return text === 'plain' || text === 'S256';
}

const refuse = refusing('invalid_request', { section: 'RFC 7636 §4.4.1' });

/** RFC 7636 §4.3: challenge and method are valid and meet the client's `pkce.code.challenge.method`. */
export const checkPkce: Step = defineStep({
  name: 'check-pkce',
  section: 'RFC 7636 §4.3',
  needs: ['parameters', 'client', 'responseType'],
  gives: ['codeChallenge'],
  run({ activity }, { parameters, client, responseType }) {
    const { code } = RESPONSE_TYPES[responseType];
    const codeChallenge = code ? readCodeChallenge(client, parameters) : undefined;
    activity.pkce(codeChallenge?.method);
    return { codeChallenge };
  },
  describe: ({ codeChallenge }) =>
    codeChallenge === undefined
      ? 'No code challenge.'
      : `The code is bound to a ${codeChallenge.method} challenge.`,
});

/** Undefined if no challenge is sent or required. @throws {OAuthError} `invalid_request`. RFC 7636 §4.3. */
export function readCodeChallenge(client: Client, parameters: Parameters): CodeChallenge | undefined {
  const challenge = parameters.get('code_challenge') ?? '';
  const method = parameters.get('code_challenge_method') ?? '';
  const enforced = client.attributes['pkce.code.challenge.method'] ?? '';
  if (enforced !== '') checkEnforced(client.clientId, enforced, method);
  if (challenge === '') {
    if (method === '' && enforced === '') return undefined;
    throw refuse(
      'Missing parameter: code_challenge',
      'code_challenge is missing.',
      'Send code_challenge beside code_challenge_method.',
    );
  }
  const used = method === '' ? 'plain' : method;
  if (!isMethod(used)) {
    throw refuse(
      'Invalid parameter: code_challenge_method',
      `code_challenge_method "${method}" is not known.`,
      'Send code_challenge_method=S256.',
    );
  }
  if (!PKCE_TEXT.test(challenge)) {
    throw refuse(
      'Invalid parameter: code_challenge',
      'code_challenge is not 43 to 128 characters of A-Z a-z 0-9 - . _ ~.',
      'Send the base64url SHA-256 of the verifier, without padding.',
    );
  }
  return { challenge, method: used };
}

function checkEnforced(clientId: string, enforced: string, method: string): void {
  const setting = `pkce.code.challenge.method of client ${clientId}`;
  if (method === '') {
    throw refuse(
      'Missing parameter: code_challenge_method',
      `The ${setting} is ${enforced}, so PKCE is required.`,
      fixable(
        { kind: 'clear-pkce-method', client: clientId },
        `Send code_challenge_method=${enforced}, or clear ${setting}.`,
      ),
    );
  }
  if (method !== enforced) {
    const text = 'Invalid parameter: code challenge method is not matching the configured one';
    throw refuse(
      text,
      `The ${setting} is ${enforced}, the request sent ${method}.`,
      fixable(
        { kind: 'clear-pkce-method', client: clientId },
        `Send code_challenge_method=${enforced}, or set ${setting} to ${method}.`,
      ),
    );
  }
}
