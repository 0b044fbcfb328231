// The names of secrets in a realm's settings, also in realm files of earlier versions.

/** Secret members of mail, identity providers, user directories and keys. */
export const SECRET_MEMBERS: ReadonlySet<string> = new Set([
  'password',
  'secret',
  'clientSecret',
  'authTokenClientSecret',
  'bindCredential',
  'privateKey',
  'codeSecret',
  'ecdsaPrivateKey',
  'eddsaPrivateKey',
  'ecdhPrivateKey',
  'keystorePassword',
  'keyPassword',
  // reCAPTCHA in Keycloak's flows.
  'secret.key',
  'site.secret',
  // Credentials of a user directory's users in an export.
  'secretData',
  'hashedSaltedValue',
]);

/** Whether a value only names a secret of Keycloak's vault: `${vault.name}`. */
export function isVaultName(value: string): boolean {
  return /^\$\{vault\..+\}$/.test(value);
}
