// Mapper type for the user's groups.
import { type MapperType, setClaim } from './mapper.ts';

/** `oidc-group-membership-mapper`: paths, or with `full.path` false only names. */
export const groupMembership: MapperType = {
  mapClaims(claims, config, { user }) {
    const paths = user.groups ?? [];
    const full = config['full.path'] !== 'false';
    setClaim(
      claims,
      config['claim.name'] ?? 'groups',
      full ? [...paths] : paths.map((path) => path.slice(path.lastIndexOf('/') + 1)),
    );
  },
};
