// Links that sign the browser that opens them in as a user, without a password: short-lived, and used once.
import type { Clock } from '#protocol/clock.ts';
import { createRandomText, equalsInConstantTime } from '#protocol/crypto/identifiers.ts';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { RealmExchange, RealmRoute, Reply } from '#protocol/http/exchange.ts';
import { redirectReply } from '#protocol/http/replies.ts';
import { isUserEnabled } from '#protocol/realm/users/users.ts';
import { PASSWORD_LEVEL } from '#protocol/realm/view/acr-levels.ts';
import type { Store, StoredUser } from '#protocol/store/store.ts';
import { ensureBrowserId, readBrowserId, withCookies } from './browser-cookies.ts';
import {
  type BrowserSessionDependencies,
  findBrowserSession,
  startOrRenewSession,
} from './browser-session.ts';
import { renderErrorPage } from './error-page.ts';
import { realmUrl } from './login-action-url.ts';
import { refuseRealm } from './refuse-realm.ts';
import { renderSignedInByLink, renderSignInLink } from './sign-in-link-page.ts';

/** What a link does. */
interface SignInLink {
  readonly realmId: string;
  readonly userId: string;
  /** For the page that asks. */
  readonly username: string;
  /** The application's address and its clientId; without one, the browser is signed in to the realm only. */
  readonly start?: { readonly url: string; readonly clientId: string };
  /** The administrator who created the link. */
  readonly impersonator: { readonly username: string; readonly realm: string };
  /** Activity's flow of the administrator's request. */
  readonly flow: string;
}

/** A page that asks before it signs in; bound to the browser that it was shown to. */
interface Question {
  readonly realmId: string;
  readonly browserId: string;
  readonly key: string;
}

interface CreatedLink {
  readonly key: string;
  readonly expiresAt: number;
}

/** A link also expires on the machine's clock, because a realm's clock may stand still. */
interface StoredLink extends SignInLink {
  readonly expiresAt: number;
}

export interface SignInLinks {
  /** The key of a new link, and when it expires: milliseconds on the machine's clock. */
  create(exchange: RealmExchange, link: SignInLink): Promise<CreatedLink>;
  readonly routes: readonly RealmRoute[];
}

interface SignInLinkDeps extends BrowserSessionDependencies {
  /** The machine's clock: a link also expires in a realm whose clock stands still. */
  readonly clock: Clock;
}

type Redeem = (exchange: RealmExchange, key: string) => Promise<Reply>;

const PATH = '/realms/:realm/login-actions/sign-in-link';
const LIFESPAN_SECONDS = 60;
/** Maximum number of links, and of pages that ask; the oldest are dropped first. */
const CAPACITY = 1000;
const RULE = 'sign-in-link';
const REOPEN_RULE = 'reopen-sign-in-link';

/** The address of a link. */
export function signInLinkUrl(exchange: RealmExchange, key: string): string {
  return `${realmUrl(exchange)}/login-actions/sign-in-link?${new URLSearchParams({ key })}`;
}

/**
 * Whether the user opened the address: from another program, a bookmark or the console. A page of another site
 * must not sign the browser in as another user (login CSRF), and a preview must not use up the link. Browsers that
 * send no `Sec-Fetch-Site` get the page that asks.
 */
function isOpenedByUser({ headers }: RealmExchange): boolean {
  const { 'sec-fetch-site': site, 'sec-fetch-dest': target, 'sec-purpose': purpose } = headers;
  return (site === 'none' || site === 'same-origin') && target === 'document' && purpose === undefined;
}

function refuse(exchange: RealmExchange, reason: string, remedy: string): Reply {
  const description = 'This sign-in link cannot be used.';
  const error = new OAuthError('access_denied', { status: 400, description, reason, remedy });
  exchange.activity.refused(error, RULE);
  return renderErrorPage(exchange, { status: 400, message: description, error });
}

const AGAIN = 'Create another link: in the console, open the user and choose Sign in as.';

function refuseUnknown(exchange: RealmExchange): Reply {
  const reason = `Realm ${exchange.realm.name} has no such link, or it has expired: it works once, for ${LIFESPAN_SECONDS} seconds.`;
  return refuse(exchange, reason, AGAIN);
}

async function findUser(
  store: Pick<Store, 'users'>,
  exchange: RealmExchange,
  link: SignInLink,
): Promise<{ readonly user: StoredUser; readonly page?: undefined } | { readonly page: Reply }> {
  const user = await store.users.find(link.realmId, link.userId);
  if (user === undefined)
    return { page: refuse(exchange, `User ${link.username} was deleted after the link was created.`, AGAIN) };
  if (isUserEnabled(user)) return { user };
  const reason = `User ${user.username} was disabled after the link was created.`;
  const remedy = `Set enabled of user ${user.username} to true, and create another link.`;
  return { page: refuse(exchange, reason, remedy) };
}

