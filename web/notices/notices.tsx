import { data, Form, Link, redirect, useNavigation } from 'react-router'
import { addDays, lagosDateOf } from '#domain/calendar.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import { NOT_THERE } from '#domain/texts/screens.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { keepWhenOffline, orOffline } from '#web/offline.ts'
import { titled } from '#web/titled.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { clockTime, datedDay, day, plural } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { addressOf, isId, pageOf } from '../list-page.ts'
import { useLiveRows } from '../live-rows.ts'
import { useShell } from '../shell.ts'
import type { Route } from './+types/notices.ts'
import { type ListedNotice, listNotices, markRead } from './queries.ts'

const PATH = '/account/notices'

export async function loader({ url, context }: Route.LoaderArgs) {
  const page = pageOf(url.searchParams)
  const list = await listNotices(context.get(apiContext), page)
  return { ...list, page, today: lagosDateOf(new Date()), userId: context.get(viewerContext).userId ?? '' }
}

/** Opens one notice, which is read from then on, or marks all of them. */
export async function action({ request, context }: Route.ActionArgs) {
  const wish = String((await request.formData()).get('read') ?? '')
  if (wish !== 'all' && !isId(wish)) return data({ text: NOT_THERE }, 400)
  const { link, failure } = await markRead(context.get(apiContext), wish)
  if (failure) return data({ text: failure }, 409)
  return redirect(link ?? PATH)
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  orOffline(serverAction, () => ({ text: errorTexts.offline }))

export const shouldRevalidate = keepWhenOffline

/** What a person was told, newest first. */
export default function Notices({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, page, pageCount, failure, today, userId } = loaderData
  const { unread } = useShell()
  useLiveRows([{ table: 'notices', filter: `person_id=eq.${userId}` }])
  const isNew = unread > 0 || rows.some(({ read_at }) => read_at === null)
  return (
    <>
      <PageHeading lead={leadOf(unread, rows.length)} action={isNew && <MarkAll />}>
        Notices
      </PageHeading>
      {actionData && (
        <Notice tone="error" className="mb-5">
          {actionData.text}
        </Notice>
      )}
      {failure && <ErrorState message={failure} reload="Your notices are safe." />}
      {!failure && rows.length === 0 && (
        <EmptyState title="No notices yet." action={<LinkButton to="/group-buys">See what is being bought</LinkButton>}>
          What happens to your orders, your money and the shops you follow stands here.
        </EmptyState>
      )}
      {byDay(rows).map(({ date, notices }) => (
        <section key={date} aria-labelledby={`day-${date}`} className="mb-6">
          <h2 id={`day-${date}`} className="mb-1 text-14 font-semibold text-soft">
            {dayText(date, today)}
          </h2>
          <ul className="divide-y divide-grain border-y border-grain">
            {notices.map((notice) => (
              <Row key={notice.id} {...notice} />
            ))}
          </ul>
        </section>
      ))}
      <Pagination page={page} pageCount={pageCount} linkTo={(to) => addressOf(PATH, { page: to })} label="notices" />
      <p className="mt-8">
        <Link to="/account/notices/preferences" className="font-semibold text-link">
          How we tell you
        </Link>
      </p>
    </>
  )
}

const leadOf = (unread: number, shown: number): string => {
  if (unread > 0) return `${plural(unread, 'new notice')}.`
  return shown > 0 ? 'You are all caught up.' : 'What has happened to your orders and your money.'
}

function byDay(rows: readonly ListedNotice[]): { date: string; notices: ListedNotice[] }[] {
  const days: { date: string; notices: ListedNotice[] }[] = []
  for (const notice of rows) {
    const date = lagosDateOf(new Date(notice.created_at))
    const last = days.at(-1)
    if (last?.date === date) last.notices.push(notice)
    else days.push({ date, notices: [notice] })
  }
  return days
}

function dayText(date: string, today: string): string {
  if (date === today) return 'Today'
  if (date === addDays(today, -1)) return 'Yesterday'
  return date.slice(0, 4) === today.slice(0, 4) ? day(date) : datedDay(date)
}

function MarkAll() {
  const busy = useNavigation().formData?.get('read') === 'all'
  return (
    <Form method="post" action={PATH}>
      <input type="hidden" name="read" value="all" />
      <Button tone="plain" busy={busy} busyLabel="Marking">
        Mark all as read
      </Button>
    </Form>
  )
}

/** A form, because opening a notice marks it. */
function Row({ id, title, body, created_at, read_at }: ListedNotice) {
  const isNew = read_at === null
  return (
    <li
      className={cx(
        'relative border-l-4 py-3 pr-1 pl-3 hover:bg-grain-wash',
        isNew ? 'border-l-oil' : 'border-l-paper',
      )}
    >
      <p className="flex items-center gap-2 text-14 text-soft">
        {clockTime(created_at)} {isNew && <Badge tone="warm">New</Badge>}
      </p>
      <Form method="post" action={PATH}>
        <input type="hidden" name="read" value={id} />
        <h3 className="text-16 break-words">
          <button
            type="submit"
            className={cx('text-left text-link after:absolute after:inset-0', isNew ? 'font-bold' : 'font-semibold')}
          >
            {title}
          </button>
        </h3>
      </Form>
      <p className={cx('max-w-measure break-words', !isNew && 'text-soft')}>{body}</p>
    </li>
  )
}

export const meta: Route.MetaFunction = () => titled('Notices', 'What has happened to your orders and your money.')
