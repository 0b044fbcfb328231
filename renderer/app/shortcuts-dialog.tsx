// The list of keyboard shortcuts, and the switch that disables the single-key shortcut.
import { Group, Kbd, Stack, Switch, Table, Title } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { Fragment, type ReactNode, useEffect, useState } from 'react';
import { text } from '../texts/text.ts';
import { Dialog } from '../ui/dialog.tsx';
import { listShortcuts, opensShortcuts } from './shortcut-keys.ts';

/** The system's modifier key, as it is labelled. */
export const MOD_KEY: 'Ctrl' | '⌘' = navigator.platform.startsWith('Mac') ? '⌘' : 'Ctrl';

function useSingleKeys() {
  return useLocalStorage({
    key: 'understudy.console.single-keys',
    defaultValue: true,
    getInitialValueInEffect: false,
  });
}

function Keys({ keys }: { readonly keys: readonly (readonly string[])[] }): ReactNode {
  return (
    <Group gap={6} wrap="nowrap">
      {keys.map((pressed, index) => (
        <Fragment key={pressed.join()}>
          {index > 0 ? text('app:shortcuts.or') : undefined}
          <Group gap={4} wrap="nowrap">
            {pressed.map((key) => (
              <Kbd key={key}>{key}</Kbd>
            ))}
          </Group>
        </Fragment>
      ))}
    </Group>
  );
}

function ShortcutsDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const [singleKeys, setSingleKeys] = useSingleKeys();
  return (
    <Dialog title={text('app:shortcuts.title')} onClose={onClose}>
      <Stack gap="md">
        {listShortcuts(MOD_KEY).map(({ title, shortcuts }) => (
          <section key={title} aria-label={title}>
            <Title order={3} fz="sm" mb={4}>
              {title}
            </Title>
            <Table verticalSpacing={4} aria-label={title}>
              <Table.Tbody>
                {shortcuts.map(({ keys, action }) => (
                  <Table.Tr key={action}>
                    <Table.Th scope="row" w={128} fw={400}>
                      <Keys keys={keys} />
                    </Table.Th>
                    <Table.Td>{action}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </section>
        ))}
        <Switch
          label={text('app:shortcuts.singleKey')}
          description={text('app:shortcuts.singleKeyHelp')}
          checked={singleKeys}
          onChange={(event) => setSingleKeys(event.currentTarget.checked)}
        />
      </Stack>
    </Dialog>
  );
}

/** The dialog while open, and the function that opens it. The key works unless another dialog is open. */
export function useShortcuts(): { readonly open: () => void; readonly dialog: ReactNode } {
  const [isOpen, setOpen] = useState(false);
  const [singleKeys] = useSingleKeys();
  useEffect(() => {
    if (!singleKeys) return;
    const onKeyDown = (event: KeyboardEvent): void => {
      const target = event.target instanceof HTMLElement ? event.target : undefined;
      if (!opensShortcuts(event, target) || document.querySelector('[role="dialog"]') !== null) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [singleKeys]);
  return {
    open: () => setOpen(true),
    dialog: isOpen ? <ShortcutsDialog onClose={() => setOpen(false)} /> : undefined,
  };
}
