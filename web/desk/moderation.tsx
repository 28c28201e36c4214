import type { ReactNode } from 'react'
import { Form, type LoaderFunctionArgs, useLocation, useNavigation } from 'react-router'
import type { Api } from '#api/api.ts'
import { lagosDate } from '#domain/time/calendar.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import type { FormResult } from '#web/forms/form.ts'
import { pathWithParams } from '#web/list-page.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/controls/text-field.tsx'
import { cx } from '#web/ui/cx.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { BulkBar, type BulkOffer } from './lists/bulk/bulk-bar.tsx'
import { UndoableOutcome } from './lists/bulk/undoable-outcome.tsx'
import { ListFilters } from './lists/list-filters.tsx'
import { DAYS, readListQuery } from './lists/list-query.ts'
import { readOwnShop } from './shop/own-shop.ts'

interface ModerationList<Row> {
  rows: Row[]
  count: number
  pageCount: number
  failure: string | null
}

interface ModerationQuery {
  /** The shop whose texts are listed; null for all reported texts. */
  vendorId: string | null
  page: number
  from: string
  until: string
}

/** One page of user-written texts: the shop's own in the vendor's area, the reported ones for staff. */
export async function readModerationList<Row>(
  { url, context }: Pick<LoaderFunctionArgs, 'context'> & { url: URL },
  read: (api: Api, query: ModerationQuery) => Promise<ModerationList<Row>>,
) {
  const api = context.get(apiContext)
  const isShop = url.pathname.toLowerCase().startsWith('/vendor')
  const shop = isShop ? await readOwnShop(api, context.get(viewerContext).userId) : null
  const { sort: _, ...query } = readListQuery(url.searchParams, DAYS)
  const none: ModerationList<Row> = { rows: [], count: 0, pageCount: 0, failure: null }
  const list = isShop && !shop ? none : await read(api, { vendorId: shop?.id ?? null, ...query })
  return { isShop, query, list, today: lagosDate(new Date()) }
}

interface ModerationDeskProps {
  title: string
  lead: string
  /** The empty state. */
  empty: { title: string; text: string }
  query: { page: number; from: string; until: string }
  /** The Lagos day. */
  today: string
  /** Tabs of the lists beside this one. */
  tabs?: ReactNode
  list: Pick<ModerationList<unknown>, 'rows' | 'pageCount' | 'failure'>
  outcome: FormResult | undefined
  /** The form of the rows’ checkboxes, and what it offers for them. */
  bulk?: { form: string; offer: BulkOffer } | null
  children: ReactNode
}

/** The page of a moderation list. */
export function ModerationDesk(props: ModerationDeskProps) {
  const { title, lead, empty, query, today, tabs, list, outcome, bulk, children } = props
  const path = useLocation().pathname.replace(/\/$/, '')
  const hasDays = query.from !== '' || query.until !== ''
  return (
    <>
      <PageHeading lead={lead}>{title}</PageHeading>
      <UndoableOutcome namesFault outcome={outcome} />
      {tabs}
      <ListFilters filters={DAYS} query={query} today={today} />
      {list.failure && <ErrorState message={list.failure} reload />}
      {!list.failure && list.rows.length === 0 && (
        <EmptyState title={hasDays ? 'Nothing on these days.' : empty.title}>
          {hasDays ? 'Remove a day to see more.' : empty.text}
        </EmptyState>
      )}
      <ul className="grid max-w-measure divide-y divide-grain">{children}</ul>
      {bulk && list.rows.length > 0 && <BulkBar id={bulk.form} offer={bulk.offer} />}
      <Pagination
        page={query.page}
        pageCount={list.pageCount}
        linkTo={(page) => pathWithParams(path, { ...query, page })}
        label={title.toLowerCase()}
      />
    </>
  )
}

interface ModeratedRow {
  reported_at: string | null
  report_reason: string | null
  judged_at: string | null
  judge_reason: string | null
  hidden_at: string | null
}

/** The report and the decision of the staff. */
export function Verdict({ of }: { of: ModeratedRow }) {
  const { reported_at, report_reason, judged_at, judge_reason, hidden_at } = of
  if (!reported_at) return null
  return (
    <p className="break-words text-14">
      <Badge tone={hidden_at ? 'urgent' : judged_at ? 'plain' : 'warm'}>
        {hidden_at ? 'Hidden' : judged_at ? 'Stays' : 'Reported'}
      </Badge>{' '}
      {report_reason}
      {judge_reason && judge_reason !== report_reason && `. Decided: ${judge_reason}`}
    </p>
  )
}

interface CollapsedFormProps {
  label: string
  open?: boolean
  /** The desk's main action. */
  first?: boolean
  children: ReactNode
}

export function CollapsedForm({ label, open = false, first = false, children }: CollapsedFormProps) {
  return (
    <details open={open}>
      <summary
        className={cx(
          'inline-flex min-h-11 items-center text-adire underline underline-offset-4',
          first ? 'font-semibold' : 'text-14',
        )}
      >
        {label}
      </summary>
      {children}
    </details>
  )
}

interface TextActionFormProps {
  /** The field with the row's id, and the id. */
  of: { name: string; id: string }
  label: string
  most?: number
  typed: string
  actions: readonly { intent: string; text: string }[]
}

/** A form with a text about one row, and a button for each action. */
export function TextActionForm({ of, label, most = 500, typed, actions }: TextActionFormProps) {
  const form = useNavigation().formData
  const busy = form?.get(of.name) === of.id ? form.get('intent') : null
  return (
    <Form method="post" className="grid gap-3">
      <input type="hidden" name={of.name} value={of.id} />
      <TextArea label={label} name="words" rows={2} required maxLength={most} defaultValue={typed} />
      <div className="flex flex-wrap gap-3">
        {actions.map(({ intent, text }) => (
          <Button key={intent} name="intent" value={intent} tone="plain" busy={busy === intent} busyLabel="Saving">
            {text}
          </Button>
        ))}
      </div>
    </Form>
  )
}

export const REPORT_ACTIONS = [{ intent: 'report', text: 'Report' }]
export const MODERATE_ACTIONS = [
  { intent: 'hide', text: 'Hide it' },
  { intent: 'keep', text: 'Keep it' },
]
