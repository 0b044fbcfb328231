// Who the subject of an assertion is, for the mappers.
import type { IdentityProvider } from '#protocol/realm/view/identity-providers.ts';
import { NAME_ID_FORMATS } from '#protocol/saml/xml-names.ts';
import type { ProviderAnswer, SamlAttribute } from '../mappers/mapper.ts';
import { providerProblem } from '../provider-problem.ts';
import type { ReceivedAssertion } from './read-assertion.ts';
import { isPrincipalNameId } from './settings.ts';
import { INDEX_NOTE, SUBJECT_NOTE, writeSubject } from './subject-note.ts';

/** X.500: `emailAddress` (RFC 2985 §5.2.1). */
const EMAIL_OID = 'urn:oid:1.2.840.113549.1.9.1';

/**
 * Compat: names are read by mappers only; the address is also that of a NameID in the format emailAddress, and of the
 * attribute `email`. `document`: the response, which is the provider's token.
 * @throws {OAuthError} if the assertion does not say who it is.
 */
export function readPerson(
  provider: IdentityProvider,
  assertion: ReceivedAssertion,
  document: string,
): ProviderAnswer {
  const { nameId, attributes, sessionIndex } = assertion;
  const id = readPrincipal(provider, assertion);
  const ofNameId = nameId?.format === NAME_ID_FORMATS.email ? nameId.value : undefined;
  return {
    id,
    username: id,
    email:
      valueOfAttribute(attributes, (each) => each.friendlyName === 'email' || each.name === EMAIL_OID) ??
      ofNameId,
    claims: [],
    attributes,
    ...(nameId === undefined ? {} : { nameId: nameId.value }),
    token: Buffer.from(document).toString('base64'),
    notes: {
      identity_provider: provider.alias,
      identity_provider_identity: id,
      ...(nameId === undefined ? {} : { [SUBJECT_NOTE]: writeSubject(nameId) }),
      ...(sessionIndex === undefined ? {} : { [INDEX_NOTE]: sessionIndex }),
    },
  };
}

/** What identifies the person, as `principalType` says; default: the NameID. */
function readPrincipal(provider: IdentityProvider, { nameId, attributes }: ReceivedAssertion): string {
  const { alias, config } = provider;
  const { principalType: type, principalAttribute: name = '' } = config;
  const found =
    type === 'ATTRIBUTE'
      ? valueOfAttribute(attributes, (each) => each.name === name)
      : type === 'FRIENDLY_ATTRIBUTE'
        ? valueOfAttribute(attributes, (each) => each.friendlyName === name)
        : nameId?.value;
  if (found !== undefined) return found;
  const isSubject = isPrincipalNameId(provider);
  const known = attributes.flatMap((each) => (type === 'ATTRIBUTE' ? each.name : (each.friendlyName ?? [])));
  throw providerProblem('invalidResponse', {
    reason: isSubject
      ? `The assertion of identity provider ${alias} has no NameID.`
      : `The assertion of identity provider ${alias} has no attribute "${name}" (config.principalAttribute); it has ${known.join(', ') || 'none'}.`,
    remedy: isSubject
      ? `Let the provider send a NameID, or set config.principalType of identity provider ${alias} to ATTRIBUTE and config.principalAttribute to the attribute that identifies people.`
      : `Let the provider send the attribute, or change config.principalAttribute or config.principalType of identity provider ${alias}.`,
    section: 'SAML Core §2.4.1',
  });
}

function valueOfAttribute(
  attributes: readonly SamlAttribute[],
  fits: (attribute: SamlAttribute) => boolean,
): string | undefined {
  return attributes
    .filter(fits)
    .flatMap(({ values }) => values)
    .find((value) => value !== '');
}
