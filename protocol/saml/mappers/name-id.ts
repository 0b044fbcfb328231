// The mapper type for the value of the name identifier.
import { resolveUserValues } from '#protocol/token/mappers/user-attribute.ts';
import { NAME_ID_FORMATS } from '../xml-names.ts';
import type { SamlMapperType } from './mapper.ts';

/** `saml-user-attribute-nameid-mapper`: a user property or attribute, for one format. SAML Core §2.2.3. */
export const userAttributeNameId: SamlMapperType = {
  mapNameId: (config, { realm, user }) => ({
    format: config['mapper.nameid.format'] || NAME_ID_FORMATS.unspecified,
    value: resolveUserValues(realm, user, config['user.attribute'] ?? '', false)[0],
  }),
};
