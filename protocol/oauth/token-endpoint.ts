// The token endpoint: client authentication, the grant, the tokens, the answer.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { ClientAuthentication } from '#protocol/http/client-authentication.ts';
import { checkOrigin, withCors } from '#protocol/http/cors.ts';
import { oauthErrorReply } from '#protocol/http/errors.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { jsonReply, NO_STORE } from '#protocol/http/replies.ts';
import type { Client } from '#protocol/realm/realm.ts';
import { allowedOrigins } from '#protocol/realm/web-origins.ts';
import type { TokenIssuer } from '#protocol/token/token-issuer.ts';
import { checkNoDuplicates } from './check-form.ts';
import type { Grant, GrantContext, GrantDeps } from './grants/grant.ts';
import { findGrant, GRANTS } from './grants/table.ts';
import { issuerOf } from './issuer.ts';

/** What the endpoint works with. */
export interface TokenEndpointDeps extends GrantDeps {
  readonly clientAuthentication: ClientAuthentication;
  readonly issuer: TokenIssuer;
}

/** Answers a token request (RFC 6749 §3.2). */
export async function handleTokenRequest(exchange: RealmExchange, deps: TokenEndpointDeps): Promise<Reply> {
  exchange.activity.parties('application', 'understudy');
  // Whose origins may read the answer, a refusal too, as soon as somebody named a client.
  let client = exchange.realm.clients.get(exchange.form.get('client_id') ?? '');
  let reply: Reply;
  try {
    const grant = selectGrant(exchange);
    ({ client } = await deps.clientAuthentication.authenticateClient(exchange));
    reply = jsonReply(200, await runGrant(exchange, client, grant, deps), NO_STORE);
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    reply = oauthErrorReply(exchange, error);
  }
  return client === undefined ? reply : withCors(reply, exchange, allowedOrigins(client, exchange.baseUrl));
}

function selectGrant({ form, realm, activity }: RealmExchange): Grant {
  if (!realm.enabled) {
    throw new OAuthError('access_denied', {
      status: 403,
      description: 'Realm not enabled',
      remedy: `Set enabled of realm ${realm.name} to true.`,
      section: 'RFC 6749 §5.2',
    });
  }
  const type = form.get('grant_type') ?? '';
  if (type === '') {
    throw new OAuthError('invalid_request', {
      description: 'Missing form parameter: grant_type',
      remedy: 'Send grant_type in the form.',
      section: 'RFC 6749 §5.2',
    });
  }
  const grant = findGrant(type);
  if (grant === undefined) {
    const types = GRANTS.map((each) => each.type).join(', ');
    throw new OAuthError('unsupported_grant_type', {
      reason: `grant_type "${type}" is not offered.`,
      remedy: `Send one of ${types}.`,
    });
  }
  activity.title(`Token request (${type})`);
  return grant;
}

async function runGrant(
  exchange: RealmExchange,
  client: Client,
  grant: Grant,
  deps: TokenEndpointDeps,
): Promise<unknown> {
  const { realm, form, clock, activity } = exchange;
  if (client.kind === 'bearer-only') {
    throw new OAuthError('invalid_client', {
      status: 400,
      description: 'Bearer-only not allowed',
      remedy: `Set bearerOnly of client ${client.clientId} to false.`,
    });
  }
  checkOrigin(exchange, client);
  checkNoDuplicates(form);
  grant.checkAllowed(client);
  const context: GrantContext = {
    realm,
    client,
    issuer: issuerOf(exchange),
    clock,
    remoteAddress: exchange.remoteAddress,
    flow: activity.flow,
    joinFlow: (flow) => activity.joinFlow(flow),
  };
  const authorization = await grant.authorize(grant.parse(form), context, deps);
  activity.user(authorization.user.username);
  activity.passed(`grant-${grant.type}`, 'granted', grant.section);
  const tokens = await deps.issuer.issue({ realm, issuer: context.issuer, clock }, authorization);
  saveSession(authorization.session, deps);
  return tokens;
}

/** A grant gives back the session as it shall be; one that it left alone is the stored object itself. */
function saveSession(session: GrantSession, { store }: GrantDeps): void {
  if (session !== undefined && store.sessions.find(session.realmId, session.id) !== session)
    store.sessions.save(session);
}

type GrantSession = Awaited<ReturnType<Grant['authorize']>>['session'];
