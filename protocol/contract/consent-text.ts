// What a client scope is called on the consent page: Keycloak's built-in scopes are named by message keys.

const WORDS: ReadonlyMap<string, string> = new Map([
  ['profileScopeConsentText', 'User profile'],
  ['emailScopeConsentText', 'Email address'],
  ['rolesScopeConsentText', 'User roles'],
  ['offlineAccessScopeConsentText', 'Offline Access'],
  ['addressScopeConsentText', 'Address'],
  ['phoneScopeConsentText', 'Phone number'],
  ['organizationScopeConsentText', 'Organization'],
  ['samlRoleListScopeConsentText', 'My Roles'],
]);

/** `consent.screen.text` in words: `${emailScopeConsentText}` reads "Email address"; the name stands in for an unknown key or an empty text. */
export function readableConsentText(text: string, name: string): string {
  const key = /^\$\{([\w.-]+)\}$/.exec(text)?.[1];
  if (key === undefined) return text === '' ? name : text;
  return WORDS.get(key) ?? name;
}
