// The user that an authorization request demands: id_token_hint, and sub in the claims parameter.
import { OAuthError, refusing } from '#protocol/errors/oauth-error.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import type { Client } from '#protocol/realm/view/realm.ts';
import { subjectOf, subjectType } from '#protocol/token/mappers/pairwise-subject.ts';
import { defineStep, type Step, type StepDeps } from '../authorization-facts.ts';
import { tokenContext } from '../token-context.ts';

const refuse = refusing('invalid_request', { section: 'OIDC Core §3.1.2.1' });

/**
 * OIDC Core §3.1.2.1, §5.5.1: `id_token_hint` is an ID token of this realm, which may have expired. It
 * identifies the user who must be signed in, as does `sub` in `claims`.
 */
export const checkSubject: Step = defineStep({
  name: 'check-subject',
  section: 'OIDC Core §3.1.2.1',
  needs: ['parameters', 'client', 'claimsRequest'],
  gives: ['requiredUserId'],
  run(exchange, { parameters, client, claimsRequest }, deps) {
    const hint = parameters.get('id_token_hint') ?? '';
    const wanted = claimsRequest?.id['sub']?.values ?? claimsRequest?.userinfo['sub']?.values;
    if (hint === '' && wanted === undefined) return { requiredUserId: undefined };
    return findRequired(exchange, client, hint, wanted?.map(String), deps);
  },
  describe: ({ requiredUserId }) =>
    requiredUserId === undefined ? 'Any user may sign in.' : `Only user ${requiredUserId} may sign in.`,
});

async function findRequired(
  exchange: RealmExchange,
  client: Client,
  hint: string,
  wanted: readonly string[] | undefined,
  deps: StepDeps,
): Promise<{ requiredUserId: string | undefined }> {
  const hinted = hint === '' ? undefined : await readHint(exchange, hint, deps);
  if (hinted !== undefined && wanted !== undefined && !wanted.includes(hinted.subject)) {
    throw refuse(
      'Invalid parameter: claims',
      'id_token_hint and the claims parameter identify different users.',
      'Request the sub of the hinted ID token, or omit one of the two.',
    );
  }
  const [subject = ''] = hinted === undefined ? (wanted ?? []) : [hinted.subject];
  return { requiredUserId: await findUserId(exchange, hinted?.client ?? client, subject, deps) };
}

/** The subject, and the client it was issued to, because pairwise subjects differ between clients. */
async function readHint(
  exchange: RealmExchange,
  hint: string,
  { verifier }: StepDeps,
): Promise<{ subject: string; client: Client | undefined }> {
  try {
    const { sub, azp } = await verifier.verifyIdTokenHint(tokenContext(exchange), hint);
    return { subject: String(sub), client: exchange.realm.clients.get(String(azp)) };
  } catch (cause) {
    if (!(cause instanceof OAuthError)) throw cause;
    throw refuse(
      'Invalid parameter: id_token_hint',
      `id_token_hint is not an ID token of realm ${exchange.realm.name}. ${cause.reason}`,
      'Send an unmodified ID token of this realm.',
    );
  }
}

/** Finds the user by subject. An unknown subject is returned unchanged and matches no user. OIDC Core §8. */
async function findUserId(
  { realm }: RealmExchange,
  client: Client,
  subject: string,
  { store }: StepDeps,
): Promise<string> {
  if (subjectType(client) === 'public') return subject;
  for await (const user of store.users.each(realm.id))
    if (subjectOf(client, user) === subject) return user.id;
  return subject;
}
