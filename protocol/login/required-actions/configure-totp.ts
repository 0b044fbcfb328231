// Setting up an authenticator app for one-time codes.
import type { RealmExchange } from '#protocol/http/exchange.ts';
import {
  codeOfNewSecret,
  createOtpCredential,
  hasOneTimeCodes,
  matchNewSecret,
  otpPolicyOf,
} from '#protocol/realm/users/one-time-codes.ts';
import { OTP_LEVEL } from '#protocol/realm/view/acr-levels.ts';
import { FILL_IN, findFillInFault } from '../fill-in.ts';
import { messageOf, messageOfDescription } from '../texts/message.ts';
import { CODE, LABEL, renderConfigureTotp } from './configure-totp-page.ts';
import { endOtherSessions } from './end-other-sessions.ts';
import type { ActionResult, RequiredAction } from './required-action.ts';

const MAX_LABEL_LENGTH = 255;

function fillIn(exchange: RealmExchange, secret: string): ActionResult {
  const error = findFillInFault(exchange);
  return error === undefined
    ? { state: 'filled', code: codeOfNewSecret(exchange.realm, secret, exchange.clock.now()) }
    : { state: 'wrong', problems: { [CODE]: messageOfDescription(error.description) }, error };
}

/** Fields `totp` (a code of the new device), `userLabel` and `logout-sessions`. `totpSecret` is ignored; the tab has it. */
export const configureTotp: RequiredAction = {
  canBeInitiated: true,
  hasResult: hasOneTimeCodes,
  render: renderConfigureTotp,
  async take(exchange, deps, { user, secret, sessionId }) {
    const { form, realm, clock } = exchange;
    if (form.has(FILL_IN)) return fillIn(exchange, secret);
    const code = form.get(CODE)?.trim() ?? '';
    const userLabel = form.get(LABEL)?.trim() ?? '';
    if (code === '') return { state: 'wrong', problems: { [CODE]: messageOf('missingTotpMessage') } };
    if (userLabel.length > MAX_LABEL_LENGTH || /\p{Cc}/u.test(userLabel))
      return {
        state: 'wrong',
        problems: { [LABEL]: messageOf('understudy.labelTooLong', String(MAX_LABEL_LENGTH)) },
      };
    const matched = secret === '' ? undefined : matchNewSecret(realm, secret, code, clock.now());
    if (matched === undefined)
      return { state: 'wrong', problems: { [CODE]: messageOf('invalidTotpMessage') } };
    // Compat: names tell several devices apart.
    if (userLabel === '' && hasOneTimeCodes(user))
      return { state: 'wrong', problems: { [LABEL]: messageOf('missingTotpDeviceNameMessage') } };
    const device = {
      userLabel,
      createdDate: clock.now(),
      counter: otpPolicyOf(realm).isTimeBased ? 0 : matched + 1,
    };
    if (form.has('logout-sessions')) await endOtherSessions(exchange, deps, user, sessionId);
    const credential = createOtpCredential(realm, secret, device);
    return {
      state: 'done',
      level: OTP_LEVEL,
      change: (current) => ({ ...current, credentials: [...(current.credentials ?? []), credential] }),
    };
  },
};
