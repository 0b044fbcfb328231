// Mapper types that add audiences (RFC 7519 §4.1.3).
import type { Claims, MapperType } from './mapper.ts';

/** Adds to `aud`, which is a string for one audience and a list for several. */
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

/** `oidc-audience-resolve-mapper`: every other client of which the token may contain a role. */
export const audienceResolve: MapperType = {
  writesAccessByDefault: true,
  mapClaims(claims, _config, { roles, client }) {
    for (const [clientId, names] of roles.clients) {
      if (clientId !== client.clientId && names.size > 0) addAudience(claims, clientId);
    }
  },
};
