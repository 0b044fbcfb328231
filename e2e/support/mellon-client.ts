// Creates a mellon's client in the demo realm from its metadata.
import type { Mellon } from './mellon.ts';
import { certificateText, createSamlClient } from './saml.ts';

/** Creates the client and returns its internal ID. */
export function createMellonClient(
  serverUrl: string,
  { url, entityId }: Mellon,
  attributes: Readonly<Record<string, string>> = {},
  members: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const logout = `${url}/mellon/logout`;
  return createSamlClient(serverUrl, {
    clientId: entityId,
    redirectUris: [`${url}/mellon/*`],
    frontchannelLogout: true,
    ...members,
    attributes: {
      'saml.client.signature': 'true',
      'saml.signing.certificate': certificateText('signing'),
      'saml.encryption.certificate': certificateText('signing'),
      'saml.assertion.signature': 'true',
      'saml.server.signature': 'true',
      'saml.force.post.binding': 'true',
      saml_assertion_consumer_url_post: `${url}/mellon/postResponse`,
      saml_artifact_binding_url: `${url}/mellon/artifactResponse`,
      saml_single_logout_service_url_redirect: logout,
      ...attributes,
    },
  });
}
