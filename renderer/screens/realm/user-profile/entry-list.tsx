// The attributes or groups of the user profile, in their order.
import { Button, Code, Group, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { text } from '../../../texts/text.ts';
import { IconAction } from '../../../ui/icon-action.tsx';
import { giveFocus } from '../../../ui/keep-focus.ts';
import rows from '../../../ui/row-list.module.css';
import { Section } from '../../../ui/section.tsx';
import classes from './entry-list.module.css';
import type { ProfileEntry } from './profile-changes.ts';

interface Props {
  readonly title: string;
  readonly summary: string;
  /** The button that adds an entry. */
  readonly add: string;
  readonly entries: readonly ProfileEntry[];
  readonly describe: (entry: ProfileEntry) => string;
  readonly isFixed: (entry: ProfileEntry) => boolean;
  readonly onMove: (name: string, step: -1 | 1) => Promise<void>;
  readonly onAdd: () => void;
  readonly onEdit: (entry: ProfileEntry) => void;
  readonly onRemove: (entry: ProfileEntry) => void;
}

/** A moved entry keeps the focus. */
export function EntryList(props: Props): ReactNode {
  const { title, summary, add, entries, describe, isFixed, onMove, onAdd, onEdit, onRemove } = props;
  const list = useRef<HTMLOListElement>(null);
  const move = async (name: string, step: -1 | 1): Promise<void> => {
    await onMove(name, step);
    setTimeout(() => {
      const place = `[data-name="${CSS.escape(name)}"]`;
      const [up, down] = list.current?.querySelectorAll<HTMLButtonElement>(`${place} button`) ?? [];
      const buttons = step === -1 ? [up, down] : [down, up];
      giveFocus(buttons.filter((button) => button?.disabled === false));
    });
  };
  return (
    <Section
      title={title}
      summary={summary}
      aside={
        <Button size="compact-sm" variant="default" leftSection={<IconPlus size={14} />} onClick={onAdd}>
          {add}
        </Button>
      }
    >
      <ol ref={list} className={`${rows['list']} ${classes['rows']}`} aria-label={title}>
        {entries.map((entry, index) => {
          const { name } = entry;
          return (
            <li key={name}>
              <div className={classes['words']}>
                <Code fz="sm" fw={600}>
                  {name}
                </Code>
                <Text c="dimmed" fz="sm">
                  {describe(entry)}
                </Text>
              </div>
              <Group gap={0} wrap="nowrap" data-name={name}>
                <IconAction
                  label={text('userProfile:row.up', { name })}
                  icon={<IconArrowUp size={16} />}
                  disabled={index === 0}
                  onClick={() => void move(name, -1)}
                />
                <IconAction
                  label={text('userProfile:row.down', { name })}
                  icon={<IconArrowDown size={16} />}
                  disabled={index === entries.length - 1}
                  onClick={() => void move(name, 1)}
                />
                <IconAction
                  label={text('userProfile:row.edit', { name })}
                  icon={<IconPencil size={16} />}
                  onClick={() => onEdit(entry)}
                />
                <IconAction
                  label={text('userProfile:row.remove', { name })}
                  icon={<IconTrash size={16} />}
                  disabled={isFixed(entry)}
                  onClick={() => onRemove(entry)}
                />
              </Group>
            </li>
          );
        })}
      </ol>
      {entries.length === 0 ? (
        <Text c="dimmed" fz="sm">
          {text('userProfile:row.none')}
        </Text>
      ) : undefined}
    </Section>
  );
}
