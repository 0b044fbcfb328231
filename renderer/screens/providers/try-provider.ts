// The address that signs in to the account console with a provider.

/** RFC 7636: the account console sends its own request afterwards, so that nothing redeems this code. */
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

/** `baseUrl`: of the server, without a trailing slash. */
export function tryProviderUrl(baseUrl: string, realm: string, alias: string): string {
  const root = `${baseUrl}/realms/${encodeURIComponent(realm)}`;
  const query = new URLSearchParams({
    client_id: 'account-console',
    redirect_uri: `${root}/account/`,
    response_type: 'code',
    response_mode: 'fragment',
    scope: 'openid',
    // The account console drops an answer with this state.
    state: 'try-provider',
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
    kc_idp_hint: alias,
  });
  return `${root}/protocol/openid-connect/auth?${query}`;
}
