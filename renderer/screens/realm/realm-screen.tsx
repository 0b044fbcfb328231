// Realm: a tab each for settings, keys, CIBA policy, client scopes, consents, the import report and exports.
import { Stack, Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { useNavigate, useParams } from 'react-router';
import { useRealm } from '../../api/api-context.tsx';
import { RealmClockNotice } from '../../components/realm-clock-notice.tsx';
import { DraftTab } from '../../ui/draft-tab.tsx';
import { Page } from '../../ui/page.tsx';
import { CIBA_SECTIONS } from './ciba-fields.ts';
import { ClientScopesTab } from './client-scopes-tab.tsx';
import { ConsentsTab } from './consents-tab.tsx';
import { ExportTab } from './export-tab.tsx';
import { GENERAL_SECTIONS } from './general-fields.ts';
import { ImportReportTab } from './import-report-tab.tsx';
import { KeysTab } from './keys-tab.tsx';
import { LIFESPAN_SECTIONS } from './lifespan-fields.ts';
import { RealmSettings, realmForm } from './realm-settings.tsx';
import { RequiredActionsSection } from './required-actions-section.tsx';
import { SIGN_IN_SECTIONS } from './sign-in-fields.ts';

const tabs: readonly { readonly name: string; readonly title: string; readonly content: ReactNode }[] = [
  {
    name: 'general',
    title: 'General',
    content: <RealmSettings label="General" tab="general" sections={GENERAL_SECTIONS} />,
  },
  {
    name: 'sign-in',
    title: 'Sign-in',
    content: (
      <Stack gap="md">
        <RealmSettings label="Sign-in" tab="sign-in" sections={SIGN_IN_SECTIONS} />
        <RequiredActionsSection />
      </Stack>
    ),
  },
  { name: 'keys', title: 'Keys', content: <KeysTab /> },
  {
    name: 'lifespans',
    title: 'Lifespans',
    content: <RealmSettings label="Lifespans" tab="lifespans" sections={LIFESPAN_SECTIONS} />,
  },
  {
    name: 'ciba',
    title: 'CIBA',
    content: <RealmSettings label="CIBA policy" tab="ciba" sections={CIBA_SECTIONS} />,
  },
  { name: 'client-scopes', title: 'Client scopes', content: <ClientScopesTab /> },
  { name: 'consents', title: 'Consents', content: <ConsentsTab /> },
  { name: 'import-report', title: 'Import report', content: <ImportReportTab /> },
  { name: 'export', title: 'Export', content: <ExportTab /> },
];

/** The screen; `#/realm/keys` opens it at a tab. */
export function RealmScreen(): ReactNode {
  const [realm] = useRealm();
  const { tab = 'general' } = useParams();
  const navigate = useNavigate();
  return (
    <Page title="Realm" summary={`Settings of realm ${realm}.`}>
      <RealmClockNotice />
      <Tabs value={tab} onChange={(name) => void navigate(`/realm/${name ?? 'general'}`)} keepMounted={false}>
        <Tabs.List>
          {tabs.map(({ name, title }) => (
            <DraftTab key={name} value={name} form={realmForm(realm, name)}>
              {title}
            </DraftTab>
          ))}
        </Tabs.List>
        {tabs.map(({ name, content }) => (
          <Tabs.Panel key={name} value={name} pt="md">
            {content}
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  );
}
