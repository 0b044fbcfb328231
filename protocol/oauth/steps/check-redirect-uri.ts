// The redirect URI of an authorization request: one that the client registered.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { matchRedirectUri } from '#protocol/realm/redirect-uri.ts';
import { defineStep, type Step } from '../authorization-facts.ts';

/** RFC 6749 §3.1.2: the sent URI matches a registered one; it may be left out only outside OpenID Connect, by a client with exactly one. */
export const checkRedirectUri: Step = defineStep({
  name: 'check-redirect-uri',
  section: 'RFC 6749 §3.1.2.3',
  needs: ['parameters', 'client'],
  gives: ['redirect'],
  run({ baseUrl }, { parameters, client }) {
    const values = parameters.all('redirect_uri');
    const sent = values[0] === '' ? undefined : values[0];
    if (values.length > 1)
      throw refuse('redirect_uri came more than once.', 'Send redirect_uri exactly once.');
    if (sent === undefined)
      return { redirect: { uri: onlyRegistered(parameters.get('scope') ?? '', client), sent: undefined } };
    const uri = matchRedirectUri(client.redirectUris, sent, { rootUrl: client.rootUrl, baseUrl });
    if (uri !== undefined) return { redirect: { uri, sent } };
    throw refuse(
      `redirect_uri ${sent} matches none of the redirect URIs of client ${client.clientId} (${client.redirectUris.join(', ') || 'it has none'}).`,
      `Add "${sent}" to redirectUris of client ${client.clientId}.`,
    );
  },
});

function onlyRegistered(
  scope: string,
  client: { readonly clientId: string; readonly redirectUris: readonly string[] },
): string {
  const [only = '', ...others] = client.redirectUris;
  const openid = scope.split(' ').includes('openid');
  if (openid || only === '' || others.length > 0 || only === '*') {
    throw refuse(
      'redirect_uri is missing.',
      'Send redirect_uri; it may be left out only without scope openid, by a client with exactly one redirect URI.',
    );
  }
  return only.endsWith('/*') ? only.slice(0, -2) : only;
}

function refuse(reason: string, remedy: string): OAuthError {
  return new OAuthError('invalid_request', {
    description: 'Invalid parameter: redirect_uri',
    reason,
    remedy,
    section: 'RFC 6749 §3.1.2.4',
  });
}
