// Mapper type that joins first and last name.
import { type MapperType, setClaim } from './mapper.ts';

/** `oidc-full-name-mapper` */
export const fullName: MapperType = {
  mapClaims(claims, _config, { user }) {
    setClaim(claims, 'name', [user.firstName, user.lastName].filter(Boolean).join(' ') || undefined);
  },
};
