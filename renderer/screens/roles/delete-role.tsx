// Deleting a role: with undo, after a warning for built-in roles. The default role cannot be deleted.
import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import type { RoleWire } from '#protocol/contract/roles.ts';
import { useRealm } from '../../api/api-context.tsx';
import { roleByIdPath, rolesKey } from '../../api/roles.ts';
import { DeleteButton } from '../../components/delete-button.tsx';
import { roleText } from '../../components/describe-role-path.ts';
import { type Deletion, useUndoableDelete } from '../../components/undoable-delete.tsx';
import { text } from '../../texts/text.ts';
import { Dialog } from '../../ui/dialog.tsx';

interface WarningProps {
  readonly role: RoleWire;
  readonly deletion: Deletion;
  readonly leaveTo: string;
}

function DeleteBuiltIn({ role, deletion, leaveTo }: WarningProps): ReactNode {
  const [asking, dialog] = useDisclosure(false);
  const remove = useUndoableDelete();
  const navigate = useNavigate();
  return (
    <>
      <Button variant="default" leftSection={<IconTrash size={16} />} onClick={dialog.open}>
        {text('roles:delete.action')}
      </Button>
      {asking ? (
        <Dialog title={text('roles:delete.title')} onClose={dialog.close}>
          <Stack gap="md">
            <Text>{text('roles:delete.text', { role: roleText(role) })}</Text>
            <Group justify="flex-end" gap="xs">
              <Button variant="default" data-autofocus onClick={dialog.close}>
                {text('roles:delete.cancel')}
              </Button>
              <Button
                onClick={() => {
                  remove(deletion);
                  void navigate(leaveTo);
                }}
              >
                {text('roles:delete.confirm')}
              </Button>
            </Group>
          </Stack>
        </Dialog>
      ) : undefined}
    </>
  );
}

/** Opens the list at `leaveTo` afterwards. Nothing for the default role, which the server does not delete. */
export function DeleteRole({
  role,
  leaveTo,
}: {
  readonly role: RoleWire;
  readonly leaveTo: string;
}): ReactNode {
  const [realm] = useRealm();
  const deletion = {
    path: roleByIdPath(realm, role.id),
    what: text('roles:role.name', { role: roleText(role) }),
    queryKey: rolesKey(realm),
  };
  if (role.isDefault === true) return undefined;
  return role.isBuiltIn === true ? (
    <DeleteBuiltIn role={role} deletion={deletion} leaveTo={leaveTo} />
  ) : (
    <DeleteButton deletion={deletion} leaveTo={leaveTo} />
  );
}
