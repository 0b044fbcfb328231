// English texts of messages, by Keycloak's keys.
import type { ActionNameKey } from '#protocol/realm/texts/action-names.ts';

/** Placeholders as in `templates.ts`; a paragraph that is only a placeholder is the link. */
export const EN = {
  emailVerificationSubject: 'Confirm your email address',
  emailVerificationBody: `An account in {2} was created with this address. If it is yours, confirm the address:

{0}

The link works for {3}.

If you did not create an account, ignore this message.`,
  passwordResetSubject: 'Choose a new password',
  passwordResetBody: `A new password was requested for your account in {2}. Choose it here:

{0}

The link works for {3}, once.

If you did not ask for it, ignore this message; nothing changes.`,
  executeActionsSubject: 'Update your account',
  executeActionsBody: `Your administrator asks you to update your account in {2}: {3}. Begin here:

{0}

The link works for {4}.`,
  emailUpdateConfirmationSubject: 'Confirm your new email address',
  emailUpdateConfirmationBody: `To use {1} for your account in {2}, confirm the address:

{0}

The link works for {3}.

If you did not ask for this change, ignore this message.`,
  orgInviteSubject: 'Invitation to join the organization {0}',
  orgInviteBody: `You are invited to join the organization {3} in {2}. Accept the invitation here:

{0}

The link works for {4}.

If you do not want to join, ignore this message.`,
  identityProviderLinkSubject: 'Link {0}',
  identityProviderLinkBody: `Someone wants to link the {0} account {2} with your account in {1}. If it was you, confirm it here:

{3}

The link works for {5}, once. Afterwards you can sign in to {1} with {0}.

If it was not you, ignore this message; nothing changes.`,
  // In a sentence; pages have Keycloak's names.
  'requiredAction.CONFIGURE_RECOVERY_AUTHN_CODES': 'Generate recovery codes',
  'requiredAction.CONFIGURE_TOTP': 'Set up one-time codes',
  'requiredAction.TERMS_AND_CONDITIONS': 'Accept the terms and conditions',
  'requiredAction.UPDATE_EMAIL': 'Update email',
  'requiredAction.UPDATE_PASSWORD': 'Update password',
  'requiredAction.UPDATE_PROFILE': 'Update profile',
  'requiredAction.VERIFY_EMAIL': 'Verify email',
  'requiredAction.VERIFY_PROFILE': 'Verify profile',
  'requiredAction.delete_account': 'Delete account',
  'requiredAction.delete_credential': 'Delete a credential',
  'requiredAction.idp_link': 'Link an identity provider',
  'requiredAction.update_user_locale': 'Choose a language',
} as const;

/** What each language has in its file: not the names of actions, which pages have as well. */
export type WrittenTexts = Readonly<Record<Exclude<keyof typeof EN, ActionNameKey>, string>>;
