// Request objects: refused by name, since this version does not read them.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { defineStep, type Step } from '../authorization-facts.ts';

/** OIDC Core §6: `request` and `request_uri` are not offered; what stands in them must not be passed over in silence. */
export const checkRequestObject: Step = defineStep({
  name: 'check-request-object',
  section: 'OIDC Core §6',
  needs: ['parameters'],
  gives: [],
  run(_exchange, { parameters }) {
    for (const name of ['request', 'request_uri'] as const) {
      if ((parameters.get(name) ?? '') === '') continue;
      throw new OAuthError(`${name}_not_supported`, {
        reason: `The request carries ${name}, which this version does not read.`,
        remedy:
          'Send the parameters themselves; discovery says request_parameter_supported and request_uri_parameter_supported false.',
      });
    }
    return {};
  },
  tell: () => 'The parameters stand in the request itself.',
});
