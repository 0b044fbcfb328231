// Deleting a realm: its name must be typed, because nothing brings it back.
import { Button, Code, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useServer } from '../../api/emulator.ts';
import { useDeleteRealm } from '../../api/realms.ts';
import { RichText } from '../../texts/rich-text.ts';
import { text } from '../../texts/text.ts';
import { announceDone } from '../../ui/announce.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { useWork } from '../../ui/use-work.ts';
import { useSwitchRealm } from '../switch-realm.ts';

interface Props {
  readonly realm: string;
  readonly onClose: () => void;
}

/** Afterwards the console shows another realm, which it selects before the deleted one is gone from the list. */
export function DeleteRealmDialog({ realm, onClose }: Props): ReactNode {
  const [typed, setTyped] = useState('');
  const { running, error, start } = useWork();
  const remove = useDeleteRealm();
  const switchRealm = useSwitchRealm();
  const queries = useQueryClient();
  const others = (useServer().data?.realms ?? []).map((row) => row.realm).filter((name) => name !== realm);
  const next = others.find((name) => name !== 'master') ?? 'master';
  const done = (): string => text('realmDialogs:delete.done', { realm });
  return (
    <Dialog onClose={onClose} title={text('realmDialogs:delete.title', { realm })}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (typed !== realm) return;
          start(() => remove.mutateAsync(realm), {
            done,
            failed: text('realmDialogs:delete.failed', { realm }),
            onDone: () => {
              onClose();
              announceDone(done());
              switchRealm(next);
              void queries.invalidateQueries({ queryKey: ['server'] });
            },
          });
        }}
      >
        <Stack gap="md">
          <Text fz="sm">{text('realmDialogs:delete.text')}</Text>
          <TextInput
            data-autofocus
            label={
              <RichText of="realmDialogs:delete.confirm" values={{ realm }} parts={{ code: <Code /> }} />
            }
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            autoComplete="off"
            spellCheck={false}
          />
          {error === undefined ? undefined : <ErrorState error={error} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {text('realmDialogs:cancel')}
            </Button>
            <Button type="submit" color="red" loading={running} disabled={typed !== realm}>
              {text('realmDialogs:delete.action')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
