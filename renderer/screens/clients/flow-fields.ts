// A client's flows, and the requirements for its requests and responses.
import { clientField } from '../../components/setting-field.ts';
import { perLanguage, text } from '../../texts/text.ts';
import type { Field, FieldValues } from '../../ui/field.ts';
import type { FieldSection } from '../../ui/settings-form.tsx';
import { CIBA_ENABLED, cibaFields } from './ciba-fields.ts';

const DEVICE = 'oauth2.device.authorization.grant.enabled';
const EXCHANGE = 'standard.token.exchange.enabled';
const RESPONSE_KEY = 'authorization.encrypted.response.alg';

const whenDevice = { shown: (values: FieldValues) => values[DEVICE] === true };
const usesBrowser = (values: FieldValues): boolean =>
  values['standardFlowEnabled'] === true || values['implicitFlowEnabled'] === true;

const confidential: () => readonly Field[] = perLanguage(() => [
  clientField('serviceAccountsEnabled'),
  clientField(EXCHANGE),
  clientField('standard.token.exchange.enableRefreshRequestedTokenType', {
    shown: (values) => values[EXCHANGE] === true,
  }),
  clientField(CIBA_ENABLED),
]);

const flows = (isPublic: boolean): readonly Field[] => [
  clientField('standardFlowEnabled'),
  clientField('implicitFlowEnabled'),
  clientField('directAccessGrantsEnabled'),
  ...(isPublic ? [] : confidential()),
  clientField(DEVICE),
  clientField('oauth2.device.code.lifespan', whenDevice),
  clientField('oauth2.device.polling.interval', whenDevice),
];

const requests: () => readonly Field[] = perLanguage(() => [
  clientField('pkce.code.challenge.method'),
  clientField('require.pushed.authorization.requests'),
  clientField('request.object.required'),
  clientField('request.object.signature.alg'),
  clientField('request.object.encryption.alg'),
  clientField('request.object.encryption.enc'),
  clientField('request.uris', { wide: true }),
]);

const responses: () => readonly Field[] = perLanguage(() => [
  clientField('authorization.signed.response.alg'),
  clientField(RESPONSE_KEY),
  clientField('authorization.encrypted.response.enc', { shown: (values) => values[RESPONSE_KEY] !== '' }),
  clientField('exclude.session.state.from.auth.response'),
  clientField('exclude.issuer.from.auth.response'),
]);

const levels: () => readonly Field[] = perLanguage(() => [
  clientField('default.acr.values'),
  clientField('minimum.acr.value'),
  clientField('acr.loa.map', { long: true }),
]);

const whenBrowser = (fields: readonly Field[]): readonly Field[] =>
  fields.map((field) => ({
    ...field,
    shown: (values) => usesBrowser(values) && field.shown?.(values) !== false,
  }));

/** The Flows tab. A public client has fewer flows. */
export function flowSections(isPublic: boolean): readonly FieldSection[] {
  return [
    { title: text('clientForms:section.flows'), fields: flows(isPublic) },
    { title: text('clientForms:section.ciba'), fields: isPublic ? [] : cibaFields() },
    { title: text('clientForms:section.requests'), fields: whenBrowser(requests()) },
    { title: text('clientForms:section.responses'), fields: whenBrowser(responses()) },
    { title: text('clientForms:section.stepUp'), fields: whenBrowser(levels()) },
  ];
}
