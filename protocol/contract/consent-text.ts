// Display texts of client scopes on the consent page: Keycloak's built-in scopes use message keys.

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

/** A readable text: `${emailScopeConsentText}` becomes "Email address"; unknown or empty, it is the name. */
export function readableConsentText(text: string, name: string): string {
  const key = /^\$\{([\w.-]+)\}$/.exec(text)?.[1];
  if (key === undefined) return text === '' ? name : text;
  return WORDS.get(key) ?? name;
}
