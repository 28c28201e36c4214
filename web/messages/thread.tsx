import { useLingui } from '@lingui/react'
import { data, Form, Link, redirect, useNavigation } from 'react-router'
import { MARKET } from '#domain/live/topics.ts'
import { checkMessage, MARKET_PARTY, MAX_MESSAGE_LENGTH } from '#domain/messages/conversation.ts'
import { HIDDEN_TEXT } from '#domain/messages/reports.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { type FormResult, keepInputOffline, readForm, reject } from '#web/forms/form.ts'
import { useFormFields } from '#web/forms/form-fields.tsx'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { i18nFromMatches } from '#web/languages/i18n.ts'
import { translate } from '#web/languages/translate.ts'
import { isId, pageParam, pathWithParams } from '#web/list-page.ts'
import { useLiveRows } from '#web/lists/live-rows.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/controls/text-field.tsx'
import { cx } from '#web/ui/cx.ts'
import { moment } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import type { Route } from './+types/thread.ts'
import { aboutPath } from './about-path.ts'
import { keepOwnArea, messagesBase } from './area.ts'
import { BlockForm, readBlock, setBlock } from './block-shop.tsx'
import { listMessages, markRead, readConversation, sendMessage } from './queries.ts'
import { useWriting } from './use-writing.ts'
import { WritingLine } from './writing-line.tsx'

export async function loader({ url, params, context }: Route.LoaderArgs) {
  keepOwnArea(url, context.get(viewerContext).role)
  const api = context.get(apiContext)
  const userId = context.get(viewerContext).userId ?? ''
  const page = pageParam(url.searchParams)
  const [conversation, list] = isId(params.id)
    ? await Promise.all([readConversation(api, params.id), listMessages(api, params.id, page)])
    : [null, null]
  if (!conversation || !list) throw data(null, 404)
  const own = conversation.members.find((member) => member.profile_id === userId)
  const newest = page === 1 ? list.rows.at(-1)?.created_at : undefined
  // The messages on the page count as read.
  if (newest && (!own?.last_read_at || own.last_read_at < newest)) {
    await markRead(api, { conversationId: conversation.id, userId, until: newest })
  }
  const shopId =
    conversation.kind === 'order' && conversation.order?.user_id === userId ? conversation.order.vendor_id : null
  const isBlocked = shopId !== null && (await readBlock(api, shopId, userId))
  return {
    conversation,
    ...list,
    page,
    userId,
    shopId,
    isBlocked,
    base: messagesBase(url.pathname),
    nextId: crypto.randomUUID(),
  }
}

