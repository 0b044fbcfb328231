// Resetting a realm: what it goes back to, and what is lost.
import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { RealmOriginWire } from '#protocol/contract/imports.ts';
import { useRealmOrigin, useResetRealm } from '../../api/realms.ts';
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
        <>
          The realm goes back to how it was created or imported, <b>{when}</b>: with the settings, clients and
          users of that time.
        </>
      ) : (
        <>
          The realm goes back to how it was when the server started, <b>{when}</b>. Its file is not known,
          because an earlier version of Understudy imported it. To go back to a realm file, import the file
          and choose Replace.
        </>
      )}
    </Text>
  );
}

/** The realm keeps its name and keys. */
export function ResetRealmDialog({ realm, onClose }: Props): ReactNode {
  const origin = useRealmOrigin(realm);
  const reset = useResetRealm();
  const done = (): string => `Reset realm ${realm}.`;
  return (
    <Dialog onClose={onClose} title={`Reset realm ${realm}`}>
      <DialogForm
        action="Reset"
        blocked={origin.data === undefined}
        onSubmit={() => () => reset.mutateAsync(realm)}
        outcome={{
          done,
          failed: `Realm ${realm} was not reset`,
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
              <Text fz="sm">
                All changes since then are lost, and so are sessions, pending prompts, faults and the realm’s
                Activity. Users have to sign in again. The realm keeps its name and its keys.
              </Text>
            </Stack>
          )}
        </QueryView>
      </DialogForm>
    </Dialog>
  );
}
