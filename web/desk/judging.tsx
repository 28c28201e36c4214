import type { ReactNode } from 'react'
import { Form, type LoaderFunctionArgs, useLocation, useNavigation } from 'react-router'
import type { Api } from '#api/api.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { addressOf, pageParam } from '#web/list-page.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { readOwnShop } from './own-shop.ts'

interface JudgedList<Row> {
  rows: Row[]
  count: number
  pageCount: number
  failure: string | null
}

interface Wanted {
  /** A shop's own; all that were reported without. */
  vendorId: string | null
  page: number
}

/** A page of what people wrote: for a shop what is its own, for staff what was reported. */
export async function readJudging<Row>(
  { url, context }: Pick<LoaderFunctionArgs, 'context'> & { url: URL },
  read: (api: Api, wanted: Wanted) => Promise<JudgedList<Row>>,
) {
  const api = context.get(apiContext)
  const isShop = url.pathname.toLowerCase().startsWith('/vendor')
  const shop = isShop ? await readOwnShop(api, context.get(viewerContext).userId) : null
  const page = pageParam(url.searchParams)
  const none: JudgedList<Row> = { rows: [], count: 0, pageCount: 0, failure: null }
  const list = isShop && !shop ? none : await read(api, { vendorId: shop?.id ?? null, page })
  return { isShop, page, list }
}

interface JudgingDeskProps {
  title: string
  lead: string
  /** Said while there is nothing. */
  empty: { title: string; text: string }
  page: number
  list: Pick<JudgedList<unknown>, 'rows' | 'pageCount' | 'failure'>
  outcome: { ok: boolean; text: string } | undefined
  children: ReactNode
}

/** The page around such a list. */
export function JudgingDesk({ title, lead, empty, page, list, outcome, children }: JudgingDeskProps) {
  const path = useLocation().pathname.replace(/\/$/, '')
  return (
    <>
      <PageHeading lead={lead}>{title}</PageHeading>
      {outcome && (
        <Notice tone={outcome.ok ? 'success' : 'error'} className="mb-5">
          {outcome.text}
        </Notice>
      )}
      {list.failure && <ErrorState message={list.failure} reload />}
      {!list.failure && list.rows.length === 0 && <EmptyState title={empty.title}>{empty.text}</EmptyState>}
      <ul className="grid max-w-measure divide-y divide-grain">{children}</ul>
      <Pagination
        page={page}
        pageCount={list.pageCount}
        linkTo={(to) => addressOf(path, { page: to })}
        label={title.toLowerCase()}
      />
    </>
  )
}

interface Judged {
  reported_at: string | null
  report_reason: string | null
  judged_at: string | null
  judge_reason: string | null
  hidden_at: string | null
}

/** What was reported, and what staff decided. */
export function Verdict({ of }: { of: Judged }) {
  const { reported_at, report_reason, judged_at, judge_reason, hidden_at } = of
  if (!reported_at) return null
  return (
    <p className="break-words text-14">
      <Badge tone={hidden_at ? 'urgent' : judged_at ? 'plain' : 'warm'}>
        {hidden_at ? 'Hidden' : judged_at ? 'Stays' : 'Reported'}
      </Badge>{' '}
      {report_reason}
      {judge_reason && `. Decided: ${judge_reason}`}
    </p>
  )
}

interface FoldedProps {
  label: string
  open?: boolean
  /** What the desk is for, rather than besides. */
  first?: boolean
  children: ReactNode
}

export function Folded({ label, open = false, first = false, children }: FoldedProps) {
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

interface WordsProps {
  /** The field with the row's id, and the id. */
  of: { name: string; id: string }
  label: string
  most?: number
  typed: string
  presses: readonly { intent: string; text: string }[]
}

/** A text about one row, and what is done with it. */
export function Words({ of, label, most = 500, typed, presses }: WordsProps) {
  const form = useNavigation().formData
  const busy = form?.get(of.name) === of.id ? form.get('intent') : null
  return (
    <Form method="post" className="grid gap-3">
      <input type="hidden" name={of.name} value={of.id} />
      <TextArea label={label} name="words" rows={2} required maxLength={most} defaultValue={typed} />
      <div className="flex flex-wrap gap-3">
        {presses.map(({ intent, text }) => (
          <Button key={intent} name="intent" value={intent} tone="plain" busy={busy === intent} busyLabel="Saving">
            {text}
          </Button>
        ))}
      </div>
    </Form>
  )
}

export const REPORT = [{ intent: 'report', text: 'Report' }]
export const JUDGE = [
  { intent: 'hide', text: 'Hide it' },
  { intent: 'keep', text: 'Keep it' },
]
