// Mappers that do the same for every user of the provider.
import {
  decideGroup,
  decideRole,
  type MapperInput,
  type MapperResult,
  passedOver,
  setAttribute,
} from './mapper.ts';

/** `oidc-hardcoded-role-idp-mapper` */
export function hardcodedRole(input: MapperInput): MapperResult {
  return decideRole(input, true);
}

/** `oidc-hardcoded-group-idp-mapper` */
export function hardcodedGroup(input: MapperInput): MapperResult {
  return decideGroup(input, true);
}

/** `hardcoded-attribute-idp-mapper` */
export function hardcodedAttribute({ mapper }: MapperInput): MapperResult {
  const { attribute, 'attribute.value': value } = mapper.config;
  if (attribute === undefined) return passedOver('its setting attribute is missing');
  if (value === undefined) return passedOver('its setting attribute.value is missing');
  return setAttribute(attribute, [value], 'its setting attribute.value');
}

/** `hardcoded-user-session-attribute-idp-mapper` */
export function hardcodedNote({ mapper }: MapperInput): MapperResult {
  const { attribute: name, 'attribute.value': value } = mapper.config;
  if (name === undefined) return passedOver('its setting attribute is missing');
  if (value === undefined) return passedOver('its setting attribute.value is missing');
  return { effects: [{ kind: 'note', name, value, isAlways: true }], said: `Sets session note ${name}.` };
}
