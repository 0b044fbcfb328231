// The one URL for all messages: selects the binding, checks the message and hands it to its profile.
import { SamlStatusError } from '#protocol/errors/saml-status-error.ts';
import { joinBrokeredFlow } from '#protocol/http/brokered-flow.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { answerRefusals, checkSamlRealm } from './answer-refusals.ts';
import type { ReceivedMessage } from './bindings/binding.ts';
import type { SamlBindings } from './bindings/table.ts';
import { checkMessage, endpointUrl } from './check-message.ts';
import { readIssuer } from './messages/message-head.ts';
import type { FetchedCertificates } from './metadata/fetched-certificates.ts';
import type { SamlProfile } from './profiles/profile.ts';
import { NAMESPACES } from './xml-names.ts';

export interface SamlEndpointDeps {
  readonly bindings: SamlBindings;
  readonly profiles: readonly SamlProfile[];
  readonly certificates: FetchedCertificates;
}

/** Handles GET and POST. */
export function createSamlEndpoint(deps: SamlEndpointDeps): (exchange: RealmExchange) => Promise<Reply> {
  return (exchange) => answerRefusals(exchange, () => handle(exchange, deps));
}

async function handle(
  exchange: RealmExchange,
  { bindings, profiles, certificates }: SamlEndpointDeps,
): Promise<Reply> {
  exchange.activity.parties('browser', 'understudy');
  joinBrokeredFlow(exchange);
  checkSamlRealm(exchange);
  const received = await receive(exchange, bindings);
  const client = exchange.realm.clients.get(readIssuer(received.root) ?? '');
  const current = client === undefined ? exchange : await certificates.refresh(exchange, client);
  return answerRefusals(current, () => handleMessage(current, received, profiles), client);
}

async function handleMessage(
  exchange: RealmExchange,
  received: ReceivedMessage,
  profiles: readonly SamlProfile[],
): Promise<Reply> {
  const profile = findProfile(received, profiles);
  exchange.activity.title(profile.title);
  return profile.handle(exchange, checkMessage(exchange, received));
}

async function receive(exchange: RealmExchange, bindings: SamlBindings): Promise<ReceivedMessage> {
  for (const binding of bindings) {
    const received = await binding.receive(exchange);
    if (received !== undefined) return received;
  }
  throw new SamlStatusError('saml_token_not_found', {
    reason: 'The request carries no SAMLRequest, SAMLResponse or SAMLart.',
    remedy: `Send a message to ${endpointUrl(exchange)} by HTTP-Redirect (GET) or HTTP-POST (a form).`,
  });
}

function findProfile(
  { root, binding, parameter }: ReceivedMessage,
  profiles: readonly SamlProfile[],
): SamlProfile {
  const wanted = root.namespace === NAMESPACES.protocol ? root.localName : '';
  const rows = profiles.filter(({ message }) => message === wanted);
  const profile = rows.find(({ bindings }) => bindings.includes(binding));
  if (profile !== undefined && wanted.endsWith(parameter.slice('SAML'.length))) return profile;
  const known = [...new Set(profiles.map(({ message }) => message))].join(', ');
  throw new SamlStatusError('invalid_token', {
    reason:
      rows.length === 0
        ? `The message is ${root.name}, which is not supported.`
        : `${wanted} is not accepted in ${parameter} by the ${binding} binding.`,
    remedy: `Send one of ${known} of namespace ${NAMESPACES.protocol}, a request in SAMLRequest and an answer in SAMLResponse.`,
  });
}
