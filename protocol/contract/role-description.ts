// Descriptions of roles: Keycloak's built-in roles are described by message keys.

const MESSAGE_KEY = /^\$\{role_([\w-]+)\}$/;

/** Keycloak's texts that do not follow from the key. */
const TEXTS: Readonly<Record<string, string>> = { uma_authorization: 'Obtain permissions' };

/** A role's readable description: `${role_view-profile}` becomes "View profile"; empty if it has none. */
export function readableRoleDescription(description: string | undefined): string {
  const key = MESSAGE_KEY.exec(description ?? '')?.[1];
  if (key === undefined) return description ?? '';
  if (Object.hasOwn(TEXTS, key)) return TEXTS[key] ?? '';
  const words = key.replaceAll(/[-_]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
