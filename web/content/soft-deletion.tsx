import type { Api } from '#api/api.ts'
import type { ListedState } from '#domain/content/states.ts'
import type { BulkList } from '#web/desk/lists/bulk/bulk-act.ts'
import { runSingleAct } from '#web/desk/lists/bulk/single-act.ts'
import type { SubmittedForm } from '#web/forms/form.ts'
import type { ActionOutcome } from '#web/forms/outcome.tsx'
import { Tabs } from '#web/ui/tables/tabs.tsx'
import { DeleteTool, type DeleteToolProps, EditTool, RestoreTool, RowTools } from './row-tools.tsx'

// Deals and adverts are deleted softly: the row is retained and can be restored from its own tab.

/** The tab in the address. */
export const readListedState = (params: URLSearchParams): ListedState =>
  params.get('show') === 'deleted' ? 'deleted' : 'active'

/** The outcome of the form that redirected here; null otherwise. */
export function savedOutcome(params: URLSearchParams, text: string): ActionOutcome | null {
  return params.get('done') === 'saved' ? { ok: true, text } : null
}

interface StatusTexts {
  delete: { done: string; failed: string }
  restore: { done: string; failed: string }
}

interface StatusChange {
  list: BulkList
  /** Path of the list. */
  path: string
  texts: StatusTexts
}

/** Deletes or restores a row, by the form's intent. */
export function changeStatus(api: Api, form: SubmittedForm, { list, path, texts }: StatusChange) {
  const act = form.field('intent') === 'restore' ? 'restore' : 'delete'
  return runSingleAct(api, form, {
    ...texts[act],
    list,
    act,
    to: `${path}/bulk`,
    row: { id: form.field('id'), seen: '' },
  })
}

interface ListedTabsProps {
  /** For screen readers: "Deals by status". */
  label: string
  path: string
  /** Label of the tab with the rows that are not deleted. */
  active: string
  status: ListedState
}

export function ListedTabs({ label, path, active, status }: ListedTabsProps) {
  return (
    <Tabs
      label={label}
      tabs={[
        { to: path, label: active, current: status === 'active' },
        { to: `${path}?show=deleted`, label: 'Deleted', current: status === 'deleted' },
      ]}
    />
  )
}

interface ListedToolsProps extends DeleteToolProps {
  /** A `ListedState`, typed as a string because it comes from the database. */
  status: string
  path: string
}

/** Edit, then delete or restore. */
export function ListedTools({ status, path, ...row }: ListedToolsProps) {
  return (
    <RowTools>
      <EditTool to={`${path}/${row.id}`} name={row.name} />
      {status === 'deleted' ? <RestoreTool id={row.id} name={row.name} /> : <DeleteTool {...row} />}
    </RowTools>
  )
}
