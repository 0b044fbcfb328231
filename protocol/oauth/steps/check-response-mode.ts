// The response mode of an authorization request.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { Client } from '#protocol/realm/view/realm.ts';
import { wantsEncryption } from '#protocol/token/token-encrypter.ts';
import { defineStep, type Step } from '../authorization-facts.ts';
import type { ResponseModeName } from '../response-modes/response-mode.ts';
import { defaultResponseMode, parseResponseMode, RESPONSE_MODE_NAMES } from '../response-modes/table.ts';

const SECTION = 'OAuth 2.0 Multiple Response Types §2.1';

/** OAuth 2.0 Multiple Response Types §2.1: the mode is supported; the response type sets the default. */
export const checkResponseMode: Step = defineStep({
  name: 'check-response-mode',
  section: SECTION,
  needs: ['parameters', 'client', 'requestedType'],
  gives: ['responseMode'],
  run(_exchange, { parameters, client, requestedType }) {
    const sent = parameters.get('response_mode') ?? '';
    if (sent === '') return { responseMode: defaultResponseMode(requestedType) };
    const responseMode = parseResponseMode(sent, requestedType);
    if (responseMode === undefined) {
      throw new OAuthError('invalid_request', {
        description: 'Invalid parameter: response_mode',
        reason: `response_mode "${sent}" is not offered.`,
        remedy: `Send one of ${RESPONSE_MODE_NAMES.join(', ')}, or leave it out.`,
        section: SECTION,
      });
    }
    if (requestedType.frontChannel) checkTokensHidden(responseMode, client);
    return { responseMode };
  },
  describe: ({ responseMode }) => `The response mode is ${responseMode}.`,
});

/** Tokens are allowed in a query only if encrypted (OAuth 2.0 Multiple Response Types §3, JARM §2.3.1). */
function checkTokensHidden(mode: ResponseModeName, client: Client): void {
  const reason = 'Tokens in a query end in histories, logs and Referer headers.';
  if (mode === 'query') {
    throw new OAuthError('invalid_request', {
      description: "Response_mode 'query' not allowed for implicit or hybrid flow",
      reason,
      remedy: 'Send response_mode=fragment or form_post, or leave it out.',
      section: 'OAuth 2.0 Multiple Response Types §3',
    });
  }
  if (mode === 'query.jwt' && !wantsEncryption(client, 'authorization.encrypted.response')) {
    throw new OAuthError('invalid_request', {
      description:
        "Response_mode 'query.jwt' is allowed only when the authorization response token is encrypted",
      reason,
      remedy: `Send response_mode=fragment.jwt or form_post.jwt, or set attribute authorization.encrypted.response.alg of client ${client.clientId}.`,
      section: 'JARM §2.3.1',
    });
  }
}
