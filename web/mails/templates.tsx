import { Link } from 'react-router'
import { emptyTexts } from '#domain/texts/screens.ts'
import { apiContext } from '#web/context.ts'
import { pageMeta } from '#web/page-meta.ts'
import { longDay } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { Table } from '#web/ui/table.tsx'
import { SettingsTabs } from '../desk/settings-tabs.tsx'
import type { Route } from './+types/templates.ts'
import { listTemplates } from './queries.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  return { ...(await listTemplates(context.get(apiContext))), saved: url.searchParams.get('done') === 'saved' }
}

export default function Templates({ loaderData: { rows, failure, saved } }: Route.ComponentProps) {
  return (
    <>
      <PageHeading lead="The wording of the mails that are sent automatically.">Email templates</PageHeading>
      <SettingsTabs current="templates" />
      {saved && (
        <Notice tone="success" className="mb-5">
          The template is saved. The next mail will use it.
        </Notice>
      )}
      {failure ? (
        <ErrorState message={failure} reload />
      ) : (
        <Table
          stacked
          caption="Email templates"
          columns={[
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
            {
              header: 'Changed',
              cell: ({ updated_at: at }) => <span className="whitespace-nowrap">{longDay(at)}</span>,
            },
          ]}
          rows={rows}
          rowKey={({ id }) => id}
          empty={<EmptyState title={emptyTexts.templates}>The market brings its own when it is set up.</EmptyState>}
        />
      )}
    </>
  )
}

export const meta: Route.MetaFunction = () => pageMeta('Email templates', 'Mails the market sends.')
