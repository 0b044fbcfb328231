// Calls an artifact resolution service by SOAP, of a service provider or of an identity provider.
import type { RealmExchange } from '#protocol/http/exchange.ts';
import type { OutgoingCall, OutgoingCalls } from '#protocol/http/outgoing-calls.ts';
import type { XmlElement } from '#protocol/xml/xml-element.ts';
import { parseEnvelope, renderEnvelope, SOAP_ACTION, SOAP_MEDIA_TYPE } from './messages/soap.ts';

/** Enough for a message with signature and certificate. */
const MAX_ANSWER_BYTES = 512 * 1024;

export interface ResolutionCall<Answer>
  extends Pick<OutgoingCall, 'url' | 'setting' | 'clientId' | 'to' | 'called'> {
  /** The XML of the ArtifactResolve. @throws {OAuthError}, {SamlStatusError} when a setting prevents the call. */
  render(): Promise<string>;
  /** Reads the only element of the answer's Body. @throws {OAuthError}, {SamlStatusError} to refuse it. */
  read(answer: XmlElement): Answer;
}

/** `detail`: why there is no answer, in words without a full stop. */
export type Resolution<Answer> = { readonly found: Answer } | { readonly detail: string };

/** Never throws: failures and refused answers are results, and shown in Activity. SAML Bindings §3.6.5. */
export async function callResolutionService<Answer>(
  calls: Pick<OutgoingCalls, 'send'>,
  exchange: Pick<RealmExchange, 'realm' | 'activity'>,
  { render, read, ...call }: ResolutionCall<Answer>,
): Promise<Resolution<Answer>> {
  let resolution: Resolution<Answer> | undefined;
  const { detail } = await calls.send({
    ...call,
    kind: 'saml-artifact',
    title: 'SAML artifact resolution',
    contentType: SOAP_MEDIA_TYPE,
    soapAction: SOAP_ACTION,
    documents: { request: 'SOAP envelope', response: 'SOAP envelope' },
    rule: 'resolve-artifact',
    realm: exchange.realm.name,
    flow: exchange.activity.flow,
    accepted: [200],
    section: 'SAML Bindings §3.6',
    maxAnswerBytes: MAX_ANSWER_BYTES,
    body: async () => renderEnvelope({ body: await render() }),
    readAnswer: async (text) => {
      resolution = { found: read(parseEnvelope(text)) };
    },
  });
  return resolution ?? { detail: detail.replace(/\.$/, '') };
}
