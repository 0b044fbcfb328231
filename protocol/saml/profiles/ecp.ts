// The enhanced client or proxy profile: sign-in without a browser, by SOAP and HTTP Basic authentication.
import { fixable } from '#protocol/errors/remedy.ts';
import { SAML_ERRORS, SamlStatusError } from '#protocol/errors/saml-status-error.ts';
import { readBasicCredentials } from '#protocol/http/basic-credentials.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { PASSWORD_LEVEL } from '#protocol/realm/view/acr-levels.ts';
import { writeElement } from '#protocol/xml/write-xml.ts';
import { unreachable } from '../authn-context.ts';
import type { BasicSignIn } from '../basic-sign-in.ts';
import type { OutgoingMessage } from '../bindings/binding.ts';
import { replyWithEnvelope, replyWithFault } from '../bindings/soap.ts';
import type { EncryptedIds } from '../encrypted-ids.ts';
import { type SamlSignIns, samlEventDetails } from '../saml-sign-in.ts';
import type { ServiceProvider } from '../service-provider.ts';
import type { UsedRequests } from '../used-requests.ts';
import { NAMESPACES } from '../xml-names.ts';
import type { CheckedMessage, SamlProfile } from './profile.ts';
import { type PreparedSignIn, prepareSignIn } from './web-browser-sso.ts';

export interface EcpDeps {
  readonly signIns: SamlSignIns;
  readonly usedRequests: UsedRequests;
  readonly encryptedIds: EncryptedIds;
  readonly basic: BasicSignIn;
}

const SECTION = 'SAML Profiles §4.2';

/** Addresses a header to the next recipient. SOAP 1.1 §4.2.2. */
const NEXT_ACTOR = 'http://schemas.xmlsoap.org/soap/actor/next';

/** SAML Profiles §4.2. */
export function createEcp(deps: EcpDeps): SamlProfile {
  return {
    message: 'AuthnRequest',
    bindings: ['soap'],
    title: 'SAML sign-in request (ECP)',
    handle: (exchange, message) => handle(deps, exchange, message),
  };
}

async function handle(deps: EcpDeps, exchange: RealmExchange, message: CheckedMessage): Promise<Reply> {
  const { provider } = message;
  checkAllowed(provider);
  const credentials = readBasicCredentials(exchange.headers.authorization);
  if (credentials === undefined) return requestPassword(exchange);
  const prepared = await prepareSignIn(exchange, message, deps);
  return replyWithResponse(
    exchange,
    provider,
    prepared,
    await answer(deps, exchange, message, prepared, credentials),
  );
}

/** @throws {SamlStatusError} `ecp_not_allowed` if the client's setting forbids it. */
function checkAllowed({ client, allowsEcp }: ServiceProvider): void {
  if (allowsEcp) return;
  throw new SamlStatusError('ecp_not_allowed', {
    reason: `Client ${client.clientId} sent an AuthnRequest by SOAP, and may not use the enhanced client profile.`,
    remedy: fixable({ kind: 'allow-ecp', client: client.clientId }),
    section: SECTION,
  });
}

/** Choice: a challenge, as in RFC 7617 §2 (docs/differences-to-keycloak.md, "Sign-in by ECP"). */
function requestPassword(exchange: RealmExchange): Reply {
  const { realm, activity } = exchange;
  activity.recordNote('check-password', 'Basic authentication is missing and was requested.', 'RFC 7617 §2');
  const fault = replyWithFault(exchange, { by: 'Client', text: 'invalidUserMessage' });
  activity.outcome('asked');
  const challenge = `Basic realm="${realm.name.replace(/[^\w .-]/g, '?')}", charset="UTF-8"`;
  return { ...fault, status: 401, headers: { ...fault.headers, 'www-authenticate': challenge } };
}

/** Once the consumer service is known, errors become a status for it. */
async function answer(
  { signIns, basic, usedRequests }: EcpDeps,
  exchange: RealmExchange,
  { provider }: CheckedMessage,
  prepared: PreparedSignIn,
  credentials: { readonly username: string; readonly password: string },
): Promise<OutgoingMessage> {
  const { client } = provider;
  try {
    if (prepared.problem !== undefined) throw prepared.problem;
    checkNoPageNeeded(exchange, provider, prepared);
    const person = await basic.signIn(exchange, client, credentials);
    exchange.activity.user(person.user.username);
    exchange.activity.session(person.session.id);
    exchange.activity.eventDetails(samlEventDetails(prepared.data));
    return await signIns.succeed(exchange, client.clientId, prepared.data, person);
  } catch (error) {
    if (!(error instanceof SamlStatusError) || error.code === 'replayed_request') throw error;
    exchange.activity.refused(error, SAML_ERRORS[error.code].rule);
    await usedRequests.check(exchange, client, prepared.request.id);
    return signIns.fail(exchange, provider, prepared.data, error);
  }
}

/** @throws {SamlStatusError} if a page would be needed, for consent or more than a password. */
function checkNoPageNeeded(
  { realm }: RealmExchange,
  { client }: ServiceProvider,
  prepared: PreparedSignIn,
): void {
  const { level, request } = prepared;
  if (level !== undefined && level > PASSWORD_LEVEL)
    throw unreachable({ realm, client }, request.requestedContext);
  if (!client.consentRequired) return;
  throw new SamlStatusError('no_passive', {
    reason: `Client ${client.clientId} requires consent, which ECP cannot ask for.`,
    remedy: fixable({ kind: 'clear-consent', client: client.clientId }),
    section: SECTION,
  });
}

/** The response with the headers for the client that forwards it. SAML Profiles §4.2.4.5. */
async function replyWithResponse(
  exchange: RealmExchange,
  provider: ServiceProvider,
  { data }: PreparedSignIn,
  message: OutgoingMessage,
): Promise<Reply> {
  const forNext = { 'xmlns:ecp': NAMESPACES.ecp, 'soap:actor': NEXT_ACTOR, 'soap:mustUnderstand': '1' };
  const response = writeElement('ecp:Response', {
    ...forNext,
    AssertionConsumerServiceURL: data.consumer.url,
  });
  const authenticated = provider.mustSign ? writeElement('ecp:RequestAuthenticated', forNext) : '';
  return replyWithEnvelope(exchange, {
    header: response + authenticated,
    body: await message.render('embedded'),
  });
}
