import { data } from 'react-router'
import { REPORT_DECISIONS, type ReportDecision, reportDecisionLabels } from '#domain/messages/reports.ts'
import { lagosDate } from '#domain/time/calendar.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { ListFilters } from '#web/desk/lists/list-filters.tsx'
import { DAYS, readListQuery } from '#web/desk/lists/list-query.ts'
import { TextActionForm } from '#web/desk/moderation.tsx'
import { commandResult, keepInputOffline, readForm } from '#web/forms/form.ts'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { choiceParam, pathWithParams } from '#web/list-page.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Chip, ChipRow } from '#web/ui/browse/chip.tsx'
import { datedMoment } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { messagesBase, writesToPeople } from '../area.ts'
import { MessageTabs } from '../message-tabs.tsx'
import { listReports } from '../report-queries.ts'
import type { Route } from './+types/reports.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const { role } = context.get(viewerContext)
  if (!writesToPeople(role)) throw data(null, 404)
  const isDecided = choiceParam(url.searchParams, 'show', ['decided']) !== ''
  const query = readListQuery(url.searchParams, DAYS)
  const list = await listReports(context.get(apiContext), { ...query, isDecided })
  return { list, isDecided, query, today: lagosDate(new Date()), role, base: messagesBase(url.pathname) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const decision = REPORT_DECISIONS.find((one) => one === form.field('intent')) ?? 'nothing'
  const done = await context
    .get(apiContext)
    .command('decide-report', { report_id: form.field('report_id'), decision, reason: form.field('words') }, form.key)
  return commandResult(form, done, 'Decided. Both sides are told.')
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

const DECISIONS = [
  { intent: 'nothing', text: 'Nothing wrong' },
  { intent: 'hidden', text: 'Hide the message' },
  { intent: 'warned', text: 'Warn the writer' },
]

/** Reported messages, with the three decisions beside each. */
export default function Reports({ loaderData, actionData }: Route.ComponentProps) {
  const { list, isDecided, query, today, role, base } = loaderData
  const here = `${base}/reports`
  return (
    <>
      <PageHeading lead="Messages that people reported. Both sides are told what you decide; the writer reads why.">
        Reported messages
      </PageHeading>
      <MessageTabs base={base} current="reports" role={role} />
      <OutcomeNotice outcome={actionData} />
      <div className="mb-4">
        <ChipRow label="Reports by state">
          <Chip to={here} chosen={!isDecided}>
            To decide
          </Chip>
          <Chip to={`${here}?show=decided`} chosen={isDecided}>
            Decided
          </Chip>
        </ChipRow>
      </div>
      <ListFilters filters={DAYS} query={query} today={today} stays={['show']} />
      {list.failure && <ErrorState message={list.failure} reload />}
      {!list.failure && list.rows.length === 0 && (
        <EmptyState title="No report is here.">Messages that people report appear here.</EmptyState>
      )}
      <ul className="grid max-w-measure divide-y divide-grain">
        {list.rows.map((row) => (
          <li key={row.id} className="grid gap-2 py-4">
            <p className="text-14 text-soft">
              Reported {datedMoment(row.created_at)}
              {row.state && `, ${row.state}`}
            </p>
            <blockquote className="border-l-4 border-grain pl-4 break-words whitespace-pre-line">{row.text}</blockquote>
            <p className="break-words">Reason: {row.reason}</p>
            {row.decision ? (
              <p className="break-words">
                <Badge>{reportDecisionLabels[row.decision as ReportDecision]}</Badge> {row.decision_reason}
              </p>
            ) : (
              <TextActionForm
                of={{ name: 'report_id', id: row.id }}
                label="Why, in words that the writer reads"
                typed={actionData?.values.report_id === row.id ? (actionData.values.words ?? '') : ''}
                actions={DECISIONS}
              />
            )}
          </li>
        ))}
      </ul>
      <Pagination
        page={query.page}
        pageCount={list.pageCount}
        linkTo={(to) =>
          pathWithParams(here, { show: isDecided ? 'decided' : '', from: query.from, until: query.until, page: to })
        }
        label="reports"
      />
    </>
  )
}

export const meta: Route.MetaFunction = () => pageMeta('Reported messages', 'Messages that people reported.')
