import { Link } from 'react-router'
import { apiContext } from '#web/context.ts'
import { readListQuery } from '#web/desk/lists/list-query.ts'
import { isId } from '#web/list-page.ts'
import { pageMeta } from '#web/page-meta.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import type { Route } from './+types/journal.ts'
import { BooksTabs } from './books-tabs.tsx'
import { DownloadJournal, JournalTable } from './journal-table.tsx'
import { type JournalKey, lineSorts, listJournalLines, readSubject } from './queries.ts'

const SUBJECTS: Readonly<Record<string, JournalKey['of']>> = { orders: 'order', buys: 'buy', payments: 'payment' }

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const of = SUBJECTS[url.pathname.split('/')[3] ?? '']
  if (!of || !isId(params.id)) throw new Response('Not found', { status: 404 })
  const journal = { of, id: params.id }
  const { page, sort } = readListQuery(url.searchParams, {}, lineSorts(of))
  const [subject, list] = await Promise.all([
    readSubject(api, journal),
    listJournalLines(api, { ...journal, page, sort }),
  ])
  if (!subject && !list.failure) throw new Response('Not found', { status: 404 })
  return { subject, journal, page, list }
}

/** The journal of an order, a group buy or a payment. */
export default function Journal({ loaderData: { subject, journal, page, list } }: Route.ComponentProps) {
  return (
    <>
      <PageHeading
        lead={subject && `Status: ${subject.status.replaceAll('_', ' ')}.`}
        action={<DownloadJournal journal={journal} />}
      >
        <span className="break-all">{subject?.name ?? 'Journal'}</span>
      </PageHeading>
      <BooksTabs current="ledger" />
      <p className="mb-4 flex flex-wrap gap-x-6">
        {subject?.paymentId && (
          <Link to={`/chief/ledger/payments/${subject.paymentId}`} className="py-2 text-link">
            Its payment
          </Link>
        )}
        {subject?.buyId && (
          <Link to={`/chief/ledger/buys/${subject.buyId}`} className="py-2 text-link">
            Its group buy
          </Link>
        )}
      </p>
      <JournalTable list={list} journal={journal} page={page} />
    </>
  )
}

export const meta: Route.MetaFunction = () => pageMeta('Journal', 'All entries of one order, payment or group buy.')
