// Resetting a realm: what it goes back to, and what is lost.
import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { RealmOriginWire } from '#protocol/contract/imports.ts';
import { useRealmOrigin, useResetRealm } from '../../api/realms.ts';
import { RichText } from '../../texts/rich-text.ts';
import { text } from '../../texts/text.ts';
import { announceDone } from '../../ui/announce.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { formatInstant } from '../../ui/instant.ts';
import { QueryView } from '../../ui/query-view.tsx';

interface Props {
  readonly realm: string;
  readonly onClose: () => void;
}

function Origin({ origin: { kind, at } }: { readonly origin: RealmOriginWire }): ReactNode {
  const when = formatInstant(at);
  return (
    <Text fz="sm">
      {kind === 'stored' ? (
        <RichText of="realmDialogs:reset.stored" values={{ when }} parts={{ b: <b /> }} />
      ) : (
        <RichText of="realmDialogs:reset.started" values={{ when }} parts={{ b: <b /> }} />
      )}
    </Text>
  );
}

/** The realm keeps its name and keys. */
export function ResetRealmDialog({ realm, onClose }: Props): ReactNode {
  const origin = useRealmOrigin(realm);
  const reset = useResetRealm();
  const done = (): string => text('realmDialogs:reset.done', { realm });
  return (
    <Dialog onClose={onClose} title={text('realmDialogs:reset.title', { realm })}>
      <DialogForm
        action={text('realmDialogs:reset.action')}
        blocked={origin.data === undefined}
        onSubmit={() => () => reset.mutateAsync(realm)}
        outcome={{
          done,
          failed: text('realmDialogs:reset.failed', { realm }),
          onDone: () => {
            onClose();
            announceDone(done());
          },
        }}
        onClose={onClose}
      >
        <QueryView query={origin} lines={2}>
          {(loaded) => (
            <Stack gap="sm">
              <Origin origin={loaded} />
              <Text fz="sm">{text('realmDialogs:reset.lost')}</Text>
            </Stack>
          )}
        </QueryView>
      </DialogForm>
    </Dialog>
  );
}
