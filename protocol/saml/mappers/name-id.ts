// Mapper type that gives the name identifier its value.
import { resolveUserValues } from '#protocol/token/mappers/user-attribute.ts';
import { NAME_ID_FORMATS } from '../xml-names.ts';
import type { SamlMapperType } from './mapper.ts';

/** `saml-user-attribute-nameid-mapper`: a property or attribute of the user, for one format. SAML Core §2.2.3. */
export const userAttributeNameId: SamlMapperType = {
  mapNameId: (config, { realm, user }) => ({
    format: config['mapper.nameid.format'] || NAME_ID_FORMATS.unspecified,
    value: resolveUserValues(realm, user, config['user.attribute'] ?? '', false)[0],
  }),
};
