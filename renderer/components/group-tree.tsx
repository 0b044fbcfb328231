// The realm's groups as a tree with a search, for the Groups screen and for dialogs that choose groups.
import { Group, Skeleton, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { GROUPS_PER_PAGE, type StoredGroup, useGroupCount, useGroupSearch } from '../api/groups.ts';
import { text } from '../texts/text.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { QueryView } from '../ui/query-view.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { TreeView } from '../ui/tree-view.tsx';
import { type GroupRow, searchRows } from './flatten-groups.ts';
import { useGroupRows } from './use-group-rows.ts';

interface Props {
  readonly search: string;
  readonly onSearch: (text: string) => void;
  /** IDs of selected groups. */
  readonly selected: ReadonlySet<string>;
  /** Several groups can be selected. */
  readonly multiple?: boolean;
  /** Opened, so that it is seen. */
  readonly revealed?: string | undefined;
  /** Why a group cannot be chosen, in a word: `member`. Undefined: it can. */
  readonly explain?: (group: StoredGroup) => string | undefined;
  readonly onChoose: (group: StoredGroup) => void;
  /** Shown while the realm has no groups. */
  readonly empty: ReactNode;
  readonly maxHeight: string;
  /** In a dialog, the search has the focus first. */
  readonly autoFocus?: boolean;
  /** Beside the search. */
  readonly aside?: ReactNode;
}

type TreeProps = Omit<Props, 'search' | 'onSearch' | 'aside' | 'autoFocus'>;

function Label({ row, showsPath, selected, multiple, explain }: LabelProps): ReactNode {
  const { group } = row;
  if (group === undefined)
    return (
      <Text span fz="sm" c="var(--mantine-color-anchor)">
        {row.text}
      </Text>
    );
  const note = explain?.(group);
  const place = group.path.replace(/(?<!~)\/(?:~\/|[^/])*$/, '');
  return (
    <Group component="span" gap={6} wrap="nowrap">
      {multiple && selected.has(row.key) ? <IconCheck size={14} aria-hidden /> : undefined}
      <span style={{ overflow: 'hidden', textOverflow: 'ellipsis' }} title={group.path}>
        {group.name}
        {showsPath && place !== '' ? (
          <Text span fz="xs" c="dimmed">
            {' '}
            {text('components:groups.place', { path: place })}
          </Text>
        ) : undefined}
      </span>
      {note === undefined ? undefined : (
        <Text span fz="xs" c="dimmed">
          {note}
        </Text>
      )}
    </Group>
  );
}

interface LabelProps extends Pick<TreeProps, 'selected' | 'explain'> {
  readonly row: GroupRow;
  readonly multiple: boolean;
  readonly showsPath: boolean;
}

interface RowsProps extends TreeProps {
  readonly label: string;
  readonly rows: readonly GroupRow[];
  readonly showsPath?: boolean;
  readonly onMore?: (parentId: string | undefined) => void;
  readonly onToggle?: (id: string) => void;
}

function Rows(props: RowsProps): ReactNode {
  const { label, rows, selected, multiple = false, explain, onChoose, maxHeight } = props;
  const { showsPath = false, onMore, onToggle } = props;
  return (
    <TreeView
      label={label}
      rows={rows}
      selected={selected}
      multiple={multiple}
      isDisabled={({ group }) => group !== undefined && explain?.(group) !== undefined}
      onChoose={({ group, parentId }) => (group === undefined ? onMore?.(parentId) : onChoose(group))}
      onToggle={({ key }) => onToggle?.(key)}
      maxHeight={maxHeight}
      render={(row) => (
        <Label
          row={row}
          showsPath={showsPath}
          selected={selected}
          multiple={multiple}
          {...(explain === undefined ? {} : { explain })}
        />
      )}
    />
  );
}

function Tree(props: TreeProps): ReactNode {
  const { rows, isLoading, error, retry, toggle, more } = useGroupRows(props.revealed);
  if (error !== null && rows.length === 0) return <ErrorState error={error} retry={retry} />;
  if (isLoading)
    return (
      <Stack gap={8} role="status" aria-busy="true" aria-label={text('ui:loading')}>
        <Skeleton height={20} />
        <Skeleton height={20} />
        <Skeleton height={20} />
      </Stack>
    );
  if (rows.length === 0) return props.empty;
  return (
    <Rows {...props} label={text('components:groups.label')} rows={rows} onMore={more} onToggle={toggle} />
  );
}

function Results({ search, ...props }: TreeProps & { readonly search: string }): ReactNode {
  const found = useGroupSearch(search);
  const total = useGroupCount(search).data ?? 0;
  return (
    <QueryView query={found}>
      {(groups) => (
        <Stack gap="xs">
          {groups.length === 0 ? undefined : (
            <Rows {...props} label={text('components:groups.matching')} rows={searchRows(groups)} showsPath />
          )}
          <Text c="dimmed" fz="sm" role="status">
            {groups.length === 0
              ? text('components:groups.none')
              : total > GROUPS_PER_PAGE
                ? text('components:groups.first', { shown: GROUPS_PER_PAGE, total })
                : undefined}
          </Text>
        </Stack>
      )}
    </QueryView>
  );
}

/** While there is a search, the matching groups of all levels are listed with their paths. */
export function GroupTree({ search, onSearch, aside, autoFocus = false, ...props }: Props): ReactNode {
  const [typed] = useDebouncedValue(search, 200);
  const wanted = search.trim() === '' ? '' : typed.trim();
  return (
    <Stack gap="sm">
      <Group gap="xs" wrap="nowrap">
        <SearchField
          label={text('components:groups.search')}
          placeholder={text('components:groups.placeholder')}
          flex="1 1 auto"
          autoFocus={autoFocus}
          value={search}
          onChange={onSearch}
        />
        {aside}
      </Group>
      {wanted === '' ? <Tree {...props} /> : <Results {...props} search={wanted} />}
    </Stack>
  );
}
