// Attributes and session notes from claims.
import { claimEquals, claimMatches, claimTexts, findClaim, readPairs } from './claims.ts';
import { type MapperInput, type MapperResult, passedOver, setAttribute } from './mapper.ts';

/** `oidc-user-attribute-idp-mapper` */
export function claimToAttribute({ mapper, answer }: MapperInput): MapperResult {
  const { claim, 'user.attribute': attribute } = mapper.config;
  if (attribute === undefined) return passedOver('its setting user.attribute is missing');
  if (claim === undefined) return passedOver('its setting claim is missing');
  return setAttribute(attribute, claimTexts(findClaim(answer.claims, claim)), `claim ${claim}`);
}

/** Attribute importers of social networks. Compat: of a list, only texts are read. */
export function profileToAttribute({ mapper, answer }: MapperInput): MapperResult {
  const { jsonField, userAttribute } = mapper.config;
  if (userAttribute === undefined) return passedOver('its setting userAttribute is missing');
  if (jsonField === undefined) return passedOver('its setting jsonField is missing');
  const found = findClaim(answer.claims, jsonField);
  const values = Array.isArray(found) ? found.filter((each) => typeof each === 'string') : claimTexts(found);
  const texts = values
    .map((value) => (Array.isArray(found) ? value : value.trim()))
    .filter((text) => text !== '');
  return setAttribute(userAttribute, texts, `profile field ${jsonField}`);
}

/** `oidc-user-session-note-idp-mapper`. Compat: only claims that are texts become notes. */
export function claimsToNotes({ mapper, answer }: MapperInput): MapperResult {
  const pairs = readPairs(mapper.config['claims']);
  if (pairs === undefined) return passedOver('its setting claims is not a list of keys and values');
  const matches = mapper.config['are.claim.values.regex'] === 'true' ? claimMatches : claimEquals;
  const effects = pairs.flatMap(({ key, value: expected }) => {
    const value = findClaim(answer.claims, key);
    if (typeof value !== 'string' || !matches(expected, value)) return [];
    return [{ kind: 'note', name: key, value, isAlways: false } as const];
  });
  const names = effects.map(({ name }) => name).join(', ');
  return effects.length === 0
    ? passedOver('no claim matches')
    : { effects, said: `Sets session notes: ${names}.` };
}
