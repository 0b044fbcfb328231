// A tab that shows whether its form has unsaved changes.
import { Tabs, VisuallyHidden } from '@mantine/core';
import { IconPointFilled } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { text } from '../texts/text.ts';
import { useHasDraft } from './use-draft.ts';

interface Props {
  readonly value: string;
  /** Name of the form's draft. */
  readonly form: string;
  readonly children: ReactNode;
}

/** The mark has a text for screen readers. */
export function DraftTab({ value, form, children }: Props): ReactNode {
  const unsaved = useHasDraft(form);
  return (
    <Tabs.Tab
      value={value}
      rightSection={unsaved ? <IconPointFilled size={12} color="var(--us-asked)" aria-hidden /> : undefined}
    >
      {children}
      {unsaved ? <VisuallyHidden> {text('ui:tab.unsaved')}</VisuallyHidden> : undefined}
    </Tabs.Tab>
  );
}
