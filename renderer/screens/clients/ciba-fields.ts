// A client's CIBA settings, most of which override the realm's policy.
import { clientField } from '../../components/setting-field.ts';
import { perLanguage } from '../../texts/text.ts';
import type { Field, FieldValues } from '../../ui/field.ts';

/** The attribute that enables CIBA. Its switch is among the flows. */
export const CIBA_ENABLED = 'oidc.ciba.grant.enabled';

const whenEnabled = { shown: (values: FieldValues) => values[CIBA_ENABLED] === true };

/** Shown while CIBA is enabled. */
export const cibaFields: () => readonly Field[] = perLanguage(() => [
  clientField('ciba.backchannel.token.delivery.mode', whenEnabled),
  clientField('ciba.backchannel.auth.request.signing.alg', whenEnabled),
  clientField('ciba.expires.in', whenEnabled),
  clientField('ciba.interval', whenEnabled),
]);
