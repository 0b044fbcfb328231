// From what a provider has said of a person to what the realm makes of it.
import type { BrokeredChange, BrokeredIdentity } from '#protocol/realm/users/brokered-identity.ts';
import {
  type IdentityProvider,
  listProviderMappers,
  type SyncMode,
} from '#protocol/realm/view/identity-providers.ts';
import type { Realm } from '#protocol/realm/view/realm.ts';
import type { MapperEffect, ProviderAnswer } from './mapper.ts';
import { findMapperRow } from './table.ts';

export type { ProviderAnswer } from './mapper.ts';

/** The identity while mappers change it. */
interface Draft {
  id: string;
  username: string;
  localUsername: string | undefined;
  email: string | undefined;
  firstName: string | undefined;
  lastName: string | undefined;
  readonly changes: BrokeredChange[];
  readonly notes: Map<string, string>;
  readonly firstNotes: Map<string, string>;
}

/** `report` is called once for each mapper, with its name and what it did, or why it did nothing. */
export function applyMappers(
  realm: Realm,
  provider: IdentityProvider,
  answer: ProviderAnswer,
  report: (mapper: string, what: string) => void,
): BrokeredIdentity {
  const draft = draftOf(answer);
  for (const mapper of listProviderMappers(realm, provider)) {
    const row = findMapperRow(mapper.type);
    if (row === undefined) {
      report(mapper.name, `Not applied: the type ${mapper.type || '(missing)'} is not supported.`);
      continue;
    }
    const { effects, said } = row.apply({ realm, provider, mapper, answer });
    const syncMode = mapper.syncMode === 'LEGACY' ? row.legacy : mapper.syncMode;
    for (const effect of effects) applyEffect(draft, effect, syncMode);
    report(mapper.name, said);
  }
  return finish(realm, provider, answer, draft);
}

function draftOf(answer: ProviderAnswer): Draft {
  return {
    id: answer.id,
    username: answer.username,
    localUsername: undefined,
    email: textOf(answer.email),
    firstName: textOf(answer.firstName),
    lastName: textOf(answer.lastName),
    changes: [],
    notes: new Map(Object.entries(answer.notes ?? {})),
    firstNotes: new Map(),
  };
}

function applyEffect(draft: Draft, effect: MapperEffect, syncMode: SyncMode): void {
  switch (effect.kind) {
    case 'note': {
      const notes = effect.isAlways || syncMode !== 'IMPORT' ? draft.notes : draft.firstNotes;
      notes.set(effect.name, effect.value);
      break;
    }
    case 'account':
      draft[effect.member] = effect.value;
      break;
    case 'attribute':
      setMember(draft, effect.name, textOf(effect.values[0]));
      draft.changes.push({ ...effect, syncMode });
      break;
    default:
      draft.changes.push({ ...effect, syncMode });
  }
}

/** Attributes that are members of the identity. What the provider does not send leaves them as they are. */
function setMember(draft: Draft, name: string, value: string | undefined): void {
  if (value === undefined) return;
  if (name === 'username') draft.localUsername = value;
  else if (name === 'email' || name === 'firstName' || name === 'lastName') draft[name] = value;
}

/**
 * Compat: a trusted provider's address is verified, unless its tokens have `email_verified` false; what a provider
 * says that is not trusted does not count.
 */
function finish(
  realm: Realm,
  provider: IdentityProvider,
  answer: ProviderAnswer,
  draft: Draft,
): BrokeredIdentity {
  const { id, email, firstName, lastName, changes } = draft;
  const isTrusted = provider.trustsEmail && email !== undefined;
  // Compat: names of another case are the same account, unless the provider's setting says otherwise.
  const isCaseKept = provider.config['caseSensitiveOriginalUsername'] === 'true';
  const username = isCaseKept ? draft.username : draft.username.toLowerCase();
  return {
    provider: provider.alias,
    id,
    username,
    localUsername: localUsername(realm, provider, { ...draft, username }),
    email,
    emailVerified: isTrusted && answer.emailVerified !== false,
    ...(isTrusted && answer.emailVerified !== undefined ? { emailVerifiedClaim: answer.emailVerified } : {}),
    firstName,
    lastName,
    changes,
    notes: Object.fromEntries(draft.notes),
    ...(draft.firstNotes.size === 0 ? {} : { firstNotes: Object.fromEntries(draft.firstNotes) }),
    ...(provider.storesToken && answer.token !== undefined ? { token: answer.token } : {}),
  };
}

/** Compat: with "Email as username" the address is preferred, even to the name that a mapper has made. */
function localUsername(realm: Realm, { alias }: IdentityProvider, draft: Draft): string {
  const named = draft.localUsername ?? textOf(draft.username) ?? `${alias}.${draft.id}`;
  return (realm.emailAsUsername ? (draft.email ?? named) : named).trim().toLowerCase();
}

function textOf(value: string | undefined): string | undefined {
  return value === undefined || value.trim() === '' ? undefined : value.trim();
}
