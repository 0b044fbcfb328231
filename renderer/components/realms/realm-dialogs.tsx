// The dialogs about realms, mounted once above every screen.
import type { ReactNode } from 'react';
import { useRealm } from '../../api/api-context.tsx';
import { useSaveRealm } from '../../api/realm.ts';
import { useCreateRealm, useDuplicateRealm } from '../../api/realms.ts';
import { text } from '../../texts/text.ts';
import { useSwitchRealm } from '../switch-realm.ts';
import { DeleteRealmDialog } from './delete-realm-dialog.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { NameDialog } from './name-dialog.tsx';
import { closeRealmDialog, useRealmDialog } from './open-dialog.ts';
import { ResetRealmDialog } from './reset-realm-dialog.tsx';

function CreateDialog(): ReactNode {
  const create = useCreateRealm();
  const switchRealm = useSwitchRealm();
  return (
    <NameDialog
      title={text('realmDialogs:create.title')}
      action={text('realmDialogs:create.action')}
      text={text('realmDialogs:create.text')}
      initial=""
      work={(name) => create.mutateAsync(name)}
      done={(name) => text('realmDialogs:create.done', { realm: name })}
      failed={(name) => text('realmDialogs:create.failed', { realm: name })}
      onDone={switchRealm}
      onClose={closeRealmDialog}
    />
  );
}

function DuplicateDialog({ realm }: { readonly realm: string }): ReactNode {
  const duplicate = useDuplicateRealm();
  const switchRealm = useSwitchRealm();
  return (
    <NameDialog
      title={text('realmDialogs:duplicate.title', { realm })}
      action={text('realmDialogs:duplicate.action')}
      text={text('realmDialogs:duplicate.text')}
      initial={`${realm}-copy`}
      work={(name) => duplicate.mutateAsync({ original: realm, realm: name })}
      done={(name) => text('realmDialogs:duplicate.done', { realm, name })}
      failed={() => text('realmDialogs:duplicate.failed', { realm })}
      onDone={switchRealm}
      onClose={closeRealmDialog}
    />
  );
}

function RenameDialog({ realm }: { readonly realm: string }): ReactNode {
  const save = useSaveRealm();
  return (
    <NameDialog
      title={text('realmDialogs:rename.title', { realm })}
      action={text('realmDialogs:rename.action')}
      text={text('realmDialogs:rename.text')}
      initial={realm}
      work={(name) => save.mutateAsync({ realm: name })}
      done={(name) => text('realmDialogs:rename.done', { realm, name })}
      failed={() => text('realmDialogs:rename.failed', { realm })}
      onDone={() => undefined}
      onClose={closeRealmDialog}
    />
  );
}

/** The open dialog. Those about the selected realm close when another one is selected. */
export function RealmDialogs(): ReactNode {
  const dialog = useRealmDialog();
  const [selected] = useRealm();
  if (dialog === undefined) return undefined;
  if (dialog.kind === 'create') return <CreateDialog />;
  if (dialog.kind === 'import') return <ImportDialog files={dialog.files} onClose={closeRealmDialog} />;
  const { kind, realm } = dialog;
  if (realm !== selected) return undefined;
  if (kind === 'duplicate') return <DuplicateDialog realm={realm} />;
  if (kind === 'rename') return <RenameDialog realm={realm} />;
  if (kind === 'reset') return <ResetRealmDialog realm={realm} onClose={closeRealmDialog} />;
  return <DeleteRealmDialog realm={realm} onClose={closeRealmDialog} />;
}
