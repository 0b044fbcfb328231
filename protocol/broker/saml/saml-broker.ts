// Asks a provider by SAML 2.0: the web browser SSO profile, seen from the service provider.
import type { OAuthError } from '#protocol/errors/oauth-error.ts';
import { joinBrokeredFlow } from '#protocol/http/brokered-flow.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import type { BrokeredTab } from '#protocol/login/brokering/brokering-tabs.ts';
import { clientHome } from '#protocol/login/client-home.ts';
import { renderErrorPage } from '#protocol/login/error-page.ts';
import type { BrokeredIdentity } from '#protocol/realm/users/brokered-identity.ts';
import type { IdentityProvider } from '#protocol/realm/view/identity-providers.ts';
import { unsolicitedEndpointUrl } from '#protocol/realm/view/provider-endpoints.ts';
import type { Client } from '#protocol/realm/view/realm.ts';
import { answerRefusals } from '#protocol/saml/answer-refusals.ts';
import { createMessageId } from '#protocol/saml/make-response.ts';
import { type NamedClient, unsolicitedRequest } from '#protocol/saml/unsolicited-sign-in.ts';
import type { AskedProvider, BrokerDeps, BrokerProtocol } from '../brokering.ts';
import { applyMappers } from '../mappers/apply-mappers.ts';
import type { ProviderAnswer } from '../mappers/mapper.ts';
import { newValues, tabOfState } from '../oidc/authorization-request.ts';
import { providerProblem } from '../provider-problem.ts';
import { renderAuthnRequest } from './authn-request.ts';
import { asMessageProblem } from './message-problem.ts';
import { handleProviderLogout } from './provider-logout.ts';
import { receiveAnswer, receiveUnsolicited, type SentRequest } from './receive-answer.ts';
import { sendToProvider } from './send-message.ts';
import { isOn } from './settings.ts';

const RULE = 'identity-provider';

/** SAML Profiles §4.1. */
export const samlBroker: BrokerProtocol = {
  async begin(deps, exchange, tab, asked) {
    try {
      return await begin(deps, exchange, tab, asked);
    } catch (error) {
      return deps.tabs.refuse(exchange, tab, asked.provider.alias, asMessageProblem(error));
    }
  },
  tabOf: (exchange) => tabOfState(relayStateOf(exchange) ?? ''),
  async receive(deps, exchange, tab, asked) {
    const { provider } = asked;
    const answered = await findAnswer(deps, exchange, tab, asked);
    if ('problem' in answered) return deps.tabs.refuse(exchange, tab, provider.alias, answered.problem);
    return deps.tabs.accept(exchange, tab, identityOf(exchange, provider, answered.answer));
  },
  async receiveOther(deps, exchange, asked) {
    const isForClient = exchange.pathParameters['client'] !== undefined;
    const isResponse = isForClient || samlBroker.tabOf(exchange) !== undefined;
    if (isResponse && !hasParameter(exchange, 'SAMLRequest')) return undefined;
    try {
      return await handleProviderLogout(deps.saml, exchange, asked);
    } catch (error) {
      return showProblem(exchange, asMessageProblem(error));
    }
  },
  receiveUnsolicited: (deps, exchange, asked, name) => {
    joinBrokeredFlow(exchange);
    return answerRefusals(exchange, async () => {
      const named = await deps.saml.namedClients.find(exchange, name);
      return answerRefusals(
        named.exchange,
        () => receiveUnsolicitedFor(deps, named, asked, name),
        named.client,
      );
    });
  },
};

/** Compat: the RelayState of the provider is ignored; the client gets that of its settings. SAML Profiles §4.1.5. */
async function receiveUnsolicitedFor(
  { saml, tabs }: BrokerDeps,
  { exchange, client }: NamedClient,
  asked: AskedProvider,
  name: string,
): Promise<Reply> {
  const request = unsolicitedRequest(exchange, client, undefined);
  const endpoint = unsolicitedEndpointUrl(exchange, asked.provider, name);
  let answer: ProviderAnswer;
  try {
    answer = await receiveUnsolicited(saml, exchange, asked, endpoint);
  } catch (error) {
    return showProblem(exchange, asMessageProblem(error), client);
  }
  return tabs.acceptUnsolicited(exchange, request, identityOf(exchange, asked.provider, answer));
}

function identityOf(
  { realm, activity }: RealmExchange,
  provider: IdentityProvider,
  answer: ProviderAnswer,
): BrokeredIdentity {
  return applyMappers(realm, provider, answer, (mapper, what) =>
    activity.recordNote('identity-provider-mapper', `${mapper}: ${what}`),
  );
}

function showProblem(exchange: RealmExchange, error: OAuthError, client?: Client): Reply {
  exchange.activity.refused(error, RULE);
  const backTo = clientHome(client, exchange.baseUrl);
  return renderErrorPage(exchange, { status: 400, message: error.description, error, backTo });
}

function parametersOf({ method, form, query }: RealmExchange): RealmExchange['form'] {
  return method === 'POST' ? form : query;
}

const hasParameter = (exchange: RealmExchange, name: string): boolean => parametersOf(exchange).has(name);
const relayStateOf = (exchange: RealmExchange): string | undefined =>
  parametersOf(exchange).get('RelayState');

async function begin(
  { tabs, saml }: BrokerDeps,
  exchange: RealmExchange,
  tab: BrokeredTab,
  { provider, endpoints }: AskedProvider,
): Promise<Reply> {
  const destination = endpoints.authorization;
  if (destination === undefined || !URL.canParse(destination))
    throw providerProblem('notSent', {
      reason: `Identity provider ${provider.alias} has no singleSignOnServiceUrl.`,
      remedy: `Set config.singleSignOnServiceUrl of identity provider ${provider.alias} to an absolute URL.`,
      section: 'SAML Profiles §4.1.4.1',
    });
  const { state } = newValues(tab, provider);
  const id = createMessageId();
  const reply = await sendToProvider(saml.signers, exchange, {
    provider,
    parameter: 'SAMLRequest',
    binding: isOn(provider, 'postBindingAuthnRequest') ? 'post' : 'redirect',
    id,
    destination,
    relayState: state,
    render: (extensions) => renderAuthnRequest(exchange, tab, provider, { id, destination, extensions }),
  });
  await tabs.await(exchange, tab, { provider: provider.alias, values: { state, id } });
  exchange.activity.outcome('asked');
  return reply;
}

async function findAnswer(
  { saml }: BrokerDeps,
  exchange: RealmExchange,
  tab: BrokeredTab,
  asked: AskedProvider,
): Promise<{ readonly answer: ProviderAnswer } | { readonly problem: OAuthError }> {
  try {
    return { answer: await receiveAnswer(saml, exchange, asked, findSent(tab, asked)) };
  } catch (error) {
    return { problem: asMessageProblem(error) };
  }
}

/** @throws {OAuthError} if nothing was sent to this provider, or it has been answered. */
function findSent({ providerRequest }: BrokeredTab, { provider: { alias } }: AskedProvider): SentRequest {
  const { state = '', id = '' } = providerRequest?.values ?? {};
  if (providerRequest?.provider === alias && state !== '' && id !== '') return { state, id };
  throw providerProblem('invalidResponse', {
    reason: `This tab does not wait for an answer of identity provider ${alias}: the answer is old, or came twice.`,
    remedy: 'Start the sign-in again.',
    section: 'SAML Profiles §4.1.4.5',
  });
}
