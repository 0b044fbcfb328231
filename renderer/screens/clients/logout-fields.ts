// A client's logout settings.
import { checkRedirectUri, checkUrl } from '../../components/checks.ts';
import type { Field, FieldValues } from '../../ui/field.ts';
import type { FieldSection } from '../../ui/settings-form.tsx';

const isFrontChannel = (values: FieldValues): boolean => values['frontchannelLogout'] === true;
const isBackChannel = (values: FieldValues): boolean => !isFrontChannel(values);
const hasBackChannelUrl = (values: FieldValues): boolean =>
  isBackChannel(values) && String(values['backchannel.logout.url']).trim() !== '';

const signOut: readonly Field[] = [
  {
    kind: 'list',
    member: 'post.logout.redirect.uris',
    within: 'attributes',
    label: 'Valid post logout redirect URIs',
    help: 'Allowed redirect targets after logout. + allows the redirect URIs, - allows none.',
    wide: true,
    checkItem: checkRedirectUri,
  },
  {
    kind: 'switch',
    member: 'logout.confirmation.enabled',
    within: 'attributes',
    label: 'Logout confirmation',
    help: 'Shows a page with a link back instead of redirecting immediately.',
    initial: false,
  },
];

const notification: readonly Field[] = [
  {
    kind: 'switch',
    member: 'frontchannelLogout',
    label: 'Front-channel logout',
    help: 'On: the sign-out page calls the client in a frame. Off: the server calls the client.',
    initial: false,
  },
  {
    kind: 'text',
    member: 'frontchannel.logout.url',
    within: 'attributes',
    label: 'Front-channel logout URL',
    check: checkUrl,
    shown: isFrontChannel,
  },
  {
    kind: 'switch',
    member: 'frontchannel.logout.session.required',
    within: 'attributes',
    label: 'Front-channel logout session required',
    help: 'Sends iss and sid, which identify the ended session.',
    initial: true,
    shown: isFrontChannel,
  },
  {
    kind: 'text',
    member: 'backchannel.logout.url',
    within: 'attributes',
    label: 'Back-channel logout URL',
    help: 'The server posts a logout token to this URL.',
    check: checkUrl,
    shown: isBackChannel,
  },
  {
    kind: 'switch',
    member: 'backchannel.logout.session.required',
    within: 'attributes',
    label: 'Back-channel logout session required',
    help: 'Sends sid, which identifies the ended session.',
    initial: true,
    shown: hasBackChannelUrl,
  },
  {
    kind: 'switch',
    member: 'backchannel.logout.revoke.offline.tokens',
    within: 'attributes',
    label: 'Revoke offline sessions',
    help: 'Revokes offline tokens, too.',
    initial: false,
    shown: hasBackChannelUrl,
  },
  {
    kind: 'text',
    member: 'adminUrl',
    label: 'Admin URL',
    help: 'Legacy adapters: used when no back-channel logout URL is set.',
    check: checkUrl,
    shown: isBackChannel,
  },
];

/** The Logout tab. */
export const LOGOUT_SECTIONS: readonly FieldSection[] = [
  { title: 'Sign-out', fields: signOut },
  { title: 'Notification of ended sessions', fields: notification },
];
