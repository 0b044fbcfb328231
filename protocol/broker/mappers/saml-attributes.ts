// Mappers that read the attributes of a SAML assertion.
import { claimMatches, readPairs } from './claims.ts';
import {
  decideGroup,
  decideRole,
  type MapperInput,
  type MapperResult,
  passedOver,
  type SamlAttribute,
  setAttribute,
} from './mapper.ts';

const NO_ATTRIBUTES = "the provider's answer is not a SAML assertion";

/** `saml-role-idp-mapper`. Compat: with a name and a friendly name, both must fit; without either, any attribute. */
export function attributeToRole(input: MapperInput): MapperResult {
  const { config } = input.mapper;
  const {
    'attribute.name': name,
    'attribute.friendly.name': friendlyName,
    'attribute.value': value = '',
  } = config;
  const { attributes } = input.answer;
  if (attributes === undefined) return passedOver(NO_ATTRIBUTES);
  const fits = (each: SamlAttribute): boolean =>
    (name === undefined || each.name === name) &&
    (friendlyName === undefined || each.friendlyName === friendlyName) &&
    each.values.includes(value);
  return decideRole(input, attributes.some(fits));
}

/** `saml-advanced-role-idp-mapper` */
export function attributesToRole(input: MapperInput): MapperResult {
  return decideByAttributes(input, decideRole);
}

/** `saml-advanced-group-idp-mapper` */
export function attributesToGroup(input: MapperInput): MapperResult {
  return decideByAttributes(input, decideGroup);
}

/** `saml-user-attribute-idp-mapper`. Compat: the friendly name is read only if there is no name. */
export function attributeToAttribute({ mapper, answer }: MapperInput): MapperResult {
  const {
    'user.attribute': target,
    'attribute.name': name,
    'attribute.friendly.name': friendly,
  } = mapper.config;
  const source = name ?? friendly;
  if (target === undefined) return passedOver('its setting user.attribute is missing');
  if (source === undefined) return passedOver('its setting attribute.name is missing');
  if (answer.attributes === undefined) return passedOver(NO_ATTRIBUTES);
  return setAttribute(target, valuesOfAttribute(answer.attributes, source), `attribute ${source}`);
}

/** The values of all attributes with the name or friendly name. */
export function valuesOfAttribute(attributes: readonly SamlAttribute[], name: string): readonly string[] {
  return attributes
    .filter((each) => each.name === name || each.friendlyName === name)
    .flatMap(({ values }) => values);
}

function decideByAttributes(
  input: MapperInput,
  decide: (input: MapperInput, isHeld: boolean) => MapperResult,
): MapperResult {
  const { attributes: given, 'are.attribute.values.regex': isPattern } = input.mapper.config;
  const { attributes } = input.answer;
  const pairs = readPairs(given);
  if (pairs === undefined) return passedOver('its setting attributes is not a list of keys and values');
  if (attributes === undefined) return passedOver(NO_ATTRIBUTES);
  const isHeld = pairs.every(({ key, value }) => {
    const values = valuesOfAttribute(attributes, key);
    return isPattern === 'true' ? claimMatches(value, values) : values.includes(value);
  });
  return decide(input, isHeld);
}
