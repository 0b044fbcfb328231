// The types of links, by the claim `typ` of their action token.
import type { ActionTokenType } from './action-token.ts';
import { executeActionsLink } from './execute-actions-link.ts';
import { idpLink } from './idp-link.ts';
import { invitationLink } from './invitation-link.ts';
import type { LinkType } from './link-type.ts';
import { resetCredentialsLink } from './reset-credentials-link.ts';
import { updateEmailLink } from './update-email-link.ts';
import { verifyEmailLink } from './verify-email-link.ts';

export const LINK_TYPES: Readonly<Record<ActionTokenType, LinkType>> = {
  'reset-credentials': resetCredentialsLink,
  'verify-email': verifyEmailLink,
  'execute-actions': executeActionsLink,
  'update-email': updateEmailLink,
  ORGIVT: invitationLink,
  'idp-verify-account-via-email': idpLink,
};
