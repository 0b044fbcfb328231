// Setting up recovery codes, which replace earlier ones.
import { equalsInConstantTime } from '#protocol/crypto/identifiers.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import {
  createRecoveryCodes,
  createRecoveryCodesCredential,
  hasRecoveryCodes,
  withRecoveryCodes,
} from '#protocol/realm/users/recovery-codes.ts';
import type { NewRecoveryCodes } from '../authentication-session.ts';
import { messageOf } from '../texts/message.ts';
import { endOtherSessions } from './end-other-sessions.ts';
import { CODES, DEFAULT_LABEL, GENERATED_AT, LABEL, renderRecoveryCodes } from './recovery-codes-page.ts';
import type { RequiredAction } from './required-action.ts';

const MAX_LABEL_LENGTH = 255;

/** Compat: only the codes of the page can be saved. */
function isOfPage({ form }: RealmExchange, { codes, generatedAt }: NewRecoveryCodes): boolean {
  return (
    form.get(GENERATED_AT) === String(generatedAt) &&
    equalsInConstantTime(form.get(CODES) ?? '', codes.join(','))
  );
}

/** Fields `generatedRecoveryAuthnCodes`, `generatedAt`, `userLabel`, `logout-sessions`. Each tab has its own codes. */
export const recoveryCodes: RequiredAction = {
  canBeInitiated: true,
  hasResult: hasRecoveryCodes,
  async prepare({ clock }, _deps, { authentication }) {
    const recoveryCodes = authentication.progress.recoveryCodes;
    return recoveryCodes === undefined
      ? { recoveryCodes: { codes: createRecoveryCodes(), generatedAt: clock.now() } }
      : {};
  },
  render(exchange, page) {
    if (page.recoveryCodes === undefined) throw new TypeError('the page of recovery codes needs codes');
    return renderRecoveryCodes(exchange, page, page.recoveryCodes);
  },
  async take(exchange, deps, { user, sessionId, authentication }) {
    const made = authentication.progress.recoveryCodes;
    if (made === undefined || !isOfPage(exchange, made))
      return { state: 'wrong', problems: { [CODES]: messageOf('understudy.otherRecoveryCodes') } };
    const userLabel = exchange.form.get(LABEL)?.trim() ?? '';
    if (userLabel.length > MAX_LABEL_LENGTH || /\p{Cc}/u.test(userLabel))
      return {
        state: 'wrong',
        problems: { [CODES]: messageOf('understudy.recoveryLabelTooLong', String(MAX_LABEL_LENGTH)) },
      };
    if (exchange.form.has('logout-sessions')) await endOtherSessions(exchange, deps, user, sessionId);
    const credential = createRecoveryCodesCredential(made.codes, {
      userLabel: userLabel || DEFAULT_LABEL,
      createdDate: made.generatedAt,
    });
    return {
      state: 'done',
      progress: { recoveryCodes: undefined },
      change: (current) => withRecoveryCodes(current, credential),
    };
  },
};
