import { Form, useLocation, useMatches, useSearchParams } from 'react-router'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { ConfirmForm } from '#web/ui/fields/confirm-form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Tabs } from '#web/ui/tables/tabs.tsx'
import { viewOf } from './list-view.ts'
import { type SavedView, viewFaults, WHOLE_LIST } from './saved-views.ts'

/** The viewer's views of this list as tabs, and the forms that save, rename and delete them. */
export function ViewTabs() {
  const { pathname } = useLocation()
  const [params] = useSearchParams()
  const matches = useMatches()
  const views = matches.flatMap(({ loaderData }) => (loaderData as { views?: SavedView[] } | null)?.views ?? [])
  const query = viewOf(params)
  const current = views.find((view) => view.query === query)
  const fault = viewFaults[params.get('fault') ?? '']
  const isWhole = query === ''
  if (views.length === 0 && isWhole && !fault) return null
  const list = pathname.replace(/\/$/, '')
  const all = views.some((view) => view.is_default) ? `${list}?${WHOLE_LIST}=yes` : list
  return (
    <div className="mb-4">
      {views.length > 0 && (
        <Tabs
          label="Saved views"
          tabs={[
            { to: all, label: 'All', current: isWhole },
            ...views.map(({ name, query: saved }) => ({
              to: `${list}?${saved}`,
              label: name,
              current: saved === query,
            })),
          ]}
        />
      )}
      {fault && (
        <Notice tone="error" className="my-3">
          {fault}
        </Notice>
      )}
      {current ? <ChangeView view={current} list={list} /> : !isWhole && <SaveView list={list} query={query} />}
    </div>
  )
}

interface ViewFormProps {
  list: string
  query: string
}

function SaveView({ list, query }: ViewFormProps) {
  return (
    <details className="mt-2">
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-adire underline underline-offset-4">
        Save this view
      </summary>
      <Form method="post" action={actionOf(list)} className="flex flex-wrap items-end gap-3">
        <input type="hidden" name="list" value={list} />
        <input type="hidden" name="query" value={query} />
        <TextField label="Name" name="name" required maxLength={40} className="min-w-44" />
        <Button tone="plain" name="act" value="save">
          Save
        </Button>
      </Form>
    </details>
  )
}

function ChangeView({ view, list }: { view: SavedView; list: string }) {
  const { id, name, query, is_default: isDefault } = view
  const about = { list, query, id }
  return (
    <div className="mt-2 flex flex-wrap items-center gap-3">
      <Form method="post" action={actionOf(list)}>
        {Object.entries({ ...about, act: 'default', on: String(!isDefault) }).map(([field, value]) => (
          <input key={field} type="hidden" name={field} value={value} />
        ))}
        <Button tone="plain" size="small">
          {isDefault ? 'Open the whole list first' : 'Open this view first'}
        </Button>
      </Form>
      <ConfirmForm
        question={`Rename “${name}”`}
        confirmLabel="Rename"
        confirmTone="primary"
        cancelLabel="Keep the name"
        action={actionOf(list)}
        fields={{ ...about, act: 'rename' }}
        className={buttonClass({ tone: 'plain', size: 'small' })}
        choice={<TextField label="New name" name="name" required maxLength={40} defaultValue={name} />}
      >
        Rename
      </ConfirmForm>
      <ConfirmForm
        question={`Delete the view “${name}”?`}
        detail="Only the view is deleted, and no row of the list."
        confirmLabel="Delete view"
        action={actionOf(list)}
        fields={{ ...about, act: 'delete' }}
        className={buttonClass({ tone: 'plain', size: 'small' })}
      >
        Delete view
      </ConfirmForm>
    </div>
  )
}

/** "/manager/lists/views": within the area, whose guard runs first. */
const actionOf = (list: string) => `/${list.split('/')[1]}/lists/views`
