// The messages of single logout as they go to one service provider, signed as its settings say.
import { issuerOf } from '#protocol/http/issuer.ts';
import type { SessionEndContext } from '#protocol/realm/sessions.ts';
import type { UserSession } from '#protocol/store/store.ts';
import type { OutgoingMessage } from '../bindings/binding.ts';
import { createMessageId, sessionIndexOf, signRendered } from '../make-response.ts';
import { renderLogoutRequest } from '../messages/logout-request.ts';
import { renderLogoutResponse } from '../messages/logout-response.ts';
import type { RenderedMessage } from '../messages/response.ts';
import type { ServiceProvider } from '../service-provider.ts';
import type { SamlSigners } from '../signer.ts';
import type { SamlStatus } from '../status.ts';
import { NAME_ID_FORMATS, NAMESPACES } from '../xml-names.ts';

/** A LogoutRequest to one service provider. */
export interface RequestToProvider {
  readonly provider: ServiceProvider;
  readonly session: UserSession;
  /** Its ID. */
  readonly id: string;
  /** Absolute URL. */
  readonly destination: string;
}

/** A LogoutResponse to the service provider that asked. */
interface ResponseToProvider {
  readonly provider: ServiceProvider;
  /** ID of the request. */
  readonly inResponseTo: string;
  readonly status: SamlStatus;
  /** Undefined: over the connection that the request came by. */
  readonly destination: string | undefined;
  readonly relayState: string | undefined;
}

/** Writes the messages. */
export interface LogoutMessages {
  /** The request, for any binding. SAML Core §3.7.1. */
  describeRequest(context: SessionEndContext, request: RequestToProvider): OutgoingMessage;
  /** The answer, for any binding. SAML Core §3.7.2. */
  describeResponse(context: SessionEndContext, response: ResponseToProvider): OutgoingMessage;
}

/** Makes the writer. */
export function createLogoutMessages(signers: Pick<SamlSigners, 'signerFor'>): LogoutMessages {
  const outgoing = (
    context: SessionEndContext,
    message: Omit<OutgoingMessage, 'render' | 'signed'>,
    id: string,
    rendered: RenderedMessage,
  ): OutgoingMessage => {
    const signed = message.provider.wantsSignedMessages;
    return {
      ...message,
      signed,
      render: async (place) => {
        if (!signed || place === 'query') return rendered.head + rendered.rest.wire;
        const signer = await signers.signerFor(context.realm, message.provider);
        return (await signRendered(signer, id, rendered, { samlp: NAMESPACES.protocol })).wire;
      },
    };
  };
  return {
    describeRequest(context, { provider, session, id, destination }) {
      const issuedAt = context.clock.now();
      const rendered = renderLogoutRequest({
        id,
        issuedAt,
        issuer: issuerOf(context),
        destination,
        notOnOrAfter: issuedAt + context.realm.lifespans.accessCode * 1000,
        nameId: subjectOf(session, provider),
        sessionIndex: sessionIndexOf(session, provider.client.id),
      });
      const message = { parameter: 'SAMLRequest', provider, destination, relayState: undefined } as const;
      return outgoing(context, message, id, rendered);
    },
    describeResponse(context, { provider, inResponseTo, status, destination, relayState }) {
      const id = createMessageId();
      const issuedAt = context.clock.now();
      const rendered = renderLogoutResponse({
        id,
        issuedAt,
        issuer: issuerOf(context),
        destination,
        inResponseTo,
        status,
      });
      const message = {
        parameter: 'SAMLResponse',
        provider,
        destination: destination ?? '',
        relayState,
      } as const;
      return outgoing(context, message, id, rendered);
    },
  };
}

/** As the sign-in named the person. */
function subjectOf(session: UserSession, { client }: ServiceProvider): { value: string; format: string } {
  const saml = session.clients[client.id]?.saml;
  if (saml === undefined) return { value: session.username, format: NAME_ID_FORMATS.unspecified };
  return { value: saml.nameId, format: saml.nameIdFormat };
}
