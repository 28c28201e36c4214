import type { I18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { data, Form, Link, redirect, useNavigation } from 'react-router'
import type { OwnNoticeTemplates } from '#domain/mails/own-texts/own-text.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import { NOT_THERE } from '#domain/texts/screens.ts'
import { addDays, lagosDate } from '#domain/time/calendar.ts'
import { apiContext, i18nContext, viewerContext } from '#web/context.ts'
import { counted } from '#web/languages/counted.ts'
import { i18nFromMatches } from '#web/languages/i18n.ts'
import { translate } from '#web/languages/translate.ts'
import { isId, pageParam, pathWithParams } from '#web/list-page.ts'
import { useLiveRows } from '#web/lists/live-rows.ts'
import { revalidateUnlessOffline, withOfflineFallback } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { useShell } from '#web/shell.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { clockTime, datedDay, day } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import type { Route } from './+types/notices.ts'
import { listNotices, markRead, type StoredNotice } from './queries.ts'

const PATH = '/account/notices'

export async function loader({ url, context }: Route.LoaderArgs) {
  const page = pageParam(url.searchParams)
  const list = await listNotices(context.get(apiContext), page)
  const rows = list.rows.map((row) => inLanguage(context.get(i18nContext), row))
  return { ...list, rows, page, today: lagosDate(new Date()), userId: context.get(viewerContext).userId ?? '' }
}

/** Translates a notice on the server, so that pages don't carry its templates. */
function inLanguage(i18n: I18n, { templates, title, body, ...notice }: StoredNotice) {
  const texts = templates as unknown as OwnNoticeTemplates | null
  const own = texts?.own?.[i18n.locale]
  if (own) return { ...notice, ...own }
  return { ...notice, title: translate(i18n, texts?.title ?? title), body: translate(i18n, texts?.body ?? body) }
}

type ListedNotice = ReturnType<typeof inLanguage>

/** Marks one notice as read and redirects to its link, or marks all as read. */
export async function action({ request, context }: Route.ActionArgs) {
  const target = String((await request.formData()).get('read') ?? '')
  if (target !== 'all' && !isId(target)) return data({ text: NOT_THERE }, 400)
  const { link, failure } = await markRead(context.get(apiContext), target)
  if (failure) return data({ text: failure }, 409)
  return redirect(link ?? PATH)
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  withOfflineFallback(serverAction, () => ({ text: errorTexts.offline }))

export const shouldRevalidate = revalidateUnlessOffline

/** The viewer's notices, newest first. */
export default function Notices({ loaderData, actionData }: Route.ComponentProps) {
  const { i18n } = useLingui()
  const { rows, page, pageCount, failure, today, userId } = loaderData
  const { unread } = useShell()
  useLiveRows([{ table: 'notices', filter: `person_id=eq.${userId}` }])
  const isNew = unread > 0 || rows.some(({ read_at }) => read_at === null)
  return (
    <>
      <PageHeading lead={leadOf(i18n, { unread, shown: rows.length })} action={isNew && <MarkAll />}>
        {i18n.t('Notices')}
      </PageHeading>
      {actionData && (
        <Notice tone="error" className="mb-5">
          {translate(i18n, actionData.text)}
        </Notice>
      )}
      {failure && <ErrorState message={failure} reload={i18n.t('Your notices are safe.')} />}
      {!failure && rows.length === 0 && (
        <EmptyState
          title={i18n.t('No notices yet.')}
          action={<LinkButton to="/group-buys">{i18n.t('See the group buys')}</LinkButton>}
        >
          {i18n.t('We tell you here what happens to your orders, your money and the shops you follow.')}
        </EmptyState>
      )}
      {byDay(rows).map(({ date, notices }) => (
        <section key={date} aria-labelledby={`day-${date}`} className="mb-6">
          <h2 id={`day-${date}`} className="mb-1 text-14 font-semibold text-soft">
            {dayText(i18n, { date, today })}
          </h2>
          <ul className="divide-y divide-grain border-y border-grain">
            {notices.map((notice) => (
              <NoticeRow key={notice.id} {...notice} />
            ))}
          </ul>
        </section>
      ))}
      <Pagination
        page={page}
        pageCount={pageCount}
        linkTo={(to) => pathWithParams(PATH, { page: to })}
        label={i18n.t('notices')}
      />
      <p className="mt-8">
        <Link to="/account/notices/preferences" className="font-semibold text-link">
          {i18n.t('How we notify you')}
        </Link>
      </p>
    </>
  )
}

const leadOf = (i18n: I18n, { unread, shown }: { unread: number; shown: number }): string => {
  if (unread > 0)
    return counted(i18n, unread, { one: /*i18n*/ '{count} new notice.', many: /*i18n*/ '{count} new notices.' })
  return shown > 0
    ? i18n.t('You have read all your notices.')
    : i18n.t('What has happened to your orders and your money.')
}

function byDay(rows: readonly ListedNotice[]): { date: string; notices: ListedNotice[] }[] {
  const days: { date: string; notices: ListedNotice[] }[] = []
  for (const notice of rows) {
    const date = lagosDate(new Date(notice.created_at))
    const last = days.at(-1)
    if (last?.date === date) last.notices.push(notice)
    else days.push({ date, notices: [notice] })
  }
  return days
}

function dayText(i18n: I18n, { date, today }: { date: string; today: string }): string {
  if (date === today) return i18n.t('Today')
  if (date === addDays(today, -1)) return i18n.t('Yesterday')
  return date.slice(0, 4) === today.slice(0, 4) ? day(date) : datedDay(date)
}

function MarkAll() {
  const { i18n } = useLingui()
  const busy = useNavigation().formData?.get('read') === 'all'
  return (
    <Form method="post" action={PATH}>
      <input type="hidden" name="read" value="all" />
      <Button tone="plain" busy={busy} busyLabel={i18n.t('Marking')}>
        {i18n.t('Mark all as read')}
      </Button>
    </Form>
  )
}

/** A form instead of a link, because opening a notice marks it as read. */
function NoticeRow({ id, title, body, created_at, read_at }: ListedNotice) {
  const { i18n } = useLingui()
  const isNew = read_at === null
  return (
    <li
      className={cx(
        'relative border-l-4 py-3 pr-1 pl-3 hover:bg-grain-wash',
        isNew ? 'border-l-oil' : 'border-l-paper',
      )}
    >
      <p className="flex items-center gap-2 text-14 text-soft">
        {clockTime(created_at)} {isNew && <Badge tone="warm">{i18n.t('New')}</Badge>}
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

export const meta: Route.MetaFunction = ({ matches }) => {
  const i18n = i18nFromMatches(matches)
  return pageMeta(i18n.t('Notices'), i18n.t('What has happened to your orders and your money.'))
}
