import { useLingui } from '@lingui/react'
import { Link } from 'react-router'
import { HIDDEN_TEXT } from '#domain/messages/reports.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { i18nFromMatches } from '#web/languages/i18n.ts'
import { translate } from '#web/languages/translate.ts'
import { pageParam, pathWithParams } from '#web/list-page.ts'
import { useLiveRows } from '#web/lists/live-rows.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Badge } from '#web/ui/badge.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { moment } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import type { Route } from './+types/list.ts'
import { keepOwnArea, messagesBase, readsInbox, writesToPeople } from './area.ts'
import { MessageTabs } from './message-tabs.tsx'
import { type ListedConversation, listConversations } from './queries.ts'
import { NoStaffConversations } from './staff/no-conversations.tsx'
import { WriteLink } from './write-link.tsx'

export async function loader({ url, context }: Route.LoaderArgs) {
  keepOwnArea(url, context.get(viewerContext).role)
  const page = pageParam(url.searchParams)
  const list = await listConversations(context.get(apiContext), page)
  const { role } = context.get(viewerContext)
  return { ...list, page, base: messagesBase(url.pathname), inbox: readsInbox(role), role }
}

export default function Messages({ loaderData }: Route.ComponentProps) {
  const { i18n } = useLingui()
  const { rows, page, pageCount, failure, base, inbox, role } = loaderData
  useLiveRows([{ table: 'messages' }])
  return (
    <>
      <PageHeading
        lead={i18n.t('What you and others write to each other, mostly about an order.')}
        action={<WriteLink role={role} base={base} />}
      >
        {i18n.t('Messages')}
      </PageHeading>
      {inbox && <MessageTabs base={base} current="conversations" role={role} />}
      {failure && <ErrorState message={failure} reload={i18n.t('Your messages are safe.')} />}
      {!failure && rows.length === 0 && <NoConversations role={role} base={base} />}
      {rows.length > 0 && (
        <ul className="divide-y divide-grain border-y border-grain">
          {rows.map((row) => (
            <Conversation key={row.id} {...row} base={base} />
          ))}
        </ul>
      )}
      <Pagination
        page={page}
        pageCount={pageCount}
        linkTo={(to) => pathWithParams(base, { page: to })}
        label={i18n.t('conversations')}
      />
    </>
  )
}

function Conversation({ base, ...row }: ListedConversation & { base: string }) {
  const { i18n } = useLingui()
  return (
    <li className="relative px-1 py-3 hover:bg-grain-wash">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="min-w-0 text-18 break-words">
          <Link to={`${base}/${row.id}`} className="text-link after:absolute after:inset-0">
            {row.with_names ?? i18n.t('Nobody else')}
          </Link>{' '}
          {row.is_unread && <Badge tone="warm">{i18n.t('New')}</Badge>}
        </h2>
        <span className="text-14 text-soft">{row.last_message_at && moment(row.last_message_at)}</span>
      </div>
      <p className="text-14 text-soft">{translate(i18n, row.subject)}</p>
      <p className={row.is_unread ? 'line-clamp-2 font-semibold break-words' : 'line-clamp-2 break-words'}>
        {row.last_is_own && <span className="text-soft">{i18n.t('You:')} </span>}
        {row.last_body === HIDDEN_TEXT ? i18n.t(HIDDEN_TEXT) : row.last_body}
      </p>
    </li>
  )
}

function NoConversations({ role, base }: { role: string; base: string }) {
  const { i18n } = useLingui()
  if (role === 'vendor' && base === '/vendor/messages') {
    return (
      <EmptyState
        title={i18n.t('No messages yet.')}
        action={<LinkButton to="/vendor/orders">{i18n.t('See your orders')}</LinkButton>}
      >
        {i18n.t('When a buyer writes about an order, it appears here. You can also write first, from any order.')}
      </EmptyState>
    )
  }
  if (writesToPeople(role)) return <NoStaffConversations />
  return (
    <EmptyState
      title={i18n.t('No messages yet.')}
      action={<LinkButton to="/account/orders">{i18n.t('See your orders')}</LinkButton>}
    >
      {i18n.t('To start a conversation, open an order and write to its vendor.')}
    </EmptyState>
  )
}

export const meta: Route.MetaFunction = ({ matches }) => {
  const i18n = i18nFromMatches(matches)
  return pageMeta(i18n.t('Messages'), i18n.t('Conversations about orders.'))
}
