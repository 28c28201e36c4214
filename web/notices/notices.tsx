import { data, Form, redirect, useNavigation } from 'react-router'
import { errorTexts } from '#domain/texts/errors.ts'
import { NOT_THERE } from '#domain/texts/screens.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { keepWhenOffline, orOffline } from '#web/offline.ts'
import { titled } from '#web/titled.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { datedMoment } from '#web/ui/format.ts'
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
  return { ...list, page, userId: context.get(viewerContext).userId ?? '' }
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
  const { rows, page, pageCount, failure, userId } = loaderData
  const { unread } = useShell()
  useLiveRows([{ table: 'notices', filter: `person_id=eq.${userId}` }])
  const isNew = unread > 0 || rows.some(({ read_at }) => read_at === null)
  return (
    <>
      <PageHeading lead="What has happened to your orders and your money." action={isNew && <MarkAll />}>
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
          When something happens to an order or a payment of yours, it stands here, as in your mail.
        </EmptyState>
      )}
      {rows.length > 0 && (
        <ul className="divide-y divide-grain border-y border-grain">
          {rows.map((row) => (
            <Row key={row.id} {...row} />
          ))}
        </ul>
      )}
      <Pagination page={page} pageCount={pageCount} linkTo={(to) => addressOf(PATH, { page: to })} label="notices" />
    </>
  )
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
  return (
    <li className="relative px-1 py-3 hover:bg-grain-wash">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <Form method="post" action={PATH} className="min-w-0">
          <input type="hidden" name="read" value={id} />
          <h2 className="text-18 break-words">
            <button type="submit" className="text-left font-bold text-link after:absolute after:inset-0">
              {title}
            </button>{' '}
            {read_at === null && <Badge tone="warm">New</Badge>}
          </h2>
        </Form>
        <span className="text-14 text-soft">{datedMoment(created_at)}</span>
      </div>
      <p className="max-w-measure break-words">{body}</p>
    </li>
  )
}

export const meta: Route.MetaFunction = () => titled('Notices', 'What has happened to your orders and your money.')
