// Realm: a tab each for settings, the user profile, flows, keys, CIBA policy, client scopes, consents, events, the import report, exports,
// and the realm as a whole.
import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useRealm } from '../../api/api-context.tsx';
import { RealmClockNotice } from '../../components/realm-clock-notice.tsx';
import { perLanguage, text } from '../../texts/text.ts';
import { Page } from '../../ui/page.tsx';
import { type ScreenTab, ScreenTabs } from '../../ui/screen-tabs.tsx';
import { cibaSections } from './ciba-fields.ts';
import { ClientScopesTab } from './client-scopes-tab.tsx';
import { ConsentsTab } from './consents-tab.tsx';
import { EventsTab } from './events-tab.tsx';
import { ExportTab } from './export-tab.tsx';
import { FlowsTab } from './flows-tab.tsx';
import { generalSections } from './general-fields.ts';
import { ImportReportTab } from './import-report-tab.tsx';
import { KeysTab } from './keys-tab.tsx';
import { lifespanSections } from './lifespan-fields.ts';
import { MailTab } from './mail-tab.tsx';
import { ManageTab } from './manage-tab.tsx';
import { RealmSettings, realmForm } from './realm-settings.tsx';
import { RequiredActionsSection } from './required-actions-section.tsx';
import { signInSections } from './sign-in-fields.ts';
import { UserProfileTab } from './user-profile/user-profile-tab.tsx';

const realmTabs: () => readonly ScreenTab[] = perLanguage(() => [
  {
    name: 'general',
    title: text('realm:tab.general'),
    content: <RealmSettings label={text('realm:form.general')} tab="general" sections={generalSections()} />,
  },
  {
    name: 'sign-in',
    title: text('realm:tab.signIn'),
    content: (
      <Stack gap="md">
        <RealmSettings label={text('realm:form.signIn')} tab="sign-in" sections={signInSections()} />
        <RequiredActionsSection />
      </Stack>
    ),
  },
  { name: 'user-profile', title: text('realm:tab.userProfile'), content: <UserProfileTab /> },
  { name: 'flows', title: text('realm:tab.flows'), content: <FlowsTab /> },
  { name: 'keys', title: text('realm:tab.keys'), content: <KeysTab /> },
  {
    name: 'lifespans',
    title: text('realm:tab.lifespans'),
    content: (
      <RealmSettings label={text('realm:form.lifespans')} tab="lifespans" sections={lifespanSections()} />
    ),
  },
  {
    name: 'ciba',
    title: text('realm:tab.ciba'),
    content: <RealmSettings label={text('realm:form.ciba')} tab="ciba" sections={cibaSections()} />,
  },
  { name: 'mail', title: text('realm:tab.mail'), content: <MailTab /> },
  { name: 'client-scopes', title: text('realm:tab.clientScopes'), content: <ClientScopesTab /> },
  { name: 'consents', title: text('realm:tab.consents'), content: <ConsentsTab /> },
  { name: 'events', title: text('realm:tab.events'), content: <EventsTab /> },
  { name: 'import-report', title: text('realm:tab.importReport'), content: <ImportReportTab /> },
  { name: 'export', title: text('realm:tab.export'), content: <ExportTab /> },
  { name: 'manage', title: text('realm:tab.manage'), content: <ManageTab /> },
]);

/** The screen; `#/realm/keys` opens it at a tab. */
export function RealmScreen(): ReactNode {
  const [realm] = useRealm();
  const tabs = realmTabs().map((tab) => ({ ...tab, form: realmForm(realm, tab.name) }));
  return (
    <Page title={text('realm:title')} summary={text('realm:heading', { realm })}>
      <RealmClockNotice />
      <ScreenTabs path="/realm" tabs={tabs} />
    </Page>
  );
}
