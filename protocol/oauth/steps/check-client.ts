// The client of an authorization request: it exists, is enabled and may use the browser.

import { refusing } from '#protocol/errors/oauth-error.ts';
import { fixable } from '#protocol/errors/remedy.ts';
import { findRealmProblem } from '#protocol/http/check-realm.ts';
import type { Parameters, RealmExchange } from '#protocol/http/exchange.ts';
import type { Client } from '#protocol/realm/view/realm.ts';
import { defineStep, type Step } from '../authorization-facts.ts';

const refuse = refusing('invalid_request', { section: 'RFC 6749 §4.1.1' });

/** RFC 6749 §4.1.1: `client_id` identifies one client that may use the browser. */
export const checkClient: Step = defineStep({
  name: 'check-client',
  section: 'RFC 6749 §4.1.1',
  needs: ['sent'],
  gives: ['client'],
  run(exchange, { sent }) {
    const ids = sent.all('client_id');
    const [clientId = ''] = ids;
    if (ids.length !== 1 || clientId === '') {
      const reason = ids.length > 1 ? 'client_id was sent more than once.' : 'client_id is missing.';
      throw refuse('Invalid Request', reason, 'Send client_id exactly once.');
    }
    exchange.activity.client(clientId);
    const problem = findRealmProblem(exchange);
    if (problem !== undefined) throw refuse(problem.description, problem.reason, problem.remedy);
    return { client: findClient(exchange, sent, clientId) };
  },
  describe: ({ client }) => `Client ${client.clientId} exists, is enabled and may use the browser.`,
});

function findClient({ realm }: RealmExchange, sent: Parameters, clientId: string): Client {
  const client = realm.clients.get(clientId);
  const name = `client ${clientId}`;
  if (client === undefined) {
    throw refuse(
      'Client not found.',
      `There is no client "${clientId}" in realm ${realm.name}.`,
      fixable(
        { kind: 'create-public-client', client: clientId, value: sent.get('redirect_uri') },
        `Create it in realm ${realm.name}, or check client_id and realm.`,
      ),
    );
  }
  if (!client.enabled)
    throw refuse(
      'Client disabled.',
      `The ${name} is disabled.`,
      fixable({ kind: 'enable-client', client: clientId }),
    );
  if (client.kind === 'bearer-only') {
    const text = 'Bearer-only applications are not allowed to initiate browser login';
    throw refuse(
      text,
      `The ${name} is bearer-only.`,
      fixable({ kind: 'clear-bearer-only', client: clientId }),
      { status: 403 },
    );
  }
  if (client.protocol === 'openid-connect') return client;
  throw refuse(
    'Wrong client protocol.',
    `The ${name} is a client of ${client.protocol}.`,
    `Set protocol of ${name} to openid-connect.`,
  );
}
