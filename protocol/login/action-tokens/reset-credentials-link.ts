// The link of a forgotten password: a new password, then the sign-in that asked for it goes on.
import { forgottenPasswordProblem } from './link-problems.ts';
import { linkProgress, openActions } from './link-tab.ts';
import type { LinkType } from './link-type.ts';

/** Compat: used up by the new password, not by opening the link; another browser gets no session. */
export const resetCredentialsLink: LinkType = {
  findProblem: ({ realm }) =>
    realm.stored.resetPasswordAllowed === true ? undefined : forgottenPasswordProblem(realm),
  async open(parts, exchange, link) {
    exchange.activity.recordPass(
      'reset-credentials-link',
      `The link identifies ${link.user.username}, who may choose a new password.`,
    );
    return openActions(parts, exchange, link, linkProgress(exchange, link, ['UPDATE_PASSWORD'], true));
  },
};
