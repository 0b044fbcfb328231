// Mapper types that name audiences (RFC 7519 §4.1.3).
import type { Claims, MapperType } from './mapper.ts';

/** Adds to `aud`, which is a text while there is one and a list from two on. */
function addAudience(claims: Claims, audience: string): void {
  const before = claims['aud'];
  const all = before === undefined ? [] : Array.isArray(before) ? (before as string[]) : [String(before)];
  if (all.includes(audience)) return;
  claims['aud'] = all.length === 0 ? audience : [...all, audience];
}

/** `oidc-audience-mapper` */
export const audience: MapperType = {
  writesAccessByDefault: true,
  mapClaims(claims, config) {
    const name = config['included.client.audience'] || config['included.custom.audience'] || '';
    if (name !== '') addAudience(claims, name);
  },
};

/** `oidc-audience-resolve-mapper`: every other client of which the user has a role that may enter the token. */
export const audienceResolve: MapperType = {
  writesAccessByDefault: true,
  mapClaims(claims, _config, { roles, client }) {
    for (const [clientId, names] of roles.clients) {
      if (clientId !== client.clientId && names.size > 0) addAudience(claims, clientId);
    }
  },
};
