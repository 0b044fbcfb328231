// The address that signs in to the account console with a provider, and why it cannot be tried.
import type { StoredClient } from '../../api/clients.ts';
import type { ProviderRepresentation } from '../../api/providers.ts';
import type { PlainKey } from '../../texts/text.ts';

/** RFC 7636: the account console sends its own request afterwards, so that nothing redeems this code. */
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

/** The account console needs both. */
const CONSOLE_CLIENTS: readonly string[] = ['account', 'account-console'];

/** `issuer`: of the realm. Signs in with the provider even if the browser has a session. */
export function tryProviderUrl(issuer: string, alias: string): string {
  const query = new URLSearchParams({
    client_id: 'account-console',
    redirect_uri: `${issuer}/account/`,
    response_type: 'code',
    response_mode: 'fragment',
    scope: 'openid',
    // The account console drops an answer with this state.
    state: 'try-provider',
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
    kc_idp_hint: alias,
    prompt: 'login',
  });
  return `${issuer}/protocol/openid-connect/auth?${query}`;
}

/** Why no one can sign in with the provider, or where the sign-in would end; undefined if it can be tried. */
export function whyNotTried(
  { enabled, linkOnly }: Pick<ProviderRepresentation, 'enabled' | 'linkOnly'>,
  clients: readonly Pick<StoredClient, 'clientId' | 'enabled'>[],
): PlainKey | undefined {
  if (enabled === false) return 'providers:provider.tryDisabled';
  if (linkOnly === true) return 'providers:provider.tryLinkOnly';
  const isOn = CONSOLE_CLIENTS.every((name) =>
    clients.some((client) => client.clientId === name && client.enabled !== false),
  );
  return isOn ? undefined : 'providers:provider.tryNoConsole';
}
