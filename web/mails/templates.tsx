import { Link } from 'react-router'
import { emptyTexts } from '#domain/texts/screens.ts'
import { apiContext } from '#web/context.ts'
import { ListScreen } from '#web/desk/lists/list-screen.tsx'
import { SettingsTabs } from '#web/desk/settings-tabs.tsx'
import { pageMeta } from '#web/page-meta.ts'
import { longDay } from '#web/ui/format.ts'
import { Notice } from '#web/ui/notice.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/tables/table.tsx'
import type { Route } from './+types/templates.ts'
import { listTemplates } from './queries.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  return { list: await listTemplates(context.get(apiContext)), saved: url.searchParams.get('done') === 'saved' }
}

export default function Templates({ loaderData: { list, saved } }: Route.ComponentProps) {
  return (
    <ListScreen
      title="Email templates"
      lead="The wording of the mails that are sent automatically."
      caption="Email templates"
      list={list}
      columns={columns}
      rowKey={({ id }) => id}
      empty={<EmptyState title={emptyTexts.templates}>The market brings its own when it is set up.</EmptyState>}
    >
      <SettingsTabs current="templates" />
      {saved && (
        <Notice tone="success" className="mb-5">
          The template is saved. The next mail will use it.
        </Notice>
      )}
    </ListScreen>
  )
}

const columns: Column<Route.ComponentProps['loaderData']['list']['rows'][number]>[] = [
  {
    header: 'Subject',
    heading: true,
    cell: ({ id, subject }) => (
      <Link to={`/chief/settings/templates/${id}`} className="block sm:min-w-44 break-words text-link">
        {subject}
      </Link>
    ),
  },
  { header: 'Type', cell: ({ type }) => type },
  { header: 'Changed', cell: ({ updated_at: at }) => <span className="whitespace-nowrap">{longDay(at)}</span> },
]

export const meta: Route.MetaFunction = () => pageMeta('Email templates', 'Mails the market sends.')
