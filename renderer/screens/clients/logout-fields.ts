// A client's logout settings.
import { checkRedirectUri } from '../../components/checks.ts';
import { clientField } from '../../components/setting-field.ts';
import { perLanguage, text } from '../../texts/text.ts';
import type { FieldValues } from '../../ui/field.ts';
import type { FieldSection } from '../../ui/settings-form.tsx';

const isFrontChannel = (values: FieldValues): boolean => values['frontchannelLogout'] === true;
const whenFrontChannel = { shown: isFrontChannel };
const whenBackChannel = { shown: (values: FieldValues) => !isFrontChannel(values) };
const whenBackChannelUrl = {
  shown: (values: FieldValues) =>
    !isFrontChannel(values) && String(values['backchannel.logout.url']).trim() !== '',
};

/** The Logout tab. */
export const logoutSections: () => readonly FieldSection[] = perLanguage(() => [
  {
    title: text('clientForms:section.signOut'),
    fields: [
      clientField('post.logout.redirect.uris', { wide: true, checkItem: checkRedirectUri }),
      clientField('logout.confirmation.enabled'),
    ],
  },
  {
    title: text('clientForms:section.notification'),
    fields: [
      clientField('frontchannelLogout'),
      clientField('frontchannel.logout.url', whenFrontChannel),
      clientField('frontchannel.logout.session.required', whenFrontChannel),
      clientField('backchannel.logout.url', whenBackChannel),
      clientField('backchannel.logout.session.required', whenBackChannelUrl),
      clientField('backchannel.logout.revoke.offline.tokens', whenBackChannelUrl),
      clientField('adminUrl', whenBackChannel),
    ],
  },
]);