function leadOn(exchange: RealmExchange, { start }: SignInLink, user: StoredUser): Reply {
  if (start === undefined) return renderSignedInByLink(exchange, user.username);
  exchange.activity.client(start.clientId);
  return redirectReply(start.url, undefined, 303);
}

/** A reload in the browser that used the link leads on as before. */
async function reopen(deps: SignInLinkDeps, exchange: RealmExchange, link: SignInLink): Promise<Reply> {
  const current = await findBrowserSession(deps, exchange);
  if (current?.user.id !== link.userId) return refuse(exchange, 'The link was used before.', AGAIN);
  exchange.activity.user(current.user.username);
  exchange.activity.recordPass(
    REOPEN_RULE,
    `The browser has used the link and is signed in as ${current.user.username}.`,
  );
  return leadOn(exchange, link, current.user);
}

async function signIn(deps: SignInLinkDeps, exchange: RealmExchange, link: SignInLink): Promise<Reply> {
  const { activity, clock } = exchange;
  const found = await findUser(deps.store, exchange, link);
  if (found.page !== undefined) return found.page;
  const { user } = found;
  activity.joinFlow(link.flow);
  activity.user(user.username);
  activity.eventDetails({
    impersonator_realm: link.impersonator.realm,
    impersonator: link.impersonator.username,
  });
  const { session, cookies, isNew } = await startOrRenewSession(deps, exchange, {
    user,
    rememberMe: false,
    levels: { [PASSWORD_LEVEL]: clock.now() },
    flow: activity.flow,
  });
  if (isNew) await deps.store.sessions.create(session);
  activity.recordPass(RULE, `The link of an administrator signs the browser in as ${user.username}.`);
  return withCookies(leadOn(exchange, link, user), cookies);
}

/** Another user's session in the browser ends, as at every sign-in. */
export function createSignInLinks(deps: SignInLinkDeps): SignInLinks {
  const { store, clock } = deps;
  const links = store.createExpiringStore<StoredLink>('sign-in-link', { capacity: CAPACITY });
  const questions = store.createExpiringStore<Question>('sign-in-link-question', { capacity: CAPACITY });

  const findLink = async (exchange: RealmExchange, key: string): Promise<SignInLink | undefined> => {
    const link = await links.find(exchange.realm.id, key, exchange.clock.now());
    return link !== undefined && clock.now() < link.expiresAt ? link : undefined;
  };

  const redeem: Redeem = async (exchange, key) => {
    const link = await findLink(exchange, key);
    if (link === undefined) return refuseUnknown(exchange);
    const taken = await links.consume(exchange.realm.id, key, exchange.clock.now());
    return taken.state === 'found' ? signIn(deps, exchange, link) : reopen(deps, exchange, link);
  };

  async function ask(exchange: RealmExchange, key: string): Promise<Reply> {
    const link = await findLink(exchange, key);
    if (link === undefined) return refuseUnknown(exchange);
    const { browserId, cookies } = ensureBrowserId(exchange);
    const sessionCode = createRandomText(32);
    const now = exchange.clock.now();
    const until = now + LIFESPAN_SECONDS * 1000;
    await questions.put(sessionCode, { realmId: link.realmId, browserId, key }, until, now);
    exchange.activity.outcome('asked');
    const { username, start } = link;
    const current = (await findBrowserSession(deps, exchange))?.user.username;
    const action = `${realmUrl(exchange)}/login-actions/sign-in-link`;
    const page = { action, sessionCode, username, clientId: start?.clientId, current };
    return withCookies(renderSignInLink(exchange, page), cookies);
  }

  async function answer(exchange: RealmExchange): Promise<Reply> {
    const sent = exchange.form.get('session_code') ?? '';
    const question = await questions.find(exchange.realm.id, sent, exchange.clock.now());
    const browserId = readBrowserId(exchange);
    const isOwn = browserId !== undefined && equalsInConstantTime(browserId, question?.browserId ?? '');
    return question === undefined || !isOwn ? refuseUnknown(exchange) : redeem(exchange, question.key);
  }

  return {
    async create(exchange, link) {
      const key = createRandomText(32);
      const lifespanMs = LIFESPAN_SECONDS * 1000;
      const expiresAt = clock.now() + lifespanMs;
      const now = exchange.clock.now();
      await links.put(key, { ...link, expiresAt }, now + lifespanMs, now);
      return { key, expiresAt };
    },
    routes: [
      {
        realm: true,
        method: 'GET',
        path: PATH,
        title: 'Sign-in link',
        handle(exchange) {
          const key = exchange.query.get('key') ?? '';
          return refuseRealm(exchange) ?? (isOpenedByUser(exchange) ? redeem : ask)(exchange, key);
        },
      },
      {
        realm: true,
        method: 'POST',
        path: PATH,
        title: 'Sign-in link confirmed',
        body: 'form',
        handle: (exchange) => refuseRealm(exchange) ?? answer(exchange),
      },
    ],
  };
}
