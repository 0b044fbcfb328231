// Asks a provider by OAuth 2.0 or OpenID Connect, with the authorization code flow.
import { equalsInConstantTime } from '#protocol/crypto/identifiers.ts';
import type { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { redirectReply } from '#protocol/http/replies.ts';
import type { BrokeredTab } from '#protocol/login/brokering/brokering-tabs.ts';
import type { AskedProvider, BrokerDeps, BrokerProtocol } from '../brokering.ts';
import { applyMappers } from '../mappers/apply-mappers.ts';
import { answerProblem, deniedByProvider, providerProblem } from '../provider-problem.ts';
import { authorizationUrl, newValues, type SentValues, tabOfState } from './authorization-request.ts';
import { identify } from './identify.ts';

/** The provider's answer, in the query or, with `response_mode=form_post`, in a form. */
function read({ method, form, query }: RealmExchange, name: string): string | undefined {
  return (method === 'POST' ? form : query).get(name);
}

export const oidcBroker: BrokerProtocol = {
  async begin({ tabs }, exchange, tab, asked) {
    const { provider, endpoints } = asked;
    const address = endpoints.authorization;
    if (address === undefined || !URL.canParse(address))
      return tabs.refuse(
        exchange,
        tab,
        provider.alias,
        providerProblem('notSent', {
          reason: `Identity provider ${provider.alias} has no authorizationUrl.`,
          remedy: `Set config.authorizationUrl of identity provider ${provider.alias} to an absolute URL.`,
          section: 'OIDC Core §3.1.2.1',
        }),
      );
    const values = newValues(tab, provider);
    await tabs.await(exchange, tab, { provider: provider.alias, values: { ...values } });
    exchange.activity.outcome('asked');
    return redirectReply(authorizationUrl(exchange, tab, provider, address, values), undefined, 303);
  },
  tabOf: (exchange) => tabOfState(read(exchange, 'state') ?? ''),
  async receive(deps, exchange, found, asked) {
    const { provider } = asked;
    const sent = findSent(exchange, found, asked);
    if (found.providerRequest !== undefined && sent === undefined)
      return deps.tabs.refuse(exchange, found, provider.alias, wrongState(provider.alias));
    const claimed = await deps.tabs.claim(exchange, found);
    if (claimed.reply !== undefined) return claimed.reply;
    if (sent === undefined) throw new TypeError('an answer that nobody waits for was claimed');
    const { tab } = claimed;
    const refuse = (error: OAuthError): Promise<Reply> =>
      deps.tabs.refuse(exchange, tab, provider.alias, error);
    const error = read(exchange, 'error');
    if (error !== undefined) return refuse(explainError(exchange, asked, error));
    const code = read(exchange, 'code');
    if (code === undefined || code === '') return refuse(noCode(provider.alias));
    return identified(deps, exchange, tab, asked, { code, sent });
  },
};

async function identified(
  deps: BrokerDeps,
  exchange: RealmExchange,
  tab: BrokeredTab,
  asked: AskedProvider,
  given: { readonly code: string; readonly sent: SentValues },
): Promise<Reply> {
  const { provider } = asked;
  const { clientId, maxAgeSeconds } = tab.request;
  const answer = await identify(deps, exchange, asked, { ...given, clientId, maxAgeSeconds });
  if (answer.problem !== undefined)
    return deps.tabs.refuse(exchange, tab, provider.alias, answerProblem(answer.problem));
  const identity = applyMappers(exchange.realm, provider, answer.value, (mapper, what) =>
    exchange.activity.recordNote('identity-provider-mapper', `${mapper}: ${what}`),
  );
  return deps.tabs.accept(exchange, tab, identity);
}

/** What was sent to this provider, if the answer has its `state`. RFC 6749 §10.12. */
function findSent(
  exchange: RealmExchange,
  { providerRequest }: BrokeredTab,
  { provider }: AskedProvider,
): SentValues | undefined {
  if (providerRequest?.provider !== provider.alias) return undefined;
  const { state = '', nonce = '', verifier = '' } = providerRequest.values;
  return equalsInConstantTime(read(exchange, 'state') ?? '', state) ? { state, nonce, verifier } : undefined;
}

function wrongState(alias: string): OAuthError {
  return providerProblem('invalidResponse', {
    reason: `The state is not that of the last request to identity provider ${alias} in this tab: the answer is old, or came twice.`,
    remedy: 'Start the sign-in again.',
    section: 'RFC 6749 §10.12',
  });
}

function noCode(alias: string): OAuthError {
  return providerProblem('invalidResponse', {
    reason: `The answer of identity provider ${alias} has neither code nor error.`,
    remedy: 'Answer with response_type=code in the query, or set config.responseMode to form_post.',
    section: 'RFC 6749 §4.1.2',
  });
}

/** RFC 6749 §4.1.2.1, OIDC Core §3.1.2.6. */
function explainError(exchange: RealmExchange, { provider }: AskedProvider, error: string): OAuthError {
  const description = read(exchange, 'error_description') ?? '';
  const details = {
    reason: `Identity provider ${provider.alias} answered ${error.slice(0, 100)}${description === '' ? '' : `: ${description.slice(0, 500)}`}.`,
    remedy:
      error === 'access_denied'
        ? 'The person, or a rule of the provider, has refused. Sign in again and agree.'
        : `Check the client that the provider has for this realm (config.clientId of identity provider ${provider.alias}).`,
    section: 'RFC 6749 §4.1.2.1',
  };
  return error === 'access_denied'
    ? deniedByProvider(provider.name, details)
    : providerProblem('unexpected', details);
}
