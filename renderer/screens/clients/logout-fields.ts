// Fields of how a client learns that a session has ended, and of where a sign-out may end.
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
    label: 'Redirect URIs after logout',
    help: 'Where a sign-out may end. + takes the redirect URIs, - allows none.',
    wide: true,
    checkItem: checkRedirectUri,
  },
  {
    kind: 'switch',
    member: 'logout.confirmation.enabled',
    within: 'attributes',
    label: 'Show a page at the end',
    help: 'With a link back, rather than going back at once.',
    initial: false,
  },
];

const notification: readonly Field[] = [
  {
    kind: 'switch',
    member: 'frontchannelLogout',
    label: 'By the browser (front-channel)',
    help: 'On: the sign-out page calls the client in a frame. Off: the server calls it.',
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
    label: 'With sid and iss',
    help: 'Tells the client which session has ended.',
    initial: true,
    shown: isFrontChannel,
  },
  {
    kind: 'text',
    member: 'backchannel.logout.url',
    within: 'attributes',
    label: 'Back-channel logout URL',
    help: 'The server posts a logout token there.',
    check: checkUrl,
    shown: isBackChannel,
  },
  {
    kind: 'switch',
    member: 'backchannel.logout.session.required',
    within: 'attributes',
    label: 'With sid',
    help: 'Tells the client which session has ended.',
    initial: true,
    shown: hasBackChannelUrl,
  },
  {
    kind: 'switch',
    member: 'backchannel.logout.revoke.offline.tokens',
    within: 'attributes',
    label: 'Offline tokens end, too',
    initial: false,
    shown: hasBackChannelUrl,
  },
  {
    kind: 'text',
    member: 'adminUrl',
    label: 'Admin URL',
    help: 'For adapters of old: told when there is no back-channel logout URL.',
    check: checkUrl,
    shown: isBackChannel,
  },
];

/** The tab "Logout". */
export const LOGOUT_SECTIONS: readonly FieldSection[] = [
  { title: 'Signing out', fields: signOut },
  { title: 'When a session has ended', fields: notification },
];
