// Checks that an assertion is for this server, for this sign-in, and for now.

import { toIsoText } from '#protocol/clock.ts';
import { sha256Base64Url } from '#protocol/crypto/identifiers.ts';
import type { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import type { IdentityProvider } from '#protocol/realm/view/identity-providers.ts';
import type { ExpiringStore, RealmValue } from '#protocol/store/store.ts';
import type { AskedProvider } from '../brokering.ts';
import { providerProblem } from '../provider-problem.ts';
import type { Confirmation, Period, ReceivedAssertion } from './read-assertion.ts';
import { ownEntityId, skewMsOf } from './settings.ts';

const PROFILE = 'SAML Profiles §4.1.4.3';
/** How long an assertion without an end is remembered, in milliseconds. */
const UNLIMITED_MS = 24 * 60 * 60 * 1000;

/** What a response must fit. */
export interface ExpectedResponse {
  /** Where it has arrived, absolute URL: its Destination, and the Recipient of its assertion. */
  readonly endpoint: string;
  /** ID of the request that it answers; undefined: it is unsolicited. */
  readonly requestId: string | undefined;
}

/** @throws {OAuthError} for the first failed check. SAML Profiles §4.1.4.3. */
export function checkAssertion(
  exchange: RealmExchange,
  asked: AskedProvider,
  assertion: ReceivedAssertion,
  expected: ExpectedResponse,
): void {
  const { provider } = asked;
  checkIssuer(asked, assertion.issuer, 'Assertion');
  const expired = findPeriodFault(exchange, provider, assertion.conditions, 'Conditions');
  if (expired !== undefined) throw expired;
  checkAudiences(exchange, provider, assertion, expected);
  checkConfirmations(exchange, provider, assertion.confirmations, expected);
  exchange.activity.recordPass(
    'check-assertion',
    `Assertion ${assertion.id} is for this sign-in and valid now.`,
    PROFILE,
  );
}

/** Compat: any issuer, if the settings name none. @throws {OAuthError} */
export function checkIssuer(
  { provider, endpoints }: AskedProvider,
  issuer: string | undefined,
  element: string,
): void {
  const [expected] = endpoints.issuers;
  if (expected === undefined || issuer === expected) return;
  throw invalid(
    issuer === undefined
      ? `The ${element} has no Issuer.`
      : `The Issuer of the ${element} is ${issuer}, not ${expected}.`,
    `Set config.idpEntityId of identity provider ${provider.alias} to the provider's entity ID.`,
    'SAML Core §3.2.2',
  );
}

function findPeriodFault(
  { clock, realm }: RealmExchange,
  provider: IdentityProvider,
  { notBefore, notOnOrAfter }: Period,
  element: string,
): OAuthError | undefined {
  const now = clock.now();
  const skewMs = skewMsOf(provider);
  const remedy = `Correct the provider's clock, or set config.allowedClockSkew of identity provider ${provider.alias} (seconds); the clock of realm ${realm.name} says ${toIsoText(now)}.`;
  if (notBefore !== undefined && now + skewMs < notBefore)
    return invalid(
      `The assertion is not valid yet: ${element} has NotBefore ${toIsoText(notBefore)}.`,
      remedy,
      'SAML Core §2.5.1.2',
    );
  if (notOnOrAfter !== undefined && now - skewMs >= notOnOrAfter)
    return invalid(
      `The assertion has expired: ${element} has NotOnOrAfter ${toIsoText(notOnOrAfter)}.`,
      remedy,
      'SAML Core §2.5.1.2',
    );
  return undefined;
}

/** Compat: the address of the endpoint is an audience, too. SAML Core §2.5.1.4. */
function checkAudiences(
  exchange: RealmExchange,
  provider: IdentityProvider,
  { audiences }: ReceivedAssertion,
  { endpoint }: ExpectedResponse,
): void {
  const own = ownEntityId(exchange, provider);
  const accepted = [own, endpoint];
  const wrong = audiences.find((each) => !each.some((audience) => accepted.includes(audience)));
  if (wrong === undefined) return;
  throw invalid(
    `The assertion is for ${wrong.join(', ') || 'no audience'}, not for ${own}.`,
    `Register ${own} as the service provider there, or set config.entityId of identity provider ${provider.alias} to the registered one.`,
    'SAML Core §2.5.1.4',
  );
}

/** Choice: members that are wrong are refused; Keycloak accepts assertions without them, so missing ones are not. */
function checkConfirmations(
  exchange: RealmExchange,
  provider: IdentityProvider,
  confirmations: readonly Confirmation[],
  expected: ExpectedResponse,
): void {
  if (confirmations.length === 0) return;
  const faults = confirmations.map((each) => findFault(exchange, provider, each, expected));
  const [first] = faults;
  if (first !== undefined && faults.every((fault) => fault !== undefined)) throw first;
}

function findFault(
  exchange: RealmExchange,
  provider: IdentityProvider,
  confirmation: Confirmation,
  { endpoint, requestId }: ExpectedResponse,
): OAuthError | undefined {
  const { recipient, inResponseTo } = confirmation;
  if (recipient !== undefined && recipient !== endpoint)
    return invalid(
      `The Recipient of the assertion is ${recipient}, not ${endpoint}.`,
      `Register ${endpoint} as the assertion consumer service there.`,
      PROFILE,
    );
  if (inResponseTo !== undefined && inResponseTo !== requestId)
    return invalid(
      requestId === undefined
        ? `The assertion answers request ${inResponseTo}, and came to an address for sign-ins that begin at the provider.`
        : `The assertion answers request ${inResponseTo}, not ${requestId}, the last one in this tab.`,
      'Start the sign-in again.',
      PROFILE,
    );
  return findPeriodFault(exchange, provider, confirmation, 'SubjectConfirmationData');
}

/** Each assertion signs a person in once. @throws {OAuthError} SAML Profiles §4.1.4.5. */
export async function consumeAssertion(
  used: ExpiringStore<RealmValue>,
  { realm, clock }: RealmExchange,
  provider: IdentityProvider,
  { id, conditions }: ReceivedAssertion,
): Promise<void> {
  const now = clock.now();
  const until = (conditions.notOnOrAfter ?? now + UNLIMITED_MS) + skewMsOf(provider) + 1000;
  const key = sha256Base64Url(`${provider.alias}\n${id}`);
  if (id !== '' && (await used.add(key, { realmId: realm.id }, until, now))) return;
  throw invalid(
    id === ''
      ? 'The Assertion has no ID.'
      : `Assertion ${id} of identity provider ${provider.alias} has been used already.`,
    'Start the sign-in again.',
    'SAML Profiles §4.1.4.5',
  );
}

function invalid(reason: string, remedy: string, section: string): OAuthError {
  return providerProblem('invalidResponse', { reason, remedy, section });
}
