// Requested authentication contexts: acr_values, and acr in the claims parameter.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { findAcrLevel } from '#protocol/realm/view/acr-levels.ts';
import type { Client } from '#protocol/realm/view/realm.ts';
import { defineStep, type Step } from '../authorization-facts.ts';

const SECTION = 'OIDC Core §5.5.1.1';

/** OIDC Core §5.5.1.1: `acr` in `claims` overrides `acr_values` (§3.1.2.1); essential values must exist. */
export const checkAcr: Step = defineStep({
  name: 'check-acr',
  section: SECTION,
  needs: ['parameters', 'client', 'claimsRequest'],
  gives: ['acr'],
  run({ realm, activity }, { parameters, client, claimsRequest }) {
    const requested = claimsRequest?.id['acr'];
    const wanted = requested?.values?.map(String) ?? readList(parameters.get('acr_values') ?? '');
    const values = wanted.filter((value) => findAcrLevel(realm, client, value) !== undefined);
    const essential = requested?.essential === true;
    if (essential && wanted.length > 0 && values.length === 0) throw refuse(wanted, client);
    if (values.length < wanted.length) {
      const unknown = wanted.filter((value) => !values.includes(value)).join(', ');
      activity.recordNote('check-acr', `No level is known for ${unknown}: ignored.`, SECTION);
    }
    return { acr: values.length === 0 ? undefined : { values, essential } };
  },
  describe({ acr }) {
    if (acr === undefined) return 'No authentication level is requested.';
    return `${acr.essential ? 'Required' : 'Requested'}: ${acr.values.join(', ')}.`;
  },
});

function readList(text: string): readonly string[] {
  return text.split(' ').filter((value) => value !== '');
}

function refuse(wanted: readonly string[], { clientId }: Client): OAuthError {
  return new OAuthError('invalid_request', {
    description: 'Invalid parameter: claims',
    reason: `The request requires acr ${wanted.join(' or ')}, and no level has that name.`,
    remedy: `Add the name with its level to attribute acr.loa.map of client ${clientId} or of the realm, e.g. {"gold":2}.`,
    section: SECTION,
  });
}
