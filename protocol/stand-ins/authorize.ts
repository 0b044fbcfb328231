// The authorization endpoint of a stand-in: who does the person want to be? OIDC Core §3.1.2.

import { STAND_IN_FAULT_SETTING } from '#protocol/contract/stand-in-settings.ts';
import { createRandomText } from '#protocol/crypto/identifiers.ts';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { joinBrokeredFlow } from '#protocol/http/brokered-flow.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { renderPostingPage } from '#protocol/http/posting-page.ts';
import { redirectReply } from '#protocol/http/replies.ts';
import { postingTexts } from '#protocol/login/texts/posting-texts.ts';
import type { IdentityProvider } from '#protocol/realm/view/identity-providers.ts';
import { brokerEndpointUrl } from '#protocol/realm/view/provider-endpoints.ts';
import { standInKindOf } from './kinds/table.ts';
import { listPeople, type StandInPerson, toPerson } from './person.ts';
import { renderStandInError, renderStandInPage } from './stand-in-page.ts';
import type { StandInGrant, StandInStore } from './stand-in-store.ts';

/** Milliseconds for which a code is valid. */
const CODE_MS = 60_000;

/** How long a stand-in remembers that a person has agreed, in milliseconds. */
const AGREED_MS = 365 * 24 * 60 * 60 * 1000;

/** Errors that a stand-in answers by itself. */
const FAULTS: Readonly<Record<string, string>> = {
  access_denied: 'The person has refused (config "understudy.stand-in.fault").',
  server_error: 'The provider has failed (config "understudy.stand-in.fault").',
  temporarily_unavailable: 'The provider is overloaded (config "understudy.stand-in.fault").',
};

const RULE = 'stand-in';

interface Asked {
  readonly provider: IdentityProvider;
  readonly redirectUri: string;
}

/** A wrong client or address gets a page, not a redirect. RFC 6749 §4.1.2.1. */
function check(exchange: RealmExchange, provider: IdentityProvider): Asked | { readonly reply: Reply } {
  const { query } = exchange;
  const { alias, name, config } = provider;
  const refuse = (reason: string, remedy: string): { readonly reply: Reply } => {
    const error = new OAuthError('invalid_request', {
      description: reason,
      reason,
      remedy,
      section: 'RFC 6749 §4.1.2.1',
    });
    exchange.activity.refused(error, RULE);
    return { reply: renderStandInError(exchange, name, reason, remedy) };
  };
  if (query.get('client_id') !== config['clientId'])
    return refuse(
      `Client "${(query.get('client_id') ?? '').slice(0, 255)}" is not the one of identity provider ${alias}.`,
      `Send the client_id of config.clientId of identity provider ${alias}.`,
    );
  const redirectUri = query.get('redirect_uri') ?? '';
  if (redirectUri !== brokerEndpointUrl(exchange, provider))
    return refuse(
      `The redirect_uri is not the endpoint of identity provider ${alias}.`,
      `Send ${brokerEndpointUrl(exchange, provider)}, under the host name with which the sign-in began.`,
    );
  return { provider, redirectUri };
}

/** GET: the page. */
export function showStandIn(exchange: RealmExchange, provider: IdentityProvider): Reply {
  begin(exchange);
  const asked = check(exchange, provider);
  if ('reply' in asked) return asked.reply;
  const fault = provider.config[STAND_IN_FAULT_SETTING] ?? '';
  if (Object.hasOwn(FAULTS, fault))
    return answer(exchange, asked, { error: fault, error_description: FAULTS[fault] ?? '' });
  if (exchange.query.get('prompt') === 'none')
    return answer(exchange, asked, {
      error: 'login_required',
      error_description: 'A stand-in signs no one in without its page.',
    });
  exchange.activity.outcome('asked');
  return show(exchange, asked);
}

function begin(exchange: RealmExchange): void {
  exchange.activity.parties('browser', 'identity-provider');
  joinBrokeredFlow(exchange);
}

function show(exchange: RealmExchange, { provider }: Asked, isRepeated = false): Reply {
  const { baseUrl, path, rawQuery, query } = exchange;
  return renderStandInPage(exchange, {
    alias: provider.alias,
    name: standInKindOf(provider).name,
    action: `${new URL(baseUrl).origin}${exchange.basePath}${path.slice(path.indexOf('/stand-ins/'))}?${rawQuery}`,
    people: listPeople(provider),
    isRepeated,
    loginHint: query.get('login_hint') ?? '',
  });
}

