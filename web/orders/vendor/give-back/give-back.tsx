import { data, Form, useNavigation } from 'react-router'
import { countUnits } from '#domain/products/units.ts'
import { ORDER_NOT_FOUND } from '#domain/texts/screens.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { readOwnShop } from '#web/desk/shop/own-shop.ts'
import { commandResult, type FormResult, keepInputOffline, readForm, reject } from '#web/forms/form.ts'
import { useFormFields } from '#web/forms/form-fields.tsx'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { TextArea, TextField } from '#web/ui/controls/text-field.tsx'
import { ConfirmInPlace } from '#web/ui/fields/confirm-form.tsx'
import { kobo, naira } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { notFoundBoundary } from '#web/ui/not-found-boundary.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { type PartialRefundFigures, readPartialRefundFigures } from '../../staff/record/partial-refund-text.ts'
import { readShopOrder, type ShopOrder } from '../order-queries.ts'
import type { Route } from './+types/give-back.ts'
import { giveBackText } from './give-back-text.ts'
import { readGivenGoods, unitsField } from './given-goods.ts'

async function readOrder({ params, context }: Pick<Route.LoaderArgs, 'params' | 'context'>) {
  const api = context.get(apiContext)
  const shop = await readOwnShop(api, context.get(viewerContext).userId)
  return readShopOrder(api, { shopId: shop?.id ?? '', id: shop ? params.id : '' })
}

export async function loader(args: Route.LoaderArgs) {
  const { order, failure } = await readOrder(args)
  if (!order && !failure) throw data(ORDER_NOT_FOUND, { status: 404 })
  return { order, failure, key: crypto.randomUUID() }
}

export async function action(args: Route.ActionArgs) {
  const form = await readForm(args.request)
  const { order } = await readOrder(args)
  const given = readGivenGoods(form, order?.lines ?? [])
  if ('errors' in given) return reject(form, { errors: given.errors })
  // The first submission confirms nothing and is answered with the figures.
  const seen = form.field('expected') || '0'
  const part = {
    order_id: args.params.id,
    goods_kobo: Number(given.goodsKobo),
    reason: form.field('reason'),
    expected_kobo: Number(seen),
  }
  const api = args.context.get(apiContext)
  const done = await api.command('give-back-part', part, form.key && `${form.key}-${seen}`)
  if (!done.ok && done.refusal.code === 'refund_to_confirm') {
    return reject(form, { text: '', figures: readPartialRefundFigures(done.refusal.details ?? {}) })
  }
  return commandResult(
    form,
    done,
    ({ returned_kobo: back }) => `${kobo(back)} goes back to the buyer. We have told them, with your reason.`,
  )
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

/** First asks for units or an amount; then shows the consequence that the server computed, to be confirmed. */
export default function GiveBack({ loaderData: { order, failure, key }, actionData }: Route.ComponentProps) {
  if (!order) return <ErrorState message={failure ?? ''} reload />
  const result: GiveBackResult | undefined = actionData
  const path = `/vendor/orders/${order.id}`
  return (
    <>
      <PageHeading
        lead={`Order ${order.order_no} of ${order.buyer_name || 'a buyer without a name'}, ${order.product_name}`}
      >
        Give part of it back
      </PageHeading>
      <OutcomeNotice outcome={result} />
      {result?.ok ? (
        <LinkButton to={path}>Back to the order</LinkButton>
      ) : (
        <GiveBackForm order={order} sendKey={key} result={result} path={path} />
      )}
    </>
  )
}

interface GiveBackResult extends FormResult {
  /** The amounts to confirm. */
  figures?: PartialRefundFigures
}

interface GiveBackFormProps {
  order: ShopOrder
  sendKey: string
  result: GiveBackResult | undefined
  path: string
}

function GiveBackForm({ order, sendKey, result, path }: GiveBackFormProps) {
  const busy = useNavigation().state === 'submitting'
  const { form, field } = useFormFields(result)
  const buyer = order.buyer_name || 'The buyer'
  return (
    <>
      <p className="mb-4 max-w-measure">
        For goods that are short or damaged. It is at your cost, and only from money that was not paid out to you yet.
        The buyer gets the price of the goods with its part of the fee, the way they paid; small sums come as PEPS. You
        see what it means before anything moves.
      </p>
      {result?.figures && (
        <div className="mb-5">
          <ConfirmInPlace
            key={result.figures.returned_kobo}
            question={`Give back ${kobo(result.figures.returned_kobo)}?`}
            detail={giveBackText(result.figures, { buyer, feeBasisPoints: order.feeBasisPoints })}
            confirmLabel="Give back"
            cancelLabel="Do not"
            cancelTo={`${path}/give-back`}
            fields={{ ...result.values, expected: String(result.figures.returned_kobo), key: sendKey }}
          />
        </div>
      )}
      <Form ref={form} method="post" noValidate className="grid max-w-[560px] gap-4">
        {order.lines.map((line) => (
          <TextField
            key={line.id}
            label={`Units of ${line.product_name}`}
            inputMode="numeric"
            required={false}
            {...field(unitsField(line.id))}
            hint={`${naira(line.unit_price)} each; ${countUnits(line.quantity, line.unit)} ordered`}
          />
        ))}
        <TextField
          label="Or an amount"
          prefix="₦"
          inputMode="decimal"
          required={false}
          {...field('amount')}
          hint={`Value of the goods, without the fee; ${naira(order.goods_left)} is left`}
        />
        <TextArea
          label="Reason"
          rows={2}
          maxLength={300}
          {...field('reason')}
          hint="The buyer reads it. Example: One of two bags was torn."
        />
        <div className="flex flex-wrap gap-3">
          <Button tone="plain" busy={busy} busyLabel="Calculating">
            See what it means
          </Button>
          <LinkButton to={path} tone="quiet">
            Back to the order
          </LinkButton>
        </div>
      </Form>
    </>
  )
}

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const number = loaderData?.order?.order_no
  return pageMeta(number ? `Give back part of order ${number}` : ORDER_NOT_FOUND, 'Part of an order, given back.')
}

export const ErrorBoundary = notFoundBoundary({
  title: ORDER_NOT_FOUND,
  lead: 'The address may be mistyped.',
  back: 'All orders',
  to: '/vendor/orders',
})
