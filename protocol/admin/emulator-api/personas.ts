// Personas: users for tests in one call.
import type { PersonaRequestWire } from '#protocol/contract/personas.ts';
import {
  anything,
  flag,
  listAttributes,
  mapOf,
  text,
  texts,
  textsMap,
} from '#protocol/contract/settings/value-type.ts';
import type { Clones } from '#protocol/test-kit/clones.ts';
import { putPersona } from '#protocol/test-kit/personas.ts';
import { ok } from '../admin-route.ts';
import type { EmulatorHandlers } from '../emulator-route.ts';
import { readExactObject } from '../members.ts';

const PERSONA = {
  password: { type: text },
  email: { type: text },
  emailVerified: { type: flag },
  firstName: { type: text },
  lastName: { type: text },
  enabled: { type: flag },
  roles: { type: texts },
  clientRoles: { type: textsMap },
  groups: { type: texts },
  attributes: { type: listAttributes },
  claims: { type: mapOf(anything) },
  requiredActions: { type: texts },
};

export function createPersonaHandlers(clones: Pick<Clones, 'find'>): EmulatorHandlers<'personas'> {
  return {
    async 'PUT /realms/{realm}/personas/{username}'({ exchange, store, clocks, realm, path }) {
      const persona = readExactObject<PersonaRequestWire>(exchange.json ?? {}, PERSONA);
      const origin = clones.find(realm.id)?.origin ?? realm.realm;
      const deps = { store, clock: clocks(realm.realm), origin };
      return ok(await putPersona(deps, realm, path.username, persona));
    },
  };
}
