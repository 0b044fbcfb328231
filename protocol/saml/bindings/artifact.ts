// The HTTP Artifact binding: the browser carries a reference and SOAP the message, in both directions.
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { issuerOf } from '#protocol/http/issuer.ts';
import { redirectReply } from '#protocol/http/replies.ts';
import type { Artifacts } from '../artifacts.ts';
import { type ArtifactFetchDeps, fetchMessage } from '../fetch-artifact.ts';
import type { OutgoingMessage, ReceivedMessage, SamlBinding } from './binding.ts';
import { checkParametersOnce } from './decode-message.ts';
import { renderForm } from './post.ts';
import { appendQuery } from './redirect.ts';

export interface ArtifactBindingDeps extends ArtifactFetchDeps {
  readonly artifacts: Artifacts;
}

/** SAML Bindings §3.6. */
export function createArtifactBinding(deps: ArtifactBindingDeps): SamlBinding {
  return {
    name: 'artifact',
    receive: (exchange) => receive(deps, exchange),
    send: (exchange, message) => send(deps.artifacts, exchange, message),
  };
}

async function receive(
  deps: ArtifactFetchDeps,
  exchange: RealmExchange,
): Promise<ReceivedMessage | undefined> {
  const parameters = exchange.method === 'POST' ? exchange.form : exchange.query;
  const artifact = parameters.get('SAMLart');
  if (artifact === undefined) return undefined;
  checkParametersOnce(parameters);
  return { ...(await fetchMessage(deps, exchange, artifact)), relayState: parameters.get('RelayState') };
}

/**
 * Choice: by redirect, or as a form if the client forces POST (docs/differences-to-keycloak.md, "Artifacts").
 * SAML Bindings §3.6.3.
 */
async function send(artifacts: Artifacts, exchange: RealmExchange, message: OutgoingMessage): Promise<Reply> {
  const { realm, clock, activity } = exchange;
  const { parameter, destination, provider, relayState } = message;
  const xml = await message.render('embedded');
  activity.document('response', parameter, xml);
  const seconds = realm.lifespans.accessCode;
  const now = clock.now();
  const artifact = await artifacts.keep(xml, {
    realmId: realm.id,
    recipient: provider.client.id,
    issuer: issuerOf(exchange),
    expiresAt: now + seconds * 1000,
    now,
  });
  activity.recordNote(
    'send-artifact',
    `${provider.client.clientId} gets an artifact and may fetch the message behind it within ${seconds} seconds.`,
    'SAML Bindings §3.6',
  );
  return replyWithArtifact(exchange, { destination, artifact, relayState, isForm: provider.forcesPost });
}

interface SentArtifact {
  /** Absolute URL; parameters of its own stay. */
  readonly destination: string;
  readonly artifact: string;
  readonly relayState: string | undefined;
  /** By a form that posts itself; otherwise by redirect. */
  readonly isForm: boolean;
}

/** Sends the browser to a service provider with an artifact. SAML Bindings §3.6.3. */
export function replyWithArtifact(
  exchange: RealmExchange,
  { destination, artifact, relayState, isForm }: SentArtifact,
): Reply {
  if (isForm) {
    const state = relayState === undefined ? [] : [['RelayState', relayState] as const];
    return renderForm(exchange, destination, [['SAMLart', artifact], ...state]);
  }
  const state = relayState === undefined ? '' : `&RelayState=${encodeURIComponent(relayState)}`;
  const query = `SAMLart=${encodeURIComponent(artifact)}${state}`;
  return redirectReply(appendQuery(destination, query), { 'cache-control': 'no-cache, no-store' });
}
