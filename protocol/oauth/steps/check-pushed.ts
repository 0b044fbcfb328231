// Clients that must push their authorization requests.

import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { fixable } from '#protocol/errors/remedy.ts';
import { defineStep, type Step } from '../authorization-facts.ts';

const REQUIRED = 'require.pushed.authorization.requests';

/** RFC 9126 §6: a client that must push its requests may not send others. */
export const checkPushed: Step = defineStep({
  name: 'check-pushed',
  section: 'RFC 9126 §6',
  needs: ['client', 'pushed'],
  gives: [],
  run(_exchange, { client, pushed }) {
    if (pushed || client.attributes[REQUIRED] !== 'true') return {};
    throw new OAuthError('invalid_request', {
      description: 'Pushed Authorization Request is only allowed.',
      reason: `Client ${client.clientId} must push its requests (${REQUIRED}); this one was not pushed.`,
      remedy: fixable(
        { kind: 'allow-unpushed-requests', client: client.clientId },
        `Push the request to ext/par/request, or set attribute ${REQUIRED} of client ${client.clientId} to "false".`,
      ),
      section: 'RFC 9126 §6',
    });
  },
  describe: ({ client }) => `Client ${client.clientId} may send its requests this way.`,
});