/** POST: the person, or a refusal. */
export async function takePerson(
  store: StandInStore,
  exchange: RealmExchange,
  provider: IdentityProvider,
): Promise<Reply> {
  begin(exchange);
  const asked = check(exchange, provider);
  if ('reply' in asked) return asked.reply;
  const choice = exchange.form.get('person') ?? '';
  if (choice === 'refuse') {
    exchange.activity.recordNote(RULE, 'The person has refused.');
    return answer(exchange, asked, { error: 'access_denied', error_description: 'The person has refused.' });
  }
  const person = choosePerson(exchange, provider, choice);
  if (person === undefined) return show(exchange, asked, true);
  return issueCode(store, exchange, asked, person);
}

/** The person of the form's `person` and `email`; undefined: none was chosen. */
export function choosePerson(
  { form }: RealmExchange,
  provider: IdentityProvider,
  choice: string,
): StandInPerson | undefined {
  const email = (form.get('email') ?? '').trim();
  const named =
    choice === 'other'
      ? (listPeople(provider).find((each) => each.email === email.toLowerCase()) ??
        (email === '' ? undefined : toPerson({ email })))
      : listPeople(provider).find((_each, place) => String(place) === choice);
  return named && { ...named, isEmailPrivate: named.isEmailPrivate || form.has('private') };
}

async function issueCode(
  { codes, agreed }: StandInStore,
  exchange: RealmExchange,
  asked: Asked,
  person: StandInPerson,
): Promise<Reply> {
  const { realm, query, clock, activity } = exchange;
  const { provider, redirectUri } = asked;
  const now = clock.now();
  const clientId = query.get('client_id') ?? '';
  const grant: StandInGrant = {
    realmId: realm.id,
    provider: provider.alias,
    person,
    clientId,
    redirectUri,
    scope: query.get('scope') ?? '',
    nonce: query.get('nonce') ?? '',
    challenge: query.get('code_challenge') ?? '',
    challengeMethod: query.get('code_challenge_method') ?? 'plain',
    flow: activity.flow,
  };
  const code = createRandomText(24);
  await codes.put(code, grant, now + CODE_MS, now);
  activity.recordPass(
    RULE,
    `${person.username} signs in at the stand-in for ${provider.name}.`,
    'RFC 6749 §4.1.2',
  );
  const key = JSON.stringify([provider.alias, clientId, person.email || person.username]);
  const kind = standInKindOf(provider);
  const isFirst =
    kind.postsAnswer === true && (await agreed.add(key, { realmId: realm.id }, now + AGREED_MS, now));
  const { firstName, lastName, email } = person;
  const user = isFirst ? { user: JSON.stringify({ name: { firstName, lastName }, email }) } : {};
  return answer(exchange, asked, { code, ...user });
}

/** Redirects to the realm, or posts a form if the request says so. OAuth 2.0 Form Post Response Mode §2. */
function answer(
  exchange: RealmExchange,
  { redirectUri }: Asked,
  parameters: Readonly<Record<string, string>>,
): Reply {
  const state = exchange.query.get('state');
  const all = { ...parameters, ...(state === undefined ? {} : { state }) };
  if (exchange.query.get('response_mode') === 'form_post')
    return renderPostingPage({
      texts: postingTexts(exchange, 'understudy.formPostTitle'),
      action: redirectUri,
      fields: Object.entries(all),
    });
  return redirectReply(`${redirectUri}?${new URLSearchParams(all)}`, undefined, 303);
}

/** GET: a stand-in has no session to end, and sends the browser back. OIDC RP-Initiated Logout §3. */
export function signOut(exchange: RealmExchange, provider: IdentityProvider): Reply {
  begin(exchange);
  const target = exchange.query.get('post_logout_redirect_uri') ?? '';
  const expected = `${brokerEndpointUrl(exchange, provider)}/logout_response`;
  if (target === expected) {
    const state = exchange.query.get('state');
    const query = state === undefined ? '' : `?${new URLSearchParams({ state })}`;
    return redirectReply(`${expected}${query}`, undefined, 303);
  }
  const reason = `The post_logout_redirect_uri is not the one of identity provider ${provider.alias}.`;
  const remedy = `Send ${expected}.`;
  const section = 'OIDC RP-Initiated Logout §3';
  exchange.activity.refused(
    new OAuthError('invalid_request', { description: reason, reason, remedy, section }),
    RULE,
  );
  return renderStandInError(exchange, provider.name, reason, remedy);
}
