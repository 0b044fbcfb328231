// Names of users by a template such as `${ALIAS}.${CLAIM.preferred_username | lowercase}`.
import { createUuid } from '#protocol/crypto/identifiers.ts';
import { claimText, findClaim } from './claims.ts';
import { type MapperInput, type MapperResult, passedOver } from './mapper.ts';
import { valuesOfAttribute } from './saml-attributes.ts';

const SUBSTITUTION = /\$\{([^}|]+?)\s*(?:\|\s*([^\s}]+)\s*)?\}/g;

const TRANSFORMERS: Readonly<Record<string, (text: string) => string>> = {
  uppercase: (text) => text.toUpperCase(),
  lowercase: (text) => text.toLowerCase(),
  localpart: (text) => (text.includes('@') ? text.slice(0, text.lastIndexOf('@')) : text),
};

/** `oidc-username-idp-mapper` */
export function claimsToUsername(input: MapperInput): MapperResult {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the template of Keycloak's console.
  return applyTemplate(input, '${ALIAS}.${CLAIM.preferred_username}', (variable) =>
    variable.startsWith('CLAIM.') ? claimName(findClaim(input.answer.claims, variable.slice(6))) : undefined,
  );
}

/** `saml-username-idp-mapper` */
export function attributesToUsername(input: MapperInput): MapperResult {
  const { id, nameId = id, attributes = [] } = input.answer;
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the template of Keycloak's console.
  return applyTemplate(input, '${ALIAS}.${NAMEID}', (variable) => {
    if (variable === 'NAMEID') return nameId;
    return variable.startsWith('ATTRIBUTE.')
      ? (valuesOfAttribute(attributes, variable.slice(10))[0] ?? '')
      : undefined;
  });
}

/** Compat: a list of several values is written in brackets. */
function claimName(value: unknown): string {
  if (!Array.isArray(value)) return claimText(value);
  return value.length === 1 ? claimText(value[0]) : `[${value.map(claimText).join(', ')}]`;
}

/** Compat: the name of an unknown variable stands for itself; an unknown transformer does nothing. */
function applyTemplate(
  { provider, mapper }: MapperInput,
  usual: string,
  read: (variable: string) => string | undefined,
): MapperResult {
  const { template = usual, target = 'LOCAL' } = mapper.config;
  const common = (variable: string): string | undefined =>
    variable === 'ALIAS' ? provider.alias : variable === 'UUID' ? createUuid() : read(variable);
  const text = template.replaceAll(
    SUBSTITUTION,
    (_all, variable: string, transformer: string | undefined) => {
      const value = common(variable) ?? variable;
      return Object.hasOwn(TRANSFORMERS, transformer ?? '')
        ? (TRANSFORMERS[transformer ?? '']?.(value) ?? '')
        : value;
    },
  );
  const value = text.trim();
  if (value === '') return passedOver(`its template ${template} gives no name`);
  return setName(target, value);
}

/** Compat: an unknown target is LOCAL. */
function setName(target: string, value: string): MapperResult {
  if (target === 'BROKER_ID')
    return { effects: [{ kind: 'account', member: 'id', value }], said: `The account is found by ${value}.` };
  if (target === 'BROKER_USERNAME')
    return {
      effects: [{ kind: 'account', member: 'username', value }],
      said: `The name at the provider is ${value}.`,
    };
  return {
    effects: [{ kind: 'attribute', name: 'username', values: [value] }],
    said: `The username is ${value}.`,
  };
}
