// The consent that a user sends to the account API.
import { isRecord } from '#protocol/contract/settings/kept.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import type { Client, ClientScope } from '#protocol/realm/view/realm.ts';
import { accountError } from './account-route.ts';

const RULE = 'check-consent';
const MAX_SCOPES = 1000;

function unreadable(problem: string): ReturnType<typeof accountError> {
  return accountError('invalid_request', {
    rule: RULE,
    description: problem,
    remedy: 'Send {"grantedScopes": [{"id": "…"}]} with ids of client scopes of the realm.',
  });
}

/** The granted scopes, without repetitions. @throws {OAuthError} `invalid_request` 400 naming the first fault. */
export function readConsent(
  { json, realm }: Pick<RealmExchange, 'json' | 'realm'>,
  client: Client,
): readonly ClientScope[] {
  const sent = isRecord(json) ? json['grantedScopes'] : undefined;
  if (!Array.isArray(sent) || sent.length > MAX_SCOPES)
    throw unreadable(`grantedScopes must be a list of at most ${MAX_SCOPES} scopes`);
  const byId = new Map([...realm.clientScopes.values()].map((scope) => [scope.id, scope]));
  const scopes = sent.flatMap((each: unknown, index): readonly ClientScope[] => {
    const id = isRecord(each) ? each['id'] : undefined;
    if (typeof id !== 'string') throw unreadable(`grantedScopes[${index}].id must be a text`);
    // Compat: a client that asks for consent can itself be on its consent page.
    if (id === client.id && client.consentRequired) return [];
    const scope = byId.get(id);
    if (scope !== undefined) return [scope];
    throw accountError('invalid_request', {
      rule: RULE,
      description: `Scope id ${id.slice(0, 100)} does not exist for client ${client.name || client.clientId}.`,
      reason: `grantedScopes[${index}].id: realm ${realm.name} has no client scope with this id.`,
      remedy: 'Send ids that GET …/account/applications lists, or those of the client scopes of the realm.',
      userEventError: 'invalid_scope',
    });
  });
  return [...new Set(scopes)];
}
