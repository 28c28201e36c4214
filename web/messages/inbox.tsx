import { data, Form, useNavigation } from 'react-router'
import { apiContext, viewerContext } from '#web/context.ts'
import { commandResult, type FormResult, keepInputOffline, readForm } from '#web/forms/form.ts'
import { useFormFields } from '#web/forms/form-fields.tsx'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { choiceParam, pageParam, pathWithParams } from '#web/list-page.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Chip, ChipRow } from '#web/ui/browse/chip.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/controls/text-field.tsx'
import { datedMoment } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import type { Route } from './+types/inbox.ts'
import { keepOwnArea, messagesBase, readsInbox } from './area.ts'
import { MessageTabs } from './message-tabs.tsx'
import { type ContactRow, type InboxState, listContactMessages } from './queries.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  keepOwnArea(url, context.get(viewerContext).role)
  if (!readsInbox(context.get(viewerContext).role)) throw data(null, 404)
  const state: InboxState = choiceParam(url.searchParams, 'show', ['answered']) || 'new'
  const page = pageParam(url.searchParams)
  const list = await listContactMessages(context.get(apiContext), state, page)
  return { ...list, state, page, base: messagesBase(url.pathname), key: crypto.randomUUID() }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const answer = { id: form.field('id'), answer: form.field('answer') }
  const sent = await context.get(apiContext).command('answer-contact-message', answer, form.key)
  return commandResult(form, sent, 'Your answer is on its way by mail.')
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

export default function ContactInbox({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, count, page, pageCount, failure, state, base, key } = loaderData
  const here = `${base}/inbox`
  return (
    <>
      <PageHeading lead="What people wrote through the contact form. Answers are sent by mail.">
        Contact inbox
      </PageHeading>
      <MessageTabs base={base} current="inbox" />
      {actionData?.ok && <OutcomeNotice outcome={actionData} />}
      <div className="mb-4">
        <ChipRow label="Messages by state">
          <Chip to={here} chosen={state === 'new'}>
            Waiting
          </Chip>
          <Chip to={`${here}?show=answered`} chosen={state === 'answered'}>
            Answered
          </Chip>
        </ChipRow>
      </div>
      <p role="status" className="mb-3 text-14 text-soft">
        {failure ? '' : `${count} ${count === 1 ? 'message' : 'messages'}`}
      </p>
      {failure && <ErrorState message={failure} reload="The messages are safe." />}
      {!failure && rows.length === 0 && (
        <EmptyState title={state === 'new' ? 'Nobody is waiting for an answer.' : 'Nothing answered yet.'}>
          Messages from the contact page appear here, longest waiting first.
        </EmptyState>
      )}
      <ul className="grid gap-4">
        {rows.map((row) => (
          <Message
            key={row.id}
            row={row}
            sendKey={`${key}-${row.id}`}
            result={actionData?.values.id === row.id ? actionData : undefined}
          />
        ))}
      </ul>
      <Pagination
        page={page}
        pageCount={pageCount}
        linkTo={(to) => pathWithParams(here, { show: state === 'new' ? '' : state, page: to })}
        label="messages"
      />
    </>
  )
}

interface ContactMessageProps {
  row: ContactRow
  sendKey: string
  result: FormResult | undefined
}

function Message({ row, sendKey, result }: ContactMessageProps) {
  const { form, field, errors } = useFormFields(result)
  const busy = useNavigation().state === 'submitting'
  return (
    <li className="rounded-card border border-grain bg-card p-4">
      <h2 className="text-18 break-words">{row.subject}</h2>
      <p className="text-14 break-words text-soft">
        {row.name}, {row.email}, {datedMoment(row.created_at)}
        {row.answered_at && `; answered ${datedMoment(row.answered_at)}`}
      </p>
      <p className="mt-2 max-w-measure break-words whitespace-pre-wrap">{row.message}</p>
      {row.status === 'new' && (
        <details className="mt-3" open={result !== undefined}>
          <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold text-adire underline underline-offset-4">
            Answer {row.name}
          </summary>
          <Form ref={form} method="post" preventScrollReset noValidate className="mt-2 grid max-w-[640px] gap-3">
            <input type="hidden" name="id" value={row.id} />
            <input type="hidden" name="key" value={sendKey} />
            <TextArea
              label="Answer"
              {...field('answer')}
              error={errors.answer ?? result?.text}
              rows={4}
              maxLength={5000}
            />
            <div>
              <Button busy={busy} busyLabel="Sending">
                Send answer
              </Button>
            </div>
          </Form>
        </details>
      )}
    </li>
  )
}

export const meta: Route.MetaFunction = () => pageMeta('Contact inbox', 'Messages from the contact form.')
