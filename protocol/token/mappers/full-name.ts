// Mapper type that joins first and last name.
import { type MapperType, setClaim } from './mapper.ts';

/** `oidc-full-name-mapper` */
export const fullName: MapperType = {
  mapClaims(claims, _config, { user }) {
    const name = [user.firstName, user.lastName]
      .filter((part) => part !== undefined && part !== '')
      .join(' ');
    setClaim(claims, 'name', name === '' ? undefined : name);
  },
};
