// Mapper types that add audiences. SAML Core §2.5.1.4.
import type { SamlMapperType } from './mapper.ts';

/** `saml-audience-mapper` */
export const audience: SamlMapperType = {
  listAudiences(config) {
    const name = config['included.client.audience'] || config['included.custom.audience'] || '';
    return name === '' ? [] : [name];
  },
};

/** `saml-audience-resolve-mapper`: every other client in which the user has a role. */
export const audienceResolve: SamlMapperType = {
  listAudiences: (_config, { roles, client }) =>
    [...roles.clients]
      .filter(([clientId, names]) => clientId !== client.clientId && names.size > 0)
      .map(([clientId]) => clientId),
};
