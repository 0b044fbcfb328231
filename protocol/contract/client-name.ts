// Display names of clients: Keycloak's built-in clients are named by message keys.

const MESSAGE_KEY = /^\$\{client_([\w-]+)\}$/;

/** A client's readable name: `${client_account-console}` becomes "Account Console"; empty if it has none. */
export function readableClientName(name: string | undefined): string {
  const key = MESSAGE_KEY.exec(name ?? '')?.[1];
  if (key === undefined) return name ?? '';
  return key
    .split(/[-_]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}
