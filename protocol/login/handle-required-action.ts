// Processes the forms of required actions.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { followUser } from '#protocol/realm/references/follow-references.ts';
import { withoutAction } from '#protocol/realm/users/required-actions.ts';
import { DuplicateError, type StoredUser } from '#protocol/store/store.ts';
import type { AuthenticationSession, Progress } from './authentication-session.ts';
import { type Parts, refuse } from './complete-sign-in.ts';
import { continueSignIn, proceed, readSubmittedForm } from './continue-sign-in.ts';
import { showExpired } from './late-answers.ts';
import type { ShownPage } from './next-page.ts';
import type { ActionResult, FieldProblems } from './required-actions/required-action.ts';
import { findRequiredAction } from './required-actions/table.ts';

const RULE = 'required-action';
type ActionShown = Extract<ShownPage, { readonly next: 'required-action' }>;

/** POST: the form of a required action. It must be for the tab's next page. */
export async function handleRequiredAction(parts: Parts, exchange: RealmExchange): Promise<Reply> {
  const form = await readSubmittedForm(parts, exchange);
  if (form.reply !== undefined) return form.reply;
  const { authentication, page } = form;
  if (page.next !== 'required-action') return proceed(parts, exchange, authentication, page);
  if (exchange.query.get('execution') !== page.name) return showExpired(exchange, authentication);
  const { user } = page;
  exchange.activity.user(user.username);
  const action = findRequiredAction(page.name);
  if (action === undefined) throw new TypeError(`no required action "${page.name}"`);
  const answer = { user, secret: authentication.progress.secret, sessionId: page.sessionId };
  const result = await action.take(exchange, parts.deps, answer);
  if (!parts.authentications.isCurrent(exchange, authentication))
    return showExpired(exchange, authentication);
  return finish(parts, exchange, authentication, page, result);
}

async function finish(
  parts: Parts,
  exchange: RealmExchange,
  authentication: AuthenticationSession,
  page: ActionShown,
  result: ActionResult,
): Promise<Reply> {
  switch (result.state) {
    case 'declined':
      parts.authentications.renew(exchange, authentication, { finished: true });
      return refuse(parts, exchange, authentication.request, result.error, RULE);
    case 'wrong':
      return showAgain(parts, exchange, authentication, page, result.problems);
    case 'done': {
      const problems = await save(parts, exchange, page, result.change);
      if (problems !== undefined) return showAgain(parts, exchange, authentication, page, problems);
      exchange.activity.recordPass(RULE, `${page.user.username} completed ${page.name}.`);
      const progress = withLevel(exchange, authentication.progress, page, result.level);
      const renewed = parts.authentications.renew(exchange, authentication, { progress });
      return continueSignIn(parts, exchange, renewed);
    }
  }
}

/** Records the level reached by setting up a credential and discards the used secret. */
function withLevel(
  { clock }: RealmExchange,
  progress: Progress,
  { user }: ActionShown,
  level: number | undefined,
): Progress {
  if (level === undefined) return progress;
  return { ...progress, userId: user.id, levels: { ...progress.levels, [level]: clock.now() }, secret: '' };
}

/** Saves the change; returns the problem if another user has the new user name or e-mail address. */
async function save(
  parts: Parts,
  { realm }: RealmExchange,
  { user, name }: ActionShown,
  change: (user: StoredUser) => StoredUser,
): Promise<FieldProblems | undefined> {
  try {
    const { users, realms } = parts.deps.store;
    const saved = await users.update(realm.id, user.id, (current) => withoutAction(change(current), name));
    if (saved !== undefined) await followUser(realms, realm.name, user.username, saved.username);
    return undefined;
  } catch (error) {
    if (!(error instanceof DuplicateError)) throw error;
    return { [error.member]: 'Already exists.' };
  }
}

function showAgain(
  parts: Parts,
  exchange: RealmExchange,
  authentication: AuthenticationSession,
  page: ActionShown,
  problems: FieldProblems,
): Promise<Reply> {
  const description = Object.values(problems).join(' ');
  const reason = `${page.user.username}'s answer to ${page.name} was rejected: ${description}`;
  const remedy = 'Correct the fields that the page marks.';
  exchange.activity.refused(new OAuthError('invalid_request', { description, reason, remedy }), RULE);
  return proceed(parts, exchange, authentication, page, { problems });
}
