import { data, Form, redirect, useNavigation } from 'react-router'
import { MAX_MESSAGE_LENGTH } from '#domain/messages/conversation.ts'
import { ORDER_NOT_FOUND } from '#domain/texts/screens.ts'
import { apiContext } from '#web/context.ts'
import { keepInputOffline, readForm, rejectCommand } from '#web/forms/form.ts'
import { useFormFields } from '#web/forms/form-fields.tsx'
import { idParam } from '#web/list-page.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/controls/text-field.tsx'
import { PageHeading } from '#web/ui/headings.tsx'
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
  const form = await readForm(request)
  const message = { order_id: form.field('order_id'), body: form.field('body') }
  const sent = await context.get(apiContext).command('start-conversation', message, form.key)
  if (!sent.ok) return rejectCommand(form, sent)
  return redirect(`${messagesBase(url.pathname)}/${sent.value.conversation_id}`)
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

export default function NewMessage({ loaderData: { order, key }, actionData }: Route.ComponentProps) {
  const { form, field, errors } = useFormFields(actionData)
  const busy = useNavigation().state === 'submitting'
  return (
    <>
      <PageHeading lead={`Order ${order.order_no}: ${order.product_name}`}>
        Write to {order.buyer_name || 'the buyer'}
      </PageHeading>
      <Form ref={form} method="post" noValidate className="grid max-w-[760px] gap-3">
        <input type="hidden" name="order_id" value={order.id} />
        <input type="hidden" name="key" value={key} />
        <TextArea
          label="Your message"
          {...field('body')}
          error={errors.body ?? actionData?.text}
          rows={4}
          required
          maxLength={MAX_MESSAGE_LENGTH}
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
