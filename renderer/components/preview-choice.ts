// Whose tokens are previewed: user, scopes and audience, kept in the address.
import type { NewTokenPreviewWire } from '#protocol/contract/token-preview.ts';
import type { StoredClient } from '../api/clients.ts';
import { useAddress } from '../ui/use-address.ts';

export interface PreviewChoice {
  /** The username; undefined: the client's service account, if it has one. */
  readonly user: string | undefined;
  /** Requested scopes, `openid` among them unless it was removed. */
  readonly scopes: readonly string[];
  readonly audience: readonly string[];
}

function words(text: string): readonly string[] {
  return text.split(' ').filter((word) => word !== '');
}

const NOBODY = { user: '', scope: 'openid', audience: '' } as const;

/** The choice in the address, and a function that replaces parts of it. */
export function usePreviewChoice(): readonly [PreviewChoice, (change: Partial<PreviewChoice>) => void] {
  const [{ user, scope, audience }, write] = useAddress(NOBODY);
  const choice = { user: user || undefined, scopes: words(scope), audience: words(audience) };
  const change = (part: Partial<PreviewChoice>): void => {
    const next = { ...choice, ...part };
    write({ user: next.user ?? '', scope: next.scopes.join(' '), audience: next.audience.join(' ') });
  };
  return [choice, change];
}

/** The request for a choice; undefined while a user must be chosen. */
export function previewRequest(client: StoredClient, choice: PreviewChoice): NewTokenPreviewWire | undefined {
  const { user, scopes, audience } = choice;
  if (user === undefined && client.serviceAccountsEnabled !== true) return undefined;
  const parties = { client: client.clientId ?? '', ...(user === undefined ? {} : { user }) };
  if (client.protocol === 'saml') return parties;
  return { ...parties, scope: scopes.join(' '), ...(audience.length === 0 ? {} : { audience }) };
}
