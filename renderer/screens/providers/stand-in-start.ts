// The page of a SAML stand-in where a sign-in begins at the provider, and whether there is one.
import type { StoredProvider } from '../../api/providers.ts';

/** Lists the applications; `issuer`: of the realm. */
export function standInStartUrl(issuer: string, alias: string): string {
  const place = issuer.lastIndexOf('/realms/');
  const realm = issuer.slice(place + '/realms/'.length);
  return `${issuer.slice(0, place)}/stand-ins/${realm}/${encodeURIComponent(alias)}/clients`;
}

/** Whether sign-ins can begin at the stand-in. */
export function canStartAtStandIn({
  providerId,
  state,
}: Pick<StoredProvider, 'providerId'> & {
  readonly state: Pick<StoredProvider['state'], 'standIn'>;
}): boolean {
  return providerId === 'saml' && state.standIn;
}
