// The user that an authorization request demands: id_token_hint, and sub in the claims parameter.
import { OAuthError, refusing } from '#protocol/errors/oauth-error.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import type { RequiredUser } from '#protocol/login/required-user.ts';
import type { Client } from '#protocol/realm/view/realm.ts';
import { pairwiseRule } from '#protocol/token/mappers/pairwise-subject.ts';
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
  gives: ['requiredUser'],
  run(exchange, { parameters, client, claimsRequest }, deps) {
    const hint = parameters.get('id_token_hint') ?? '';
    const wanted = claimsRequest?.id['sub']?.values ?? claimsRequest?.userinfo['sub']?.values;
    if (hint === '' && wanted === undefined) return { requiredUser: undefined };
    return findRequired(exchange, client, hint, wanted?.map(String), deps);
  },
  describe({ requiredUser }) {
    if (requiredUser === undefined) return 'Any user may sign in.';
    return 'id' in requiredUser
      ? `Only user ${requiredUser.id} may sign in.`
      : `Only the user with the pairwise subject ${requiredUser.subject} may sign in.`;
  },
});

async function findRequired(
  exchange: RealmExchange,
  client: Client,
  hint: string,
  wanted: readonly string[] | undefined,
  deps: StepDeps,
): Promise<{ requiredUser: RequiredUser }> {
  const hinted = hint === '' ? undefined : await readHint(exchange, hint, deps);
  if (hinted !== undefined && wanted !== undefined && !wanted.includes(hinted.subject)) {
    throw refuse(
      'Invalid parameter: claims',
      'id_token_hint and the claims parameter identify different users.',
      'Request the sub of the hinted ID token, or omit one of the two.',
    );
  }
  const [subject = ''] = hinted === undefined ? (wanted ?? []) : [hinted.subject];
  return { requiredUser: toRequiredUser(hinted?.client ?? client, subject) };
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

/** An unknown subject matches no user. OIDC Core §8. */
function toRequiredUser(client: Client, subject: string): RequiredUser {
  const rule = pairwiseRule(client);
  return rule === undefined ? { id: subject } : { subject, ...rule };
}
