// Whether the client may use the flow of the response type.

import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { fixable, type Remedy } from '#protocol/errors/remedy.ts';
import type { Client } from '#protocol/realm/view/realm.ts';
import { defineStep, type Step } from '../authorization-facts.ts';
import type { RequestedResponseType } from '../response-types.ts';

/** RFC 6749 §4.1.2.1: the client may use the flow of the response type; hybrid types require both flows. */
export const checkFlow: Step = defineStep({
  name: 'check-flow',
  section: 'RFC 6749 §4.1.2.1',
  needs: ['client', 'requestedType'],
  gives: ['responseType'],
  run(_exchange, { client, requestedType }) {
    checkAllowed(client, requestedType);
    return { responseType: requestedType.name };
  },
  describe: ({ client, responseType }) => `Client ${client.clientId} may use response type ${responseType}.`,
});

function checkAllowed({ clientId, standardFlow, implicitFlow }: Client, type: RequestedResponseType): void {
  if (type.standard && !standardFlow) {
    throw disabled('Standard', clientId, fixable({ kind: 'allow-standard-flow', client: clientId }));
  }
  if (type.frontChannel && !implicitFlow) {
    throw disabled(
      'Implicit',
      clientId,
      fixable(
        { kind: 'allow-implicit-flow', client: clientId },
        `Send response_type=code, or set implicitFlowEnabled of client ${clientId} to true.`,
      ),
    );
  }
}

function disabled(flow: 'Standard' | 'Implicit', clientId: string, remedy: Remedy): OAuthError {
  const sentence = 'Client is not allowed to initiate browser login with given response_type.';
  return new OAuthError('unauthorized_client', {
    description: `${sentence} ${flow} flow is disabled for the client.`,
    reason: `The ${flow.toLowerCase()} flow of client ${clientId} is off.`,
    remedy,
    section: 'RFC 6749 §4.1.2.1',
  });
}
