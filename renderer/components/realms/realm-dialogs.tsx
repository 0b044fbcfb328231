// The dialogs about realms, mounted once above every screen.
import type { ReactNode } from 'react';
import { useRealm } from '../../api/api-context.tsx';
import { useSaveRealm } from '../../api/realm.ts';
import { useCreateRealm, useDuplicateRealm } from '../../api/realms.ts';
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
      title="Create realm"
      action="Create"
      text="The realm begins with Keycloak’s default settings, client scopes and built-in clients."
      initial=""
      work={(name) => create.mutateAsync(name)}
      done={(name) => `Created realm ${name}.`}
      failed={(name) => `Realm ${name} was not created`}
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
      title={`Duplicate realm ${realm}`}
      action="Duplicate"
      text="The duplicate has the same settings, clients, client secrets, users and passwords. Sessions are not copied, and keys that the server has generated are not either: tokens of one realm are not valid in the other."
      initial={`${realm}-copy`}
      work={(name) => duplicate.mutateAsync({ original: realm, realm: name })}
      done={(name) => `Duplicated realm ${realm} as ${name}.`}
      failed={() => `Realm ${realm} was not duplicated`}
      onDone={switchRealm}
      onClose={closeRealmDialog}
    />
  );
}

function RenameDialog({ realm }: { readonly realm: string }): ReactNode {
  const save = useSaveRealm();
  return (
    <NameDialog
      title={`Rename realm ${realm}`}
      action="Rename"
      text="Issuer and endpoints change with the name: applications need the new URLs, and tokens with the earlier issuer are no longer accepted."
      initial={realm}
      work={(name) => save.mutateAsync({ realm: name })}
      done={(name) => `Renamed realm ${realm} to ${name}.`}
      failed={() => `Realm ${realm} was not renamed`}
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
