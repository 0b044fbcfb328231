// Realm: a tab each for settings, the user profile, flows, keys, CIBA policy, client scopes, consents, events, the import report, exports,
// and the realm as a whole.
import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useRealm } from '../../api/api-context.tsx';
import { RealmClockNotice } from '../../components/realm-clock-notice.tsx';
import { perLanguage } from '../../texts/text.ts';
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
    title: 'General',
    content: <RealmSettings label="General" tab="general" sections={generalSections()} />,
  },
  {
    name: 'sign-in',
    title: 'Sign-in',
    content: (
      <Stack gap="md">
        <RealmSettings label="Sign-in" tab="sign-in" sections={signInSections()} />
        <RequiredActionsSection />
      </Stack>
    ),
  },
  { name: 'user-profile', title: 'User profile', content: <UserProfileTab /> },
  { name: 'flows', title: 'Flows', content: <FlowsTab /> },
  { name: 'keys', title: 'Keys', content: <KeysTab /> },
  {
    name: 'lifespans',
    title: 'Lifespans',
    content: <RealmSettings label="Lifespans" tab="lifespans" sections={lifespanSections()} />,
  },
  {
    name: 'ciba',
    title: 'CIBA',
    content: <RealmSettings label="CIBA policy" tab="ciba" sections={cibaSections()} />,
  },
  { name: 'mail', title: 'Mail', content: <MailTab /> },
  { name: 'client-scopes', title: 'Client scopes', content: <ClientScopesTab /> },
  { name: 'consents', title: 'Consents', content: <ConsentsTab /> },
  { name: 'events', title: 'Events', content: <EventsTab /> },
  { name: 'import-report', title: 'Import report', content: <ImportReportTab /> },
  { name: 'export', title: 'Export', content: <ExportTab /> },
  { name: 'manage', title: 'Manage', content: <ManageTab /> },
]);

/** The screen; `#/realm/keys` opens it at a tab. */
export function RealmScreen(): ReactNode {
  const [realm] = useRealm();
  const tabs = realmTabs().map((tab) => ({ ...tab, form: realmForm(realm, tab.name) }));
  return (
    <Page title="Realm" summary={`Settings of realm ${realm}.`}>
      <RealmClockNotice />
      <ScreenTabs path="/realm" tabs={tabs} />
    </Page>
  );
}
