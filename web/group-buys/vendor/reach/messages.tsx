import { data, Form, useNavigation } from 'react-router'
import { PAY_ONLY_HERE } from '#domain/group-buys/selling/broadcast-messages.ts'
import {
  type Audience,
  audiencesOf,
  broadcastLimit,
  MAX_BROADCAST_LENGTH,
  unpaidText,
} from '#domain/group-buys/selling/broadcasts.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { readOwnShop } from '#web/desk/shop/own-shop.ts'
import { ShopNotice } from '#web/desk/shop/shop-notice.tsx'
import {
  commandResult,
  type FormResult,
  keepInputOffline,
  readForm,
  reject,
  type SubmittedForm,
} from '#web/forms/form.ts'
import { useFormFields } from '#web/forms/form-fields.tsx'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { choiceParam, isId } from '#web/list-page.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/controls/text-field.tsx'
import { ConfirmInPlace } from '#web/ui/fields/confirm-form.tsx'
import { RadioChoice } from '#web/ui/fields/radio-choice.tsx'
import { plural } from '#web/ui/format.ts'
import { PageHeading, SectionHeading } from '#web/ui/headings.tsx'
import { type OwnBuy, readOwnBuy } from '../queries.ts'
import type { Route } from './+types/messages.ts'
import { messagesPath } from './address.ts'
import { audienceSizes, audienceText } from './audience-texts.ts'
import { BroadcastList } from './broadcast-list.tsx'
import { listBroadcasts } from './queries.ts'

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const shop = await readOwnShop(api, context.get(viewerContext).userId)
  const buy = shop && isId(params.id) ? await readOwnBuy(api, shop.id, params.id) : null
  if (!shop || !buy || buy.status === 'draft') throw data(null, 404)
  return {
    shop,
    buy,
    broadcasts: await listBroadcasts(api, buy.id),
    to: choiceParam<Audience>(url.searchParams, 'to', ['unpaid', 'paid']) || 'everybody',
    key: crypto.randomUUID(),
  }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readForm(request)
  if (form.field('intent') === 'preview') return preview(form)
  const message = {
    group_buy_id: params.id,
    audience: form.field('audience') as Audience,
    message: form.field('message'),
  }
  const done = await context.get(apiContext).command('message-group-buy', message, form.key)
  return commandResult(
    form,
    done,
    ({ recipients }) => `Sent to ${plural(recipients, 'person', 'people')}. They are told within a minute.`,
  )
}

/** The message as its recipients get it, before it is sent. */
function preview(form: SubmittedForm) {
  if (form.field('message') === '') return reject(form, { errors: { message: 'Please write a message.' } })
  return data<FormResult>({ ok: true, text: '', errors: {}, values: form.values })
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

export default function BuyMessages({ loaderData, actionData }: Route.ComponentProps) {
  const { shop, buy, broadcasts, key } = loaderData
  const audiences = audiencesOf({ status: buy.status, paymentMode: buy.payment_mode })
  const previewed = actionData?.ok && actionData.values.message ? actionData.values : null
  const mayWrite = shop.status === 'active' && audiences.length > 0 && buy.current_participants > 0
  return (
    <>
      <PageHeading lead={buy.product_name}>Write to the people in it</PageHeading>
      <OutcomeNotice outcome={actionData} />
      <ShopNotice shop={shop} />
      {previewed && (
        <div className="mb-8">
          <Preview buy={buy} shop={shop.business_name} values={previewed} sendKey={key} />
        </div>
      )}
      {mayWrite ? (
        // A message that was sent empties the form.
        <MessageForm
          key={broadcasts[0]?.id}
          buy={buy}
          to={actionData?.ok && !previewed ? 'everybody' : loaderData.to}
          audiences={audiences}
          result={actionData}
          isPreviewed={previewed !== null}
        />
      ) : (
        <p className="mb-5 max-w-measure">
          {buy.current_participants === 0
            ? 'Nobody is in this group buy, so there is nobody to write to.'
            : 'This group buy can no longer be written to.'}
        </p>
      )}
      {broadcasts.length > 0 && (
        <section aria-labelledby="sent" className="mt-8 border-t border-grain pt-5">
          <SectionHeading id="sent">What you told them</SectionHeading>
          <BroadcastList broadcasts={broadcasts} />
        </section>
      )}
    </>
  )
}

interface MessageFormProps {
  buy: OwnBuy
  to: Audience
  audiences: readonly Audience[]
  result: FormResult | undefined
  /** The button to send is above. */
  isPreviewed: boolean
}

function MessageForm({ buy, to, audiences, result, isPreviewed }: MessageFormProps) {
  const { form, field, values } = useFormFields(result)
  const busy = useNavigation().formData?.get('intent') === 'preview'
  const sizes = audienceSizes(buy)
  const wanted = audiences.find((audience) => audience === (values?.audience ?? to)) ?? 'everybody'
  const text = to === 'unpaid' && buy.payment_due_at ? unpaidText(buy.product_name, new Date(buy.payment_due_at)) : ''
  return (
    <Form ref={form} method="post" noValidate className="grid max-w-measure gap-5">
      <RadioChoice
        legend="To"
        name="audience"
        chosen={wanted}
        options={audiences.map((audience) => ({
          value: audience,
          label: `${audienceText(audience)}: ${plural(sizes[audience], 'person', 'people')}`,
          disabled: sizes[audience] === 0,
        }))}
      />
      <TextArea
        label="Message"
        {...field('message', text)}
        rows={5}
        maxLength={MAX_BROADCAST_LENGTH}
        hint={`At most ${MAX_BROADCAST_LENGTH} characters. They cannot answer it; their orders have a conversation with you.`}
      />
      <p className="text-14 text-soft">
        Each person gets it in Ajoja, and by mail and on the phone as they chose. You can send {broadcastLimit.most}{' '}
        messages in 24 hours about one group buy, one in {broadcastLimit.pauseMs / 60_000} minutes. Our staff can read
        them.
      </p>
      <div>
        <Button name="intent" value="preview" tone={isPreviewed ? 'plain' : 'primary'} busy={busy} busyLabel="Loading">
          See it before it is sent
        </Button>
      </div>
    </Form>
  )
}

interface PreviewProps {
  buy: OwnBuy
  shop: string
  values: FormResult['values']
  sendKey: string
}

function Preview({ buy, shop, values, sendKey }: PreviewProps) {
  const { audience = 'everybody', message = '' } = values
  const people = plural(audienceSizes(buy)[audience as Audience] ?? 0, 'person', 'people')
  return (
    <ConfirmInPlace
      question={`Send this to ${people}?`}
      detail={
        <>
          <p className="text-14 text-soft">{audienceText(audience)}</p>
          <p className="mt-3 font-semibold break-words">
            From {shop} about {buy.product_name}
          </p>
          <p className="break-words whitespace-pre-line">{message}</p>
          <p className="mt-2 text-14 text-soft">{PAY_ONLY_HERE}</p>
        </>
      }
      confirmLabel={`Send to ${people}`}
      confirmTone="primary"
      cancelLabel="Do not send"
      cancelTo={messagesPath(buy.id)}
      fields={{ intent: 'send', audience, message, key: sendKey }}
    />
  )
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(
    loaderData ? `Write to the people in ${loaderData.buy.product_name}` : 'Write to the people in it',
    'Messages of your shop to the people in a group buy.',
  )
