// Device: the authentication device, where a tester answers prompts in place of the user's phone.
import { Alert, Stack, Text } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { type DeviceState, useDevice } from '../../api/device.ts';
import { RealmClockNotice } from '../../components/realm-clock-notice.tsx';
import { RichText } from '../../texts/rich-text.ts';
import { text } from '../../texts/text.ts';
import { CopyValue } from '../../ui/copy-value.tsx';
import { Page } from '../../ui/page.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { Section } from '../../ui/section.tsx';
import { AnsweredSection } from './answered-section.tsx';
import { CodesSection } from './codes-section.tsx';
import lists from './lists.module.css';
import { Phone } from './phone.tsx';
import { RulesSection } from './rules-section.tsx';

function EntityNotice({ entity }: { readonly entity: string }): ReactNode {
  return (
    <Alert
      variant="default"
      py="xs"
      icon={<IconPlugConnected color="var(--us-asked)" />}
      title={text('device:entity.title')}
    >
      <RichText
        of="device:entity.text"
        values={{ entity }}
        parts={{ address: <Text span ff="monospace" fz="sm" style={{ overflowWrap: 'anywhere' }} /> }}
      />
    </Alert>
  );
}

/** The key in the URL replaces a sign-in, so it is copied but not shown. */
function AnswerUrlSection({ url }: { readonly url: string }): ReactNode {
  return (
    <Section title={text('device:answerUrl.title')} summary={text('device:answerUrl.summary')}>
      <CopyValue
        value={url}
        shown={url.replace(/([?&]key=)[^&]+/, '$1…')}
        label={text('device:answerUrl.copied')}
      />
    </Section>
  );
}

function Parts({ device }: { readonly device: DeviceState }): ReactNode {
  return (
    <Stack gap="md">
      <RealmClockNotice />
      {device.authenticationEntity === undefined ? undefined : (
        <EntityNotice entity={device.authenticationEntity} />
      )}
      <div className={lists['layout']}>
        <Phone device={device} />
        <Stack gap="md" miw={0}>
          <AnsweredSection device={device} />
          <CodesSection device={device} />
          <RulesSection device={device} />
          <AnswerUrlSection url={device.answerUrl} />
        </Stack>
      </div>
    </Stack>
  );
}

/** The phone on the left, its lists on the right. */
export function DeviceScreen(): ReactNode {
  const device = useDevice();
  return (
    <Page title={text('device:title')} summary={text('device:heading')}>
      <QueryView query={device} lines={8}>
        {(loaded) => <Parts device={loaded} />}
      </QueryView>
    </Page>
  );
}
