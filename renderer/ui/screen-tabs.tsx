// The tabs of a screen. The last part of the URL says which one is open.
import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { useNavigate, useParams } from 'react-router';
import { DraftTab } from './draft-tab.tsx';

/** A tab. */
export interface ScreenTab {
  /** In the URL. */
  readonly name: string;
  readonly title: string;
  /** Name of the draft of its form, if the tab has one. */
  readonly form?: string;
  readonly content: ReactNode;
}

interface Props {
  /** URL of the screen; the tab's name follows. */
  readonly path: string;
  readonly tabs: readonly ScreenTab[];
  /** Parameters of the URL that other tabs have as well, as a query. */
  readonly query?: () => string;
}

/** The route has the parameter `tab`. Without one, or with an unknown one, the first tab is open. */
export function ScreenTabs({ path, tabs, query }: Props): ReactNode {
  const { tab } = useParams();
  const navigate = useNavigate();
  const first = tabs[0]?.name ?? '';
  const open = tabs.find(({ name }) => name === tab)?.name ?? first;
  return (
    <Tabs
      value={open}
      onChange={(name) => void navigate(`${path}/${name ?? first}${query?.() ?? ''}`)}
      keepMounted={false}
    >
      <Tabs.List>
        {tabs.map(({ name, title, form }) =>
          form === undefined ? (
            <Tabs.Tab key={name} value={name}>
              {title}
            </Tabs.Tab>
          ) : (
            <DraftTab key={name} value={name} form={form}>
              {title}
            </DraftTab>
          ),
        )}
      </Tabs.List>
      {tabs.map(({ name, content }) => (
        <Tabs.Panel key={name} value={name} pt="md">
          {content}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
