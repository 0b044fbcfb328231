// Mapper type for the address claim (OIDC Core §5.1.1).
import { type Claims, type MapperType, setClaim } from './mapper.ts';
import { userValues } from './user-attribute.ts';

/** Members of the claim by suffix of the configuration key. */
const MEMBERS: Readonly<Record<string, string>> = {
  formatted: 'formatted',
  street: 'street_address',
  locality: 'locality',
  region: 'region',
  postal_code: 'postal_code',
  country: 'country',
};

/** `oidc-address-mapper` */
export const address: MapperType = {
  mapClaims(claims, config, { user }) {
    const value: Claims = {};
    for (const [part, member] of Object.entries(MEMBERS)) {
      const [text] = userValues(user, config[`user.attribute.${part}`] ?? part);
      if (text !== undefined) value[member] = text;
    }
    setClaim(claims, 'address', Object.keys(value).length === 0 ? undefined : value);
  },
};
