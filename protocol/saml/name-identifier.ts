// Selects the format of the name identifier and determines its value.
import { createUuid } from '#protocol/crypto/identifiers.ts';
import { SamlStatusError } from '#protocol/errors/saml-status-error.ts';
import type { Realm } from '#protocol/realm/view/realm.ts';
import type { StoredUser, UserStore } from '#protocol/store/store.ts';
import type { Mapped } from './mappers/apply-mappers.ts';
import type { NameIdPolicy } from './messages/authn-request.ts';
import type { ServiceProvider } from './service-provider.ts';
import { NAME_ID_FORMATS } from './xml-names.ts';

/** SAML Core §2.2.3. */
export interface NameIdentifier {
  readonly value: string;
  /** URN. */
  readonly format: string;
}

export interface NameIdSubject {
  readonly realm: Realm;
  readonly provider: ServiceProvider;
  readonly user: StoredUser;
  /** URN from {@link chooseNameIdFormat}. */
  readonly format: string;
  /** Whether a missing persistent name may be created. */
  readonly mayCreate: boolean;
}

const OFFERED: readonly string[] = Object.values(NAME_ID_FORMATS);

/** Prefix of user attributes with persistent names; the clientId or `*` follows. Compat: as in Keycloak. */
const PERSISTENT_ATTRIBUTE = 'saml.persistent.name.id.for.';

/**
 * The requested format, otherwise the client's. Compat: a forced format overrides it. SAML Core §3.4.1.1.
 * @throws {SamlStatusError} `unsupported_nameid_format` for other formats and for foreign name spaces.
 */
export function chooseNameIdFormat(provider: ServiceProvider, policy: NameIdPolicy | undefined): string {
  const { clientId } = provider.client;
  if (provider.forcesNameIdFormat) return provider.nameIdFormat;
  const qualifier = policy?.spNameQualifier;
  if (qualifier !== undefined && qualifier !== provider.entityId) {
    throw new SamlStatusError('unsupported_nameid_format', {
      reason: `The NameIDPolicy asks for a name in the name space of ${qualifier}; client ${clientId} gets names in its own.`,
      remedy: `Send SPNameQualifier="${provider.entityId}", or leave it out.`,
    });
  }
  const format = policy?.format;
  if (format === undefined) return provider.nameIdFormat;
  if (OFFERED.includes(format)) return format;
  throw new SamlStatusError('unsupported_nameid_format', {
    reason: `The NameIDPolicy asks for the format ${format}, which is not given out.`,
    remedy: `Ask for one of ${OFFERED.join(', ')}, or set saml_force_name_id_format of client ${clientId} to true.`,
  });
}

/**
 * A user's name for a service provider; persistent names are created and stored on first use. SAML Core §8.3.
 * @throws {SamlStatusError} `unsupported_nameid_format` for a user without a name in this format.
 */
export async function makeNameIdentifier(
  users: Pick<UserStore, 'update'>,
  subject: NameIdSubject,
): Promise<NameIdentifier> {
  const { user, format } = subject;
  switch (format) {
    case NAME_ID_FORMATS.email:
      return { format, value: requireEmail(subject) };
    case NAME_ID_FORMATS.transient:
      return { format, value: `G-${createUuid()}` };
    case NAME_ID_FORMATS.persistent:
      return { format, value: findPersistent(subject, user) ?? (await keepPersistent(users, subject)) };
    default:
      return { format, value: user.username };
  }
}

/**
 * The user's name for a service provider; that of a mapper for the format takes precedence.
 * @throws {SamlStatusError} `unsupported_nameid_format` also for a user without a value for that mapper.
 */
export async function nameSubject(
  users: Pick<UserStore, 'update'>,
  subject: NameIdSubject,
  mapped: Pick<Mapped, 'nameIdFor'>,
): Promise<NameIdentifier> {
  const { user, format } = subject;
  const given = mapped.nameIdFor(format);
  if (given === undefined) return makeNameIdentifier(users, subject);
  const { value = '', mapper } = given;
  if (value !== '') return { value, format };
  throw new SamlStatusError('unsupported_nameid_format', {
    reason: `Mapper ${mapper.name} gives the name identifier, and user ${user.username} has no value for it.`,
    remedy: `Give user ${user.username} the attribute that mapper ${mapper.name} reads, or remove the mapper.`,
  });
}

function requireEmail({ user, provider }: NameIdSubject): string {
  const { email = '', username } = user;
  if (email !== '') return email;
  throw new SamlStatusError('unsupported_nameid_format', {
    reason: `The name identifier is to be an e-mail address, and user ${username} has none.`,
    remedy: `Give user ${username} an e-mail address, or let client ${provider.client.clientId} ask for another format (NameIDPolicy, saml_name_id_format).`,
  });
}

function findPersistent({ provider }: Pick<NameIdSubject, 'provider'>, user: StoredUser): string | undefined {
  const { attributes = {} } = user;
  const own = (name: string): string | undefined =>
    Object.hasOwn(attributes, name) ? attributes[name]?.[0] || undefined : undefined;
  return own(PERSISTENT_ATTRIBUTE + provider.client.clientId) ?? own(`${PERSISTENT_ATTRIBUTE}*`);
}

/** Other names of a user that a service provider may use: user name, e-mail address and persistent name. */
export function otherNames(provider: ServiceProvider, user: StoredUser): readonly string[] {
  return [user.username, user.email ?? '', findPersistent({ provider }, user) ?? ''].filter(
    (name) => name !== '',
  );
}

/** Concurrent sign-ins create one name. SAML Core §8.3.7. */
async function keepPersistent(users: Pick<UserStore, 'update'>, subject: NameIdSubject): Promise<string> {
  const { realm, user, provider } = subject;
  const { clientId } = provider.client;
  if (!subject.mayCreate) {
    throw new SamlStatusError('unsupported_nameid_format', {
      reason: `User ${user.username} has no persistent name identifier for client ${clientId}, and the request forbids creating one (AllowCreate="false").`,
      remedy: `Send AllowCreate="true", or give user ${user.username} the attribute ${PERSISTENT_ATTRIBUTE}${clientId}.`,
    });
  }
  const updated = await users.update(realm.id, user.id, (current) => {
    if (findPersistent(subject, current) !== undefined) return current;
    const name = PERSISTENT_ATTRIBUTE + clientId;
    return { ...current, attributes: { ...current.attributes, [name]: [`G-${createUuid()}`] } };
  });
  const value = updated === undefined ? undefined : findPersistent(subject, updated);
  if (value !== undefined) return value;
  throw new SamlStatusError('request_denied', {
    reason: `User ${user.username} was removed while the sign-in was being completed.`,
    remedy: 'Sign in again as a user that exists.',
  });
}
