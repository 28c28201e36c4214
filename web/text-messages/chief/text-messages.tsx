import { formatNaira } from '#domain/money.ts'
import { type TextChannel, textChannelNames } from '#domain/text-messages/text-channels.ts'
import { lagosDate } from '#domain/time/calendar.ts'
import { apiContext, siteContext } from '#web/context.ts'
import { ListFilters } from '#web/desk/lists/list-filters.tsx'
import { DAYS, readListQuery } from '#web/desk/lists/list-query.ts'
import { PagedTable } from '#web/desk/lists/paged-table.tsx'
import { SettingsTabs } from '#web/desk/settings-tabs.tsx'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { count, datedMoment } from '#web/ui/format.ts'
import { PageHeading, SectionHeading } from '#web/ui/headings.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { type Column, Table } from '#web/ui/tables/table.tsx'
import { listTextMonths, listUndelivered, type TextMonth } from '../queries.ts'
import type { Route } from './+types/text-messages.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const query = readListQuery(url.searchParams, DAYS)
  const [months, undelivered] = await Promise.all([listTextMonths(api), listUndelivered(api, query)])
  return { months, undelivered, query, today: lagosDate(new Date()), offered: context.get(siteContext).textChannels }
}

export const shouldRevalidate = revalidateUnlessOffline

/** Number and cost of SMS and WhatsApp notices by month, and those that did not arrive. */
export default function TextMessages({ loaderData }: Route.ComponentProps) {
  const { months, undelivered, query, today, offered } = loaderData
  return (
    <>
      <PageHeading lead="What notices by SMS and WhatsApp cost, by month. Their ceilings a day are among the settings.">
        SMS and WhatsApp
      </PageHeading>
      <SettingsTabs current="text-messages" />
      <p className="mb-4">
        {offered.length === 0
          ? 'Neither is switched on: buyers cannot choose them. Codes still go by SMS to buyers who have no e-mail address.'
          : `Switched on: ${offered.map((channel) => textChannelNames[channel]).join(' and ')}.`}
      </p>
      {months.failure && <ErrorState message={months.failure} reload />}
      <Table
        caption="Messages and cost by month"
        columns={MONTHS}
        rows={months.rows}
        rowKey={({ month, channel }) => `${month} ${channel}`}
        empty={<EmptyState title="No messages yet.">Months appear here with the first message.</EmptyState>}
        stacked
      />
      <section aria-labelledby="undelivered" className="mt-8">
        <SectionHeading id="undelivered">Not delivered</SectionHeading>
        <ListFilters filters={DAYS} query={query} today={today} />
        <PagedTable
          noun={{ one: 'message not delivered', many: 'messages not delivered' }}
          list={undelivered}
          columns={UNDELIVERED}
          rowKey={({ id }) => String(id)}
          query={query}
          empty={<EmptyState title="Nothing is here.">Messages that did not arrive appear here.</EmptyState>}
        />
      </section>
    </>
  )
}

const MONTHS: Column<TextMonth>[] = [
  { header: 'Month', heading: true, cell: ({ month, channel }) => `${month.slice(0, 7)}, ${channel}` },
  { header: 'Cost', numeric: true, cell: ({ costKobo }) => formatNaira(costKobo) },
  { header: 'Sent', numeric: true, cell: ({ sent }) => count(sent) },
  { header: 'Delivered', numeric: true, cell: ({ delivered }) => count(delivered) },
  { header: 'Failed', numeric: true, cell: ({ failed }) => count(failed) },
  { header: 'No answer', numeric: true, cell: ({ unknown }) => count(unknown) },
  { header: 'Not sent', numeric: true, cell: ({ dropped }) => count(dropped) },
  { header: 'Waiting', numeric: true, cell: ({ waiting }) => count(waiting) },
]

type Undelivered = Awaited<ReturnType<typeof listUndelivered>>['rows'][number]

const stateNames: Record<string, string> = { failed: 'Failed', unknown: 'No answer', dropped: 'Not sent' }

const UNDELIVERED: Column<Undelivered>[] = [
  {
    header: 'Message',
    heading: true,
    cell: ({ channel, kind }) => `${textChannelNames[channel as TextChannel]}: ${kind.replaceAll('-', ' ')}`,
  },
  { header: 'Status', cell: ({ status }) => stateNames[status] ?? status },
  { header: 'Reason', wide: true, cell: ({ reason }) => reason ?? '' },
  { header: 'When', cell: ({ created_at }) => datedMoment(created_at) },
]

export const meta: Route.MetaFunction = () => pageMeta('SMS and WhatsApp', 'What notices by SMS and WhatsApp cost.')