/** Inserts the message with the id of the form, so that sending it twice creates one message. */
export async function action({ request, params, context, url }: Route.ActionArgs) {
  const form = await readForm(request)
  const intent = form.field('intent')
  if (intent === 'block' || intent === 'unblock') {
    const vendorId = form.field('vendor_id')
    if (isId(vendorId)) await setBlock(context.get(apiContext), { vendorId, blocks: intent === 'block' })
    return redirect(`${messagesBase(url.pathname)}/${params.id}`)
  }
  const checked = checkMessage({ body: form.field('body') })
  if (!checked.ok) return reject(form, { errors: checked.errors })
  const { error } = await sendMessage(context.get(apiContext), {
    id: form.field('id'),
    conversation_id: params.id,
    sender_id: context.get(viewerContext).userId ?? '',
    body: checked.value.body,
  })
  if (error && error.code !== '23505') return reject(form, { errors: { body: error.message } })
  return redirect(`${messagesBase(url.pathname)}/${params.id}#write`)
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

export default function Thread({ loaderData, actionData }: Route.ComponentProps) {
  const { i18n } = useLingui()
  const { conversation, rows, page, pageCount, failure, userId, shopId, isBlocked, base, nextId } = loaderData
  useLiveRows([{ table: 'messages', filter: `conversation_id=eq.${conversation.id}` }])
  const names = new Map(conversation.members.map((member) => [member.profile_id, member.display_name]))
  const writing = useWriting({
    conversationId: page === 1 ? conversation.id : null,
    own: userId,
    newest: rows.at(-1)?.id,
  })
  const ownNewest = rows.findLast(({ sender_id: sender }) => sender === userId)?.id
  const writer = conversation.kind === 'support' && writing.by === MARKET ? MARKET_PARTY : names.get(writing.by ?? '')
  const others = conversation.members.filter((member) => member.profile_id !== userId)
  const here = `${base}/${conversation.id}`
  return (
    <>
      <p className="mb-2 text-link">
        <Link to={base}>{i18n.t('All messages')}</Link>
      </p>
      <PageHeading
        lead={
          <ConversationSubject
            subject={translate(i18n, conversation.subject)}
            to={aboutPath(conversation, { userId, base })}
          />
        }
      >
        {conversation.kind === 'support'
          ? MARKET_PARTY
          : others.map((member) => member.display_name).join(', ') || i18n.t('Conversation')}
      </PageHeading>
      {failure && <ErrorState message={failure} reload={i18n.t('Your messages are safe.')} />}
      {page < pageCount && (
        <p className="mb-3 text-link">
          <Link to={pathWithParams(here, { page: page + 1 })}>{i18n.t('Earlier messages')}</Link>
        </p>
      )}
      <ol aria-label={i18n.t('Messages')} aria-live="polite" className="grid max-w-[760px] gap-3">
        {rows.map(({ id, sender_id: sender, sender_name: senderName, body, created_at: at }) => (
          <li
            key={id}
            className={cx(
              'max-w-[85%] rounded-card border px-4 py-2',
              sender === userId
                ? 'justify-self-end border-leaf bg-leaf-wash'
                : 'justify-self-start border-grain bg-card',
            )}
          >
            <p className="text-14 text-soft">
              <strong className="text-ink">
                {sender === userId ? i18n.t('You') : (senderName ?? names.get(sender) ?? i18n.t('Somebody'))}
              </strong>
              {', '}
              {moment(at)}
            </p>
            <p className="break-words whitespace-pre-wrap">{body === HIDDEN_TEXT ? i18n.t(HIDDEN_TEXT) : body}</p>
            {sender !== userId && body !== HIDDEN_TEXT && (
              <Link to={`${base}/report?message=${id}`} className="text-14 text-soft underline underline-offset-4">
                {i18n.t('Report')}
              </Link>
            )}
          </li>
        ))}
      </ol>
      {page > 1 ? (
        <p className="mt-4 text-link">
          <Link to={here}>{i18n.t('Newest messages')}</Link>
        </p>
      ) : (
        <>
          <WritingLine text={writer ? i18n.t('{name} is writing', { name: writer }) : null} />
          {/* A message of the other party must not clear what is being typed. */}
          <MessageForm key={ownNewest} id={nextId} result={actionData} onWrite={writing.announce} />
        </>
      )}
      {shopId && <BlockForm vendorId={shopId} isBlocked={isBlocked} />}
    </>
  )
}

interface ConversationSubjectProps {
  subject: string
  /** The record that it is about, in the viewer's area; null without one. */
  to: string | null
}

function ConversationSubject({ subject, to }: ConversationSubjectProps) {
  if (!to) return subject
  return (
    <Link to={to} className="text-link">
      {subject}
    </Link>
  )
}

interface WriteFormProps {
  id: string
  result: FormResult | undefined
  /** Called while the message is typed. */
  onWrite(): void
}

function MessageForm({ id, result, onWrite }: WriteFormProps) {
  const { i18n } = useLingui()
  const { form, field, errors } = useFormFields(result)
  const busy = useNavigation().state === 'submitting'
  return (
    <Form ref={form} id="write" method="post" preventScrollReset className="mt-6 grid max-w-[760px] gap-3">
      <input type="hidden" name="id" value={id} />
      {!errors.body && <OutcomeNotice outcome={result} />}
      <TextArea
        label={i18n.t('Your message')}
        {...field('body')}
        rows={3}
        onInput={onWrite}
        required
        maxLength={MAX_MESSAGE_LENGTH}
      />
      <div>
        <Button busy={busy} busyLabel={i18n.t('Sending')}>
          {i18n.t('Send message')}
        </Button>
      </div>
    </Form>
  )
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const i18n = i18nFromMatches(matches)
  return pageMeta(
    loaderData ? translate(i18n, loaderData.conversation.subject) : i18n.t('Message'),
    i18n.t('A conversation.'),
  )
}
