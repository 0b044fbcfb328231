// Groups: the tree, beside it the group in the URL or the default groups; in a narrow window one after the other.
import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useNavigate, useParams } from 'react-router';
import { GroupTree } from '../../components/group-tree.tsx';
import { text } from '../../texts/text.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { useAddress } from '../../ui/use-address.ts';
import { DefaultGroups } from './default-groups.tsx';
import { GroupPage } from './group-page.tsx';
import classes from './groups.module.css';
import { NewGroupDialog } from './new-group-dialog.tsx';

const ADDRESS = { search: '' };

interface BrowserProps {
  /** The open group. */
  readonly id: string | undefined;
  readonly maxHeight: string;
  /** Undefined: the screen has a button of its own. */
  readonly onCreate?: () => void;
}

function GroupBrowser({ id, maxHeight, onCreate }: BrowserProps): ReactNode {
  const [{ search }, change] = useAddress(ADDRESS);
  const { tab } = useParams();
  const navigate = useNavigate();
  const query = search === '' ? '' : `?${new URLSearchParams({ search })}`;
  return (
    <GroupTree
      search={search}
      onSearch={(words) => change({ search: words })}
      selected={new Set(id === undefined ? [] : [id])}
      revealed={id}
      // The tab stays, so that a tab of several groups can be compared.
      onChoose={(group) => void navigate(`/groups/${group.id}${tab === undefined ? '' : `/${tab}`}${query}`)}
      empty={<EmptyState title={text('groups:empty.title')} text={text('groups:empty.text')} />}
      maxHeight={maxHeight}
      aside={
        onCreate === undefined ? undefined : (
          <Tooltip label={text('groups:list.createTop')}>
            <ActionIcon
              variant="default"
              size={36}
              aria-label={text('groups:list.createTop')}
              onClick={onCreate}
            >
              <IconPlus size={16} />
            </ActionIcon>
          </Tooltip>
        )
      }
    />
  );
}

function Home({ children, onCreate }: { readonly children?: ReactNode; readonly onCreate: () => void }) {
  return (
    <Page
      title={text('groups:title')}
      summary={text('groups:heading')}
      actions={
        <Button leftSection={<IconPlus size={16} />} onClick={onCreate}>
          {text('groups:list.create')}
        </Button>
      }
    >
      {children}
      <DefaultGroups />
    </Page>
  );
}

/** `#/groups/{id}/{tab}`; `?search=…` opens it with a search. */
export function GroupsScreen(): ReactNode {
  const { id } = useParams();
  const isNarrow = useMediaQuery('(max-width: 61.99em)', false, { getInitialValueInEffect: false });
  const [creating, dialog] = useDisclosure(false);
  const created = creating ? <NewGroupDialog onClose={dialog.close} /> : undefined;
  if (isNarrow)
    return id === undefined ? (
      <Home onCreate={dialog.open}>
        <GroupBrowser id={undefined} maxHeight="60vh" />
        {created}
      </Home>
    ) : (
      <GroupPage key={id} id={id} />
    );
  return (
    <div className={classes['split']}>
      <section className={classes['tree']} aria-label={text('groups:list.tree')}>
        <GroupBrowser
          id={id}
          maxHeight="calc(100vh - 152px)"
          {...(id === undefined ? {} : { onCreate: dialog.open })}
        />
      </section>
      {id === undefined ? <Home onCreate={dialog.open} /> : <GroupPage key={id} id={id} />}
      {created}
    </div>
  );
}
