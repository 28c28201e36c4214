import { data, Form, redirect, useNavigation } from 'react-router'
import { MAX_MESSAGE_LENGTH } from '#domain/messages/conversation.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import { ORDER_NOT_FOUND } from '#domain/texts/screens.ts'
import { apiContext } from '#web/context.ts'
import { revalidateUnlessOffline, withOfflineFallback } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { PageHeading } from '#web/ui/headings.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { idParam } from '../list-page.ts'
import type { Route } from './+types/new-message.ts'
import { messagesBase } from './area.ts'
import { readOrderToWriteAbout } from './queries.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const id = idParam(url.searchParams, 'order')
  const order = id ? await readOrderToWriteAbout(context.get(apiContext), id) : null
  if (!order) throw data(ORDER_NOT_FOUND, { status: 404 })
  return { order, key: crypto.randomUUID() }
}

/** Sends the first message about an order, or continues an existing conversation. */
export async function action({ request, context, url }: Route.ActionArgs) {
  const form = await request.formData()
  const body = String(form.get('body') ?? '')
  const about = { order_id: String(form.get('order_id') ?? '') }
  const key = String(form.get('key') ?? '') || undefined
  const sent = await context.get(apiContext).command('start-conversation', { ...about, body }, key)
  if (!sent.ok) return data({ error: sent.refusal.errors?.body ?? sent.refusal.message, body }, 409)
  return redirect(`${messagesBase(url.pathname)}/${sent.value.conversation_id}`)
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData()
  return withOfflineFallback(serverAction, () => ({ error: errorTexts.offline, body: String(form.get('body') ?? '') }))
}

export const shouldRevalidate = revalidateUnlessOffline

export default function NewMessage({ loaderData: { order, key }, actionData }: Route.ComponentProps) {
  const busy = useNavigation().state === 'submitting'
  return (
    <>
      <PageHeading lead={`Order ${order.order_no}: ${order.product_name}`}>
        Write to {order.buyer_name || 'the buyer'}
      </PageHeading>
      <Form method="post" noValidate className="grid max-w-[760px] gap-3">
        <input type="hidden" name="order_id" value={order.id} />
        <input type="hidden" name="key" value={key} />
        <TextArea
          label="Your message"
          name="body"
          rows={4}
          required
          maxLength={MAX_MESSAGE_LENGTH}
          defaultValue={actionData?.body ?? ''}
          error={actionData?.error}
        />
        <div className="flex flex-wrap gap-3">
          <Button busy={busy} busyLabel="Sending">
            Send message
          </Button>
          <LinkButton to="/vendor/orders" tone="plain">
            Back
          </LinkButton>
        </div>
      </Form>
    </>
  )
}

export const meta: Route.MetaFunction = () => pageMeta('New message', 'Write to a buyer about an order.')
