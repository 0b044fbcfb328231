// The guides for a client, with its values.
import type { ClientRepresentation } from '#protocol/contract/realm-representation.ts';
import { fitsKind } from './client-kinds.ts';
import type { Guide, GuideText } from './guide.ts';
import { GUIDES } from './guide-table.ts';
import { callbackFor, type GuideRealm, guideValues } from './guide-values.ts';

/** What the client does not accept yet. */
export interface MissingUris {
  readonly redirectUri: string | undefined;
  /** Only browsers' applications need one. */
  readonly webOrigin: string | undefined;
}

/** A guide with the values of a client. */
export interface OfferedGuide extends GuideText {
  readonly guide: Guide;
  readonly missing: MissingUris;
}

/** The guides that fit the client's type and flows, in the order of the table. */
export function guidesFor(client: ClientRepresentation): readonly Guide[] {
  return GUIDES.filter(({ kind }) => fitsKind(client, kind));
}

function allowsOrigin(client: ClientRepresentation, origin: string, isRegistered: boolean): boolean {
  const origins = client.webOrigins ?? [];
  if (origins.includes('*') || origins.includes(origin)) return true;
  // `+` stands for the origins of the redirect URIs, with their ports.
  const redirected = (client.redirectUris ?? []).some(
    (uri) => uri === origin || uri.startsWith(`${origin}/`),
  );
  return isRegistered && origins.includes('+') && redirected;
}

/** Fills the guide in for the client. */
export function fillGuide(guide: Guide, client: ClientRepresentation, realm: GuideRealm): OfferedGuide {
  const values = guideValues(guide, client, realm);
  const isRegistered = callbackFor(guide, client, realm.baseUrl)?.isRegistered ?? true;
  const needsOrigin = guide.kind === 'browser' && !allowsOrigin(client, values.origin, isRegistered);
  return {
    ...guide.write(values),
    guide,
    missing: {
      redirectUri: isRegistered ? undefined : values.redirectUri,
      webOrigin: needsOrigin ? values.origin : undefined,
    },
  };
}

/** The client with the URIs that the guide needs. */
export function addMissing<Client extends ClientRepresentation>(
  client: Client,
  { redirectUri, webOrigin }: MissingUris,
): Client {
  const { redirectUris = [], webOrigins = [] } = client;
  return {
    ...client,
    redirectUris: redirectUri === undefined ? redirectUris : [...redirectUris, redirectUri],
    webOrigins: webOrigin === undefined ? webOrigins : [...webOrigins, webOrigin],
  };
}
