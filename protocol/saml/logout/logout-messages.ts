// Writes single logout messages to a service provider, signed as its settings require.
import { issuerOf } from '#protocol/http/issuer.ts';
import type { SessionEndContext } from '#protocol/realm/sessions/sessions.ts';
import type { UserSession } from '#protocol/store/store.ts';
import type { OutgoingMessage, SignaturePlace } from '../bindings/binding.ts';
import { createMessageId, renderForProvider, renderKeyHint, sessionIndexOf } from '../make-response.ts';
import type { RenderedMessage } from '../messages/assertion.ts';
import { renderLogoutRequest } from '../messages/logout-request.ts';
import { renderLogoutResponse } from '../messages/logout-response.ts';
import type { ServiceProvider } from '../service-provider.ts';
import type { SamlSigners } from '../signer.ts';
import type { SamlStatus } from '../status.ts';
import { NAME_ID_FORMATS } from '../xml-names.ts';

/** A LogoutRequest to a service provider. */
export interface RequestToProvider {
  readonly provider: ServiceProvider;
  readonly session: UserSession;
  readonly id: string;
  /** Absolute URL. */
  readonly destination: string;
}

/** A LogoutResponse to the requesting service provider. */
interface ResponseToProvider {
  readonly provider: ServiceProvider;
  /** ID of the request. */
  readonly inResponseTo: string;
  readonly status: SamlStatus;
  /** Undefined for SOAP, where the response uses the request's connection. */
  readonly destination: string | undefined;
  readonly relayState: string | undefined;
}

export interface LogoutMessages {
  /** A request for any binding. SAML Core §3.7.1. */
  describeRequest(context: SessionEndContext, request: RequestToProvider): OutgoingMessage;
  /** A response for any binding. SAML Core §3.7.2. */
  describeResponse(context: SessionEndContext, response: ResponseToProvider): OutgoingMessage;
}

export function createLogoutMessages(
  signers: Pick<SamlSigners, 'signerFor' | 'signingKeys'>,
): LogoutMessages {
  const describe = (
    context: SessionEndContext,
    id: string,
    message: Omit<OutgoingMessage, 'render' | 'signed'>,
    write: (extensions: string | undefined) => RenderedMessage,
  ): OutgoingMessage => {
    const { provider } = message;
    const signed = provider.wantsSignedMessages;
    const render = async (place: SignaturePlace): Promise<string> => {
      if (place === 'embedded')
        return renderForProvider(signers, context.realm, provider, id, write(undefined));
      const hint = signed && provider.wantsKeyHint ? await renderKeyHint(context, signers) : undefined;
      const { head, rest } = write(hint);
      return head + rest.wire;
    };
    return { ...message, signed, render };
  };
  return {
    describeRequest(context, { provider, session, id, destination }) {
      const issuedAt = context.clock.now();
      const request = {
        id,
        issuedAt,
        issuer: issuerOf(context),
        destination,
        notOnOrAfter: issuedAt + context.realm.lifespans.accessCode * 1000,
        nameId: subjectOf(session, provider),
        sessionIndex: sessionIndexOf(session, provider.client.id),
      };
      const message = { parameter: 'SAMLRequest', provider, destination, relayState: undefined } as const;
      return describe(context, id, message, (extensions) => renderLogoutRequest({ ...request, extensions }));
    },
    describeResponse(context, { provider, inResponseTo, status, destination, relayState }) {
      const id = createMessageId();
      const issuedAt = context.clock.now();
      const response = { id, issuedAt, issuer: issuerOf(context), destination, inResponseTo, status };
      const message = {
        parameter: 'SAMLResponse',
        provider,
        destination: destination ?? '',
        relayState,
      } as const;
      return describe(context, id, message, (extensions) =>
        renderLogoutResponse({ ...response, extensions }),
      );
    },
  };
}

/** The name identifier used at sign-in. */
function subjectOf(session: UserSession, { client }: ServiceProvider): { value: string; format: string } {
  const saml = session.clients[client.id]?.saml;
  if (saml === undefined) return { value: session.username, format: NAME_ID_FORMATS.unspecified };
  return { value: saml.nameId, format: saml.nameIdFormat };
}
