// Mapper types for the sign-in and the client: subject, acr, session and its notes, nonce, web origins.
import { allowedOrigins } from '#protocol/realm/clients/web-origins.ts';
import { type MapperType, setClaim, setTypedClaim } from './mapper.ts';

/** `oidc-sub-mapper` */
export const subject: MapperType = {
  writesAccessByDefault: true,
  mapClaims: (claims, _config, { user }) => setClaim(claims, 'sub', user.id),
};

/** `oidc-acr-mapper` */
export const acr: MapperType = {
  mapClaims: (claims, _config, context) => setClaim(claims, 'acr', context.acr),
};

/** `oidc-usersessionmodel-note-mapper`: a session note; `AUTH_TIME` is when the user last authenticated. */
export const sessionNote: MapperType = {
  mapClaims(claims, config, { notes, authTime }) {
    const name = config['user.session.note'] ?? '';
    const note = name === 'AUTH_TIME' ? authTime?.toString() : notes[name];
    if (note !== undefined) setTypedClaim(claims, config, [note]);
  },
};

/** `oidc-allowed-origins-mapper` */
export const allowedWebOrigins: MapperType = {
  writesAccessByDefault: true,
  mapClaims(claims, _config, { client, baseUrl }) {
    const origins = allowedOrigins(client, baseUrl);
    setClaim(claims, 'allowed-origins', origins.length === 0 ? undefined : [...origins]);
  },
};

/** `oidc-nonce-backwards-compatible-mapper`: the nonce in access tokens, as before Keycloak 24. */
export const nonce: MapperType = {
  writesAccessByDefault: true,
  mapClaims(claims, _config, context) {
    if (context.nonce !== undefined) claims['nonce'] = context.nonce;
  },
};

/** `oidc-session-state-mapper`: `session_state` in addition to `sid`, as before Keycloak 24. */
export const sessionState: MapperType = {
  writesAccessByDefault: true,
  mapClaims: (claims, _config, { sid }) => setClaim(claims, 'session_state', sid),
};
