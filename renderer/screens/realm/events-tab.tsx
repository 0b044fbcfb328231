// The realm's events: user events, admin events, and which of them are saved.
import { SegmentedControl, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { perLanguage, text } from '../../texts/text.ts';
import { useAddress } from '../../ui/use-address.ts';
import { AdminEvents } from './admin-events.tsx';
import { eventSections } from './event-fields.ts';
import { RealmSettings } from './realm-settings.tsx';
import { UserEvents } from './user-events.tsx';

const ADDRESS = { show: 'user', page: '1' };

interface View {
  readonly value: string;
  readonly label: string;
  readonly content: ReactNode;
}

const eventViews: () => readonly View[] = perLanguage(() => [
  { value: 'user', label: text('events:tab.user'), content: <UserEvents /> },
  { value: 'admin', label: text('events:tab.admin'), content: <AdminEvents /> },
  {
    value: 'settings',
    label: text('events:tab.settings'),
    content: <RealmSettings label={text('events:tab.form')} tab="events" sections={eventSections()} />,
  },
]);

/** The Events tab; `#/realm/events?show=admin` opens it at a list. */
export function EventsTab(): ReactNode {
  const [{ show }, change] = useAddress(ADDRESS);
  const narrow = useMediaQuery('(max-width: 420px)', false, { getInitialValueInEffect: false });
  const views = eventViews();
  const view = views.find(({ value }) => value === show) ?? views[0];
  return (
    <Stack gap="md" align="stretch">
      <SegmentedControl
        aria-label={text('events:tab.label')}
        w={narrow ? '100%' : 'fit-content'}
        orientation={narrow ? 'vertical' : 'horizontal'}
        data={views.map(({ value, label }) => ({ value, label }))}
        value={view?.value ?? ''}
        onChange={(value) => change({ show: value, page: '1' })}
      />
      {view?.content}
    </Stack>
  );
}
