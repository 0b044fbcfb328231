// Asks at a SAML stand-in who signs in, and sends the answer as it is wanted: by POST or by artifact.
import { STAND_IN_FAULT_SETTING } from '#protocol/contract/stand-in-settings.ts';
import { withBrokeredFlow } from '#protocol/http/brokered-flow.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import type { IdentityProvider } from '#protocol/realm/view/identity-providers.ts';
import type { Artifacts } from '#protocol/saml/artifacts.ts';
import { replyWithArtifact } from '#protocol/saml/bindings/artifact.ts';
import { renderForm } from '#protocol/saml/bindings/post.ts';
import type { SamlStatus } from '#protocol/saml/status.ts';
import { STATUS_PREFIX } from '#protocol/saml/xml-names.ts';
import { choosePerson } from '../authorize.ts';
import { listPeople } from '../person.ts';
import { renderStandInPage } from '../stand-in-page.ts';
import {
  type AnswerDeps,
  type AnsweredRequest,
  makeAnswer,
  serviceProviderId,
  standInEntityId,
} from './make-answer.ts';

export interface AskDeps extends AnswerDeps {
  readonly artifacts: Pick<Artifacts, 'keep'>;
}

/** A sign-in for which a person is asked. */
export interface Asked extends AnsweredRequest {
  readonly provider: IdentityProvider;
  readonly relayState: string | undefined;
  /** The answer is fetched for an artifact. */
  readonly isByArtifact: boolean;
  /** Absolute URL that the page's form posts to. */
  readonly action: string;
  readonly loginHint: string;
}

/** Milliseconds for which an artifact is valid, as an assertion is. */
export const ARTIFACT_MS = 60_000;

const RULE = 'stand-in';

const status = (topLevel: string, secondLevel: string | undefined, message: string): SamlStatus => ({
  topLevel: STATUS_PREFIX + topLevel,
  secondLevel: secondLevel && STATUS_PREFIX + secondLevel,
  message,
});

const REFUSED = status('Responder', 'AuthnFailed', 'The person has refused.');

/** By the setting {@link STAND_IN_FAULT_SETTING}. */
const FAULTS: Readonly<Record<string, SamlStatus>> = {
  access_denied: REFUSED,
  server_error: status(
    'Responder',
    undefined,
    'The provider has failed (config "understudy.stand-in.fault").',
  ),
  temporarily_unavailable: status(
    'Responder',
    'RequestDenied',
    'The provider is overloaded (config "understudy.stand-in.fault").',
  ),
};

/** The page, or the answer if the form names a person or the settings name a fault. */
export async function askPerson(deps: AskDeps, exchange: RealmExchange, asked: Asked): Promise<Reply> {
  const fault = FAULTS[asked.provider.config[STAND_IN_FAULT_SETTING] ?? ''];
  if (fault !== undefined) return answer(deps, exchange, asked, { status: fault });
  return exchange.form.has('person') ? takeChoice(deps, exchange, asked) : show(exchange, asked);
}

async function takeChoice(deps: AskDeps, exchange: RealmExchange, asked: Asked): Promise<Reply> {
  const { form, activity } = exchange;
  const choice = form.get('person') ?? '';
  if (choice === 'refuse') {
    activity.recordNote(RULE, 'The person has refused.');
    return answer(deps, exchange, asked, { status: REFUSED });
  }
  const person = choosePerson(exchange, asked.provider, choice);
  if (person === undefined) return show(exchange, asked, true);
  activity.recordPass(
    RULE,
    `${person.username} signs in at the stand-in for ${asked.provider.name}.`,
    asked.id === undefined ? 'SAML Profiles §4.1.5' : 'SAML Profiles §4.1.4.2',
  );
  return answer(deps, exchange, asked, { person });
}

/** The address of this stand-in that is called, without a query: absolute URL. */
export function standInAddress({ baseUrl, basePath, path }: RealmExchange): string {
  return `${new URL(baseUrl).origin}${basePath}${path.slice(path.indexOf('/stand-ins/'))}`;
}

function show(exchange: RealmExchange, asked: Asked, isRepeated = false): Reply {
  const { provider, action, loginHint } = asked;
  exchange.activity.outcome('asked');
  return renderStandInPage(exchange, {
    alias: provider.alias,
    name: provider.name,
    action: withBrokeredFlow(exchange, action),
    people: listPeople(provider),
    isRepeated,
    loginHint,
  });
}

/** SAML Profiles §4.1.4.3: a Response never goes by redirect. */
async function answer(
  deps: AskDeps,
  exchange: RealmExchange,
  asked: Asked,
  answered: Parameters<typeof makeAnswer>[4],
): Promise<Reply> {
  const { provider, consumerUrl, relayState, isByArtifact } = asked;
  const xml = await makeAnswer(deps, exchange, provider, asked, answered);
  exchange.activity.document('response', 'SAMLResponse', xml);
  if (isByArtifact) {
    const artifact = await keep(deps, exchange, provider, xml);
    const isForm = provider.config['postBindingResponse'] === 'true';
    return replyWithArtifact(exchange, { destination: consumerUrl, artifact, relayState, isForm });
  }
  // An unsolicited response has no tab that names the flow of Activity.
  const target = asked.id === undefined ? withBrokeredFlow(exchange, consumerUrl) : consumerUrl;
  return renderForm(exchange, target, [
    ['SAMLResponse', Buffer.from(xml).toString('base64')],
    ...(relayState === undefined ? [] : [['RelayState', relayState] as const]),
  ]);
}

/** For whom an artifact is stored: an entity, as the service provider of one of the realm's providers. */
export function artifactRecipient({ alias }: Pick<IdentityProvider, 'alias'>, entityId: string): string {
  return JSON.stringify([alias, entityId]);
}

/** Stores the answer; its artifact. SAML Bindings §3.6.4. */
function keep(
  { artifacts }: AskDeps,
  exchange: RealmExchange,
  provider: IdentityProvider,
  xml: string,
): Promise<string> {
  const { realm, clock, activity } = exchange;
  const recipient = serviceProviderId(exchange, provider);
  const now = clock.now();
  activity.recordNote(
    'send-artifact',
    `${recipient} gets an artifact and may fetch the message behind it within ${ARTIFACT_MS / 1000} seconds.`,
    'SAML Bindings §3.6',
  );
  return artifacts.keep(xml, {
    realmId: realm.id,
    recipient: artifactRecipient(provider, recipient),
    issuer: standInEntityId(exchange, provider),
    expiresAt: now + ARTIFACT_MS,
    now,
  });
}
