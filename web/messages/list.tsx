import { Link } from 'react-router'
import { apiContext, viewerContext } from '#web/context.ts'
import { titled } from '#web/titled.ts'
import { Badge } from '#web/ui/badge.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { moment } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { addressOf, pageOf } from '../list-page.ts'
import { useLiveRows } from '../live-rows.ts'
import type { Route } from './+types/list.ts'
import { messagesBase, readsInbox } from './area.ts'
import { MessageTabs } from './message-tabs.tsx'
import { type ListedConversation, listConversations } from './queries.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const page = pageOf(url.searchParams)
  const list = await listConversations(context.get(apiContext), page)
  const { role } = context.get(viewerContext)
  return { ...list, page, base: messagesBase(url.pathname), inbox: readsInbox(role), role }
}

export default function Messages({ loaderData }: Route.ComponentProps) {
  const { rows, page, pageCount, failure, base, inbox, role } = loaderData
  useLiveRows([{ table: 'messages' }])
  return (
    <>
      <PageHeading lead="Conversations between buyers and vendors about an order.">Messages</PageHeading>
      {inbox && <MessageTabs base={base} current="conversations" />}
      {failure && <ErrorState message={failure} reload="Your messages are safe." />}
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
        linkTo={(to) => addressOf(base, { page: to })}
        label="conversations"
      />
    </>
  )
}

function Conversation({ base, ...row }: ListedConversation & { base: string }) {
  return (
    <li className="relative px-1 py-3 hover:bg-grain-wash">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="min-w-0 text-18 break-words">
          <Link to={`${base}/${row.id}`} className="text-link after:absolute after:inset-0">
            {row.with_names ?? 'Nobody else'}
          </Link>{' '}
          {row.is_unread && <Badge tone="warm">New</Badge>}
        </h2>
        <span className="text-14 text-soft">{row.last_message_at && moment(row.last_message_at)}</span>
      </div>
      <p className="text-14 text-soft">{row.subject}</p>
      <p className={row.is_unread ? 'line-clamp-2 font-semibold break-words' : 'line-clamp-2 break-words'}>
        {row.last_is_own && <span className="text-soft">You: </span>}
        {row.last_body}
      </p>
    </li>
  )
}

function NoConversations({ role, base }: { role: string; base: string }) {
  if (role === 'vendor' && base === '/vendor/messages') {
    return (
      <EmptyState title="No messages yet." action={<LinkButton to="/vendor/orders">See your orders</LinkButton>}>
        When a buyer writes about an order, it appears here. You can also write first, from any order.
      </EmptyState>
    )
  }
  return (
    <EmptyState title="No messages yet." action={<LinkButton to="/account/orders">See your own orders</LinkButton>}>
      A conversation starts from an order: open one and write to its vendor.
    </EmptyState>
  )
}

export const meta: Route.MetaFunction = () => titled('Messages', 'Conversations about orders.')
