// The scope of an authorization request.
import { resolveRequestedScopes, storedScopeText } from '#protocol/realm/view/scopes.ts';
import { defineStep, type Step } from '../authorization-facts.ts';

/** RFC 6749 §3.3: every scope is `openid` or a default or optional client scope of the client. */
export const checkScope: Step = defineStep({
  name: 'check-scope',
  section: 'RFC 6749 §3.3',
  needs: ['parameters', 'client'],
  gives: ['scopes'],
  run({ activity, realm }, { parameters, client }) {
    const scopes = resolveRequestedScopes(realm, client, parameters.get('scope'));
    if (!scopes.openid)
      activity.recordNote(
        'check-scope',
        'openid is not requested: there will be no ID token, and userinfo will refuse the access token.',
        'OIDC Core §3.1.2.1',
      );
    return { scopes };
  },
  describe: ({ scopes }) => `Applied: ${storedScopeText(scopes.scopes, scopes.openid)}.`,
});
