// Processes the forms of required actions.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { withoutAction } from '#protocol/realm/users/required-actions.ts';
import { DuplicateError, type StoredUser } from '#protocol/store/store.ts';
import { refuseUsedLink } from './action-tokens/link-problems.ts';
import { consumeLink } from './action-tokens/used-links.ts';
import type { AuthenticationSession, Progress } from './authentication-session.ts';
import { type Parts, refuse, usedLink } from './complete-sign-in.ts';
import { continueSignIn, proceed } from './continue-sign-in.ts';
import { showExpired } from './late-answers.ts';
import type { ShownPage } from './next-page-types.ts';
import { requestedScopes } from './requested-scopes.ts';
import type { ActionResult, FieldProblems } from './required-actions/required-action.ts';
import { findRequiredAction } from './required-actions/table.ts';
import { followUserChange } from './save-user-change.ts';
import { readSubmittedForm } from './submitted-form.ts';
import { messageOf } from './texts/message.ts';
import { inLanguageOf } from './texts/page-texts.ts';

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
  if (page.isInitiated === true && exchange.form.has('cancel-aia'))
    return cancel(parts, exchange, authentication, page);
  const answer = {
    user,
    secret: authentication.progress.secret,
    sessionId: page.sessionId,
    authentication,
    scopes: requestedScopes(exchange.realm, authentication.request),
  };
  const result = await action.take(inLanguageOf(exchange, authentication, user), parts.deps, answer);
  const own = await parts.authentications.advance(exchange, authentication);
  return own === undefined
    ? showExpired(exchange, authentication)
    : finish(parts, exchange, own, page, result);
}

/** The user cancels an action that the application started; the sign-in goes on without it. */
async function cancel(
  parts: Parts,
  exchange: RealmExchange,
  authentication: AuthenticationSession,
  { user, name }: ActionShown,
): Promise<Reply> {
  const progress = { ...authentication.progress, actionStatus: 'cancelled' } as const;
  const own = await parts.authentications.advance(exchange, authentication, { progress });
  if (own === undefined) return showExpired(exchange, authentication);
  exchange.activity.recordNote(RULE, `${user.username} cancelled ${name}, which the application started.`);
  return continueSignIn(parts, exchange, own);
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
      await parts.authentications.renew(exchange, authentication, { finished: true });
      return refuse(parts, exchange, authentication.request, result.error, RULE);
    case 'asked': {
      const progress = { ...authentication.progress, ...result.progress };
      const renewed = await parts.authentications.renew(exchange, authentication, { progress });
      if (result.page === undefined) return continueSignIn(parts, exchange, renewed);
      exchange.activity.outcome('asked');
      return result.page;
    }
    case 'ended':
      await parts.authentications.renew(exchange, authentication, { finished: true });
      return result.page;
    case 'wrong':
      return showAgain(parts, exchange, authentication, page, result);
    case 'filled':
      return proceed(parts, exchange, authentication, page, { code: result.code });
    case 'done': {
      const left = withoutTabAction(authentication.progress, page);
      if (isLastOfLink(left) && !(await consumeLink(parts.deps.store.sessions, exchange, left)))
        return refuseUsedLink(exchange, usedLink(left, authentication.request));
      const problems = await save(parts, exchange, page, result.change);
      if (problems !== undefined) return showAgain(parts, exchange, authentication, page, { problems });
      exchange.activity.recordPass(RULE, `${page.user.username} completed ${page.name}.`);
      const progress = withStatus(
        authentication,
        page,
        withLevel(exchange, withCompleted(withoutUsedLink(left), page, result.progress), page, result.level),
      );
      const renewed = await parts.authentications.renew(exchange, authentication, { progress });
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

/** The steps of a flow ask for nothing that the tab has just set up. */
function withCompleted(
  progress: Progress,
  { name }: ActionShown,
  changes: Partial<Progress> | undefined,
): Progress {
  return { ...progress, ...changes, completedActions: [...(progress.completedActions ?? []), name] };
}

/** Completing a required action also answers an application that started the same one. */
function withStatus({ request }: AuthenticationSession, { name }: ActionShown, progress: Progress): Progress {
  return request.action?.name === name ? { ...progress, actionStatus: 'success' } : progress;
}

/** The tab's progress without the action, which is submitted. */
function withoutTabAction(progress: Progress, { name }: ActionShown): Progress {
  const { actions } = progress;
  return actions === undefined
    ? progress
    : { ...progress, actions: actions.filter((action) => action !== name) };
}

/** A link is used up by the last action that it led to; that of a forgotten password by the first. */
const isLastOfLink = ({ actions = [] }: Progress): boolean => actions.length === 0;

function withoutUsedLink({ link, ...progress }: Progress): Progress {
  return link === undefined || isLastOfLink(progress) ? progress : { ...progress, link };
}

/** Saves the change; returns the problem if another user has the new user name or e-mail address. */
async function save(
  parts: Parts,
  { realm }: RealmExchange,
  { user, name }: ActionShown,
  change: (user: StoredUser) => StoredUser,
): Promise<FieldProblems | undefined> {
  try {
    await followUserChange(parts.deps.store, realm, user, (current) => withoutAction(change(current), name));
    return undefined;
  } catch (error) {
    if (!(error instanceof DuplicateError)) throw error;
    return { [error.member]: messageOf('understudy.alreadyExists') };
  }
}

function showAgain(
  parts: Parts,
  exchange: RealmExchange,
  authentication: AuthenticationSession,
  page: ActionShown,
  { problems, error }: Pick<Extract<ActionResult, { readonly state: 'wrong' }>, 'problems' | 'error'>,
): Promise<Reply> {
  const description = Object.values(problems)
    .map(({ text }) => text)
    .join(' ');
  const reason = `${page.user.username}'s answer to ${page.name} was rejected: ${description}`;
  const remedy = 'Correct the fields that the page marks.';
  exchange.activity.refused(
    error ?? new OAuthError('invalid_request', { description, reason, remedy }),
    RULE,
  );
  return proceed(parts, exchange, authentication, page, { problems });
}
