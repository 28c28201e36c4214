import { emptyTexts } from '#domain/texts/screens.ts'
import { apiContext } from '#web/context.ts'
import { pageMeta } from '#web/page-meta.ts'
import { longDay } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import type { Route } from './+types/templates.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const { data, error } = await context
    .get(apiContext)
    .tables.from('email_templates')
    .select('id, type, subject, content, updated_at')
    .order('type')
  return { templates: data ?? [], failure: error?.message ?? null }
}

/** Templates of automatic mails, read-only; administrators edit them. */
export default function Templates({ loaderData: { templates, failure } }: Route.ComponentProps) {
  return (
    <>
      <PageHeading lead="The wording of the mails that are sent automatically. A chief can change it.">
        Email templates
      </PageHeading>
      {failure && <ErrorState message={failure} reload />}
      {!failure && templates.length === 0 && <EmptyState title={emptyTexts.templates} />}
      <div className="grid gap-4">
        {templates.map(({ id, type, subject, content, updated_at: at }) => (
          <details key={id} className="rounded-card border border-grain bg-card">
            <summary className="flex min-h-14 flex-wrap items-baseline gap-x-4 px-4 py-3">
              <h2 className="text-18 break-words">{subject}</h2>
              <span className="text-14 text-soft">
                {type}, changed {longDay(at)}
              </span>
            </summary>
            <p className="border-t border-grain px-4 py-3 font-mono text-14 break-words whitespace-pre-wrap">
              {content}
            </p>
          </details>
        ))}
      </div>
    </>
  )
}

export const meta: Route.MetaFunction = () => pageMeta('Email templates', 'Mails the market sends.')
