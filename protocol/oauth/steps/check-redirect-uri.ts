// The redirect URI of an authorization request must be registered for the client.

import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { fixable, type Remedy } from '#protocol/errors/remedy.ts';
import {
  hasFragment,
  matchRedirectUri,
  type RedirectBase,
  resolveUri,
} from '#protocol/realm/clients/redirect-uri.ts';
import { explainMismatch } from '#protocol/realm/clients/redirect-uri-mismatch.ts';
import type { Client } from '#protocol/realm/view/realm.ts';
import { defineStep, type Step } from '../authorization-facts.ts';

/** RFC 6749 §3.1.2: matches a registered URI. Optional without `openid` for clients with exactly one URI. */
export const checkRedirectUri: Step = defineStep({
  name: 'check-redirect-uri',
  section: 'RFC 6749 §3.1.2.3',
  needs: ['parameters', 'client'],
  gives: ['redirect'],
  run({ baseUrl }, { parameters, client }) {
    const values = parameters.all('redirect_uri');
    if (values.length > 1)
      throw refuse('redirect_uri was sent more than once.', 'Send redirect_uri exactly once.');
    const sent = values[0] || undefined;
    const base = { rootUrl: client.rootUrl, baseUrl };
    if (sent === undefined)
      return { redirect: { uri: onlyRegistered(parameters.get('scope') ?? '', client, base), sent } };
    if (hasFragment(sent))
      throw refuse(
        `redirect_uri ${sent} contains a fragment.`,
        `Send "${sent.split('#', 1)[0]}" as redirect_uri and let the application find its route itself; keycloak-js takes the address as redirectUri.`,
        'RFC 6749 §3.1.2',
      );
    const uri = matchRedirectUri(client.redirectUris, sent, base);
    if (uri !== undefined) return { redirect: { uri, sent } };
    throw refuseMismatch(client, sent, base);
  },
  describe: ({ redirect }) => `${redirect.uri} is registered.`,
});

function refuseMismatch(client: Client, sent: string, base: RedirectBase): OAuthError {
  const { clientId, redirectUris: registered } = client;
  const mismatch = explainMismatch({ sent, registered, base });
  if (mismatch?.isMalformed)
    return refuse(`redirect_uri ${sent} cannot be used. ${mismatch.problem}`, mismatch.fix);
  const addition = `"${sent}" to redirectUris of client ${clientId}.`;
  return refuse(
    `redirectUris of client ${clientId} does not match ${sent} (${registered.join(', ') || 'it is empty'}).`,
    fixable(
      { kind: 'add-redirect-uri', client: clientId, value: sent },
      mismatch === undefined ? `Add ${addition}` : `${mismatch.problem} ${mismatch.fix}, or add ${addition}`,
    ),
  );
}

/** The client's only redirect URI. A trailing path wildcard is cut off; other wildcards are not usable. */
function onlyRegistered(scope: string, client: Client, base: RedirectBase): string {
  const [only = '', ...others] = client.redirectUris;
  const exact = only.endsWith('/*') ? only.slice(0, -2) : only;
  const openid = scope.split(' ').includes('openid');
  if (hasFragment(only))
    throw refuse(
      `redirect_uri is missing, and ${only}, which redirectUris of client ${client.clientId} contains, has a fragment.`,
      `Remove the part from # on in redirectUris of client ${client.clientId}.`,
      'RFC 6749 §3.1.2',
    );
  if (!openid && exact !== '' && !exact.includes('*') && others.length === 0) return resolveUri(exact, base);
  throw refuse(
    'redirect_uri is missing.',
    'Send redirect_uri; it may be left out only without scope openid, by a client with exactly one redirect URI.',
  );
}

function refuse(reason: string, remedy: Remedy, section = 'RFC 6749 §3.1.2.4'): OAuthError {
  return new OAuthError('invalid_request', {
    description: 'Invalid parameter: redirect_uri',
    reason,
    remedy,
    section,
  });
}
