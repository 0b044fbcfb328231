// Mapper type for pairwise subjects: a different `sub` per user and sector (OIDC Core §8.1).
import { derivePairwiseSubject, type PairwiseRule } from '#protocol/crypto/pairwise-subject.ts';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { Client, ProtocolMapper } from '#protocol/realm/view/realm.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import type { Claims, MapperConfig, MapperType } from './mapper.ts';

const TYPE = 'oidc-sha256-pairwise-sub-mapper';

function findMapper(client: Client): ProtocolMapper | undefined {
  return client.mappers.find((mapper) => mapper.type === TYPE);
}

/** The client's subject type (OIDC Core §8). */
export function subjectType(client: Client): 'public' | 'pairwise' {
  return findMapper(client) === undefined ? 'public' : 'pairwise';
}

/**
 * How the client's subjects follow from its users; undefined if they are the users' ids.
 * @throws {OAuthError} `invalid_client` 400 when the sector cannot be determined.
 */
export function pairwiseRule(client: Client): PairwiseRule | undefined {
  const mapper = findMapper(client);
  return mapper === undefined ? undefined : ruleOf(client, mapper.config);
}

/**
 * The client's `sub` for a user.
 * @throws {OAuthError} `invalid_client` 400 when the sector cannot be determined.
 */
export function subjectOf(client: Client, user: Pick<StoredUser, 'id'>): string {
  const rule = pairwiseRule(client);
  return rule === undefined ? user.id : derivePairwiseSubject(rule, user.id);
}

/** The `sub` that mappers chose, as in Keycloak, or else the client's. A subject is a text (OIDC Core §2). */
export function mappedSubject(claims: Claims, client: Client, user: Pick<StoredUser, 'id'>): string {
  const { sub } = claims;
  return typeof sub === 'string' && sub !== '' ? sub : subjectOf(client, user);
}

function hostOf(uri: string): string | undefined {
  return URL.canParse(uri) ? new URL(uri).hostname : undefined;
}

/** The host of the sector identifier URI, or the one host of all redirect URIs. */
function sectorOf(client: Client, config: MapperConfig): string {
  const configured = config['sectorIdentifierUri'] ?? '';
  const uris = configured === '' ? [client.rootUrl ?? '', ...client.redirectUris] : [configured];
  const hosts = new Set(uris.map(hostOf).filter((host) => host !== undefined));
  const [host] = hosts;
  if (host !== undefined && hosts.size === 1) return host;
  throw new OAuthError('invalid_client', {
    status: 400,
    description:
      host === undefined
        ? 'Sector identifier of the client cannot be determined'
        : 'Without a configured Sector Identifier URI, client redirect URIs must not contain multiple host components.',
    reason: `The pairwise mapper of client ${client.clientId} finds ${hosts.size} hosts in ${uris.length} URLs.`,
    remedy: `Set sectorIdentifierUri of the pairwise mapper of client ${client.clientId}, or use redirect URIs with a single host.`,
    section: 'OIDC Core §8.1',
  });
}

function ruleOf(client: Client, config: MapperConfig): PairwiseRule {
  return { sector: sectorOf(client, config), salt: config['pairwiseSubAlgorithmSalt'] ?? '' };
}

/** `oidc-sha256-pairwise-sub-mapper` */
export const pairwiseSubject: MapperType = {
  writesAlways: true,
  mapClaims(claims, config, { client, user }) {
    claims['sub'] = derivePairwiseSubject(ruleOf(client, config), user.id);
  },
};
